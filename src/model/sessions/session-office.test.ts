import { expect, test } from 'vitest';
import { addressLines, officeOf } from './session-office.ts';

const inPerson = { place: 'office_location', clinician: 'ann' } as const;
const [elm, bens] = [
  { clinician: 'ann', name: 'Elm' },
  { clinician: 'ben', name: 'Ben’s' },
];

test.each([
  ['in the one that was said', inPerson, elm, elm],
  ['nowhere that is known where nobody has said it', inPerson, undefined, null],
  ['not in the office of who held it before', inPerson, bens, null],
  ['in none by video', { ...inPerson, place: 'telehealth' as const }, elm, null],
  ['in none elsewhere', { ...inPerson, place: 'outside' as const }, elm, null],
])('[CA-13] a session is held %s', (_what, session, said, office) => {
  expect(officeOf(session, said)).toBe(office);
});

const address = {
  office_location_id: 'elm',
  clinician: 'ann',
  office_name: 'Elm Street',
  office_address_line1: '1 Elm St',
  office_address_line2: 'Suite 4',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
} as const;
const none = {
  office_address_line1: '',
  office_address_line2: '',
  office_city: '',
  office_state: '',
  office_zipcode: '',
} as const;

test.each([
  ['all of it', {}, ['1 Elm St', 'Suite 4', 'Denver, CO 80202']],
  ['no empty line', { office_address_line2: '', office_zipcode: '' }, ['1 Elm St', 'Denver, CO']],
  ['a town alone', { ...none, office_city: 'Denver' }, ['Denver']],
  ['a code alone', { ...none, office_zipcode: '80202' }, ['80202']],
  ['nothing', none, []],
] as const)('an address as an envelope has it: %s', (_what, change, lines) => {
  expect(addressLines({ ...address, ...change })).toEqual(lines);
});
