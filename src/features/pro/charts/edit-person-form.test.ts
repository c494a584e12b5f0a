import * as v from 'valibot';
import { expect, test } from 'vitest';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import {
  changeOf,
  editSchema,
  editValues,
  standingFacts,
  type EditValues,
  type OpenedPerson,
} from './edit-person-form.ts';
import { factsOf } from '../../../model/clients/person-facts.ts';
import { refusedEdits } from './refused-edits.ts';

const opened: OpenedPerson = {
  facts: factsOf({ first_name: 'Ana', last_name: 'Ruiz', dob: '1990-05-06', phone_number: 'by her sister, 0133' }),
  timezone: 'America/New_York',
  stamps: { first_name: 'u1', phone_number: 'u2' },
};
const typed = (more: Partial<EditValues>): EditValues => ({ ...editValues(opened), ...more });
const wrong = (more: Partial<EditValues>) =>
  v.safeParse(editSchema(opened, '2026-11-25'), typed(more)).issues?.map(({ message }) => message) ?? [];

test('a form says what is known, a birth date month first; left as it is nothing is sent', () => {
  expect(editValues(opened)).toMatchObject({
    first_name: 'Ana',
    dob: '05/06/1990',
    email: '',
    timezone: 'America/New_York',
  });
  expect(changeOf(typed({}))).toEqual({ facts: {}, base: {} });
});

test('[CH-2] only what was changed is sent, each with the version that was on screen; an empty text takes a fact away', () => {
  expect(
    changeOf(typed({ phone_number: ' (303) 555 0133 ', dob: '', pronouns: 'she/her', timezone: 'America/Denver' })),
  ).toEqual({
    facts: { phone_number: '(303) 555 0133', dob: '', pronouns: 'she/her' },
    timezone: 'America/Denver',
    base: { phone_number: 'u2', dob: '', pronouns: '', timezone: '' },
  });
});

test.each<[string, Partial<EditValues>, readonly string[]]>([
  ['what stood there may stay, however it was written', {}, []],
  ['a name is needed', { last_name: ' ' }, [errorTexts.invalid_arguments]],
  ['a name has its length', { pronouns: 'x'.repeat(101) }, ['At most 100 characters']],
  ['a hundred characters are a name', { first_name: 'x'.repeat(100) }, []],
  ['no day', { dob: '02/30/1990' }, ['Please enter a date as month/day/year']],
  ['a day to come', { dob: '11/26/2026' }, ['This day is still to come']],
  ['a phone in words', { phone_number: 'her sister' }, ['Please enter a phone number']],
  ['a phone from abroad', { phone_number: '+49 30 1234567' }, []],
  ['a phone that nobody has', { emergency_contact_phone: '000-000-0000' }, ['Please enter a phone number']],
  ['a guardian’s phone in words', { guardian_phone: 'abc' }, ['Please enter a phone number']],
  ['a year long ago', { dob: '01/02/1899' }, ['Please enter a year from 1900 on']],
  ['a zip of letters', { home_zipcode: 'ABCDE' }, ['Please enter a zip of 5 digits, or as 80202-1234']],
  [
    'a zip of the States that is none',
    { country: 'US', home_zipcode: '1' },
    ['Please enter a zip of 5 digits, or as 80202-1234'],
  ],
  ['a zip of nine digits', { home_zipcode: '80202-1234' }, []],
  ['a code of Canada', { country: 'CA', home_zipcode: 'K1A 0B1' }, []],
  ['half an email', { email: 'ana@' }, ['Please enter a valid email']],
  ['an address of one line', { home_address_line1: 'x'.repeat(301) }, ['At most 300 characters']],
])('%s', (_name, more, messages) => {
  expect(wrong(more)).toEqual(messages);
});

test('what stood there before it was looked at may stay: a year, a zip', () => {
  const old: OpenedPerson = { ...opened, facts: factsOf({ ...opened.facts, dob: '1890-01-02', home_zipcode: 'none' }) };
  expect(v.is(editSchema(old, '2026-11-25'), { ...editValues(old), pronouns: 'she' })).toBe(true);
});

test('a zip of elsewhere does not pass for one of the United States once the address is there', () => {
  const abroad: OpenedPerson = {
    ...opened,
    facts: factsOf({ ...opened.facts, country: 'CA', home_zipcode: 'K1A 0B1' }),
  };
  const moved = (more: Partial<EditValues>) =>
    v.is(editSchema(abroad, '2026-11-25'), { ...editValues(abroad), ...more });
  expect(moved({ pronouns: 'she' })).toBe(true);
  expect(moved({ country: 'US' })).toBe(false);
  expect(moved({ country: 'US', home_zipcode: '80202' })).toBe(true);
});

test('[CH-2] what another device changed meanwhile is named where it is changed here too, and the next try goes on from its version', () => {
  const values = typed({ phone_number: '(303) 555 0133', pronouns: 'she/her' });
  const change = changeOf(values, { phone_number: 'u9' });
  const now = factsOf({ ...opened.facts, phone_number: '(720) 555 0100', email: 'ana@home.test', pronouns: 'she/her' });
  expect(standingFacts(change, opened.facts, now)).toEqual([
    { name: 'phone_number', now: '(720) 555 0100', written: '(303) 555 0133' },
  ]);
  expect(change.base).toEqual({ phone_number: 'u9', pronouns: '' });
  // What nobody else has changed is nobody's to be asked about; where it is not known what stood there, all that differs is.
  expect(standingFacts(change, opened.facts, opened.facts)).toEqual([]);
  expect(standingFacts(change, null, opened.facts).map(({ name }) => name)).toContain('phone_number');
});

test('changes of this chart that were refused, with what they say', () => {
  const item = (uid: string, name: string, args: object) => ({
    uid,
    name,
    at: '2026-11-24T09:00:00.000Z',
    kind: 'rejected' as const,
    code: 'changed_meanwhile',
    message: '',
    args: { ...args },
  });
  const all = [
    item('a', 'chart_person.edit', { chart_id: 'c1', person_id: 'c1.1', phone_number: '1', timezone: 'UTC', other: 7 }),
    item('b', 'chart_person.edit', { chart_id: 'c2', person_id: 'c2.1', phone_number: '1' }),
    item('c', 'chart.archive', { chart_id: 'c1' }),
  ];
  expect(refusedEdits(all, 'c1').map(({ item: { uid }, ...rest }) => [uid, rest])).toEqual([
    ['a', { personId: 'c1.1', facts: { phone_number: '1' }, timezone: 'UTC' }],
  ]);
});
