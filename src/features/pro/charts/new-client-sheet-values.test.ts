import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answered, newClientSchema, nothingTyped, peopleOf, type NewClientValues } from './new-client-sheet-values.ts';

const schema = newClientSchema('2026-11-25');
const typed = (values: Partial<NewClientValues>): NewClientValues => ({
  ...nothingTyped,
  first_name: 'Signe',
  last_name: 'Aalto',
  ...values,
});
const sent = (values: Partial<NewClientValues>) => peopleOf(v.parse(schema, typed(values)));

test('[CH-1] what was answered is sent as it is kept, and nothing else', () => {
  expect(sent({})).toEqual([{ first_name: 'Signe', last_name: 'Aalto' }]);
  expect(sent({ pronouns: ' she/her ', dob: '3/9/1991', home_city: 'Denver', home_state: 'CO' })).toEqual([
    {
      first_name: 'Signe',
      last_name: 'Aalto',
      pronouns: 'she/her',
      dob: '1991-03-09',
      home_city: 'Denver',
      home_state: 'CO',
    },
  ]);
  expect(
    sent({
      emergency_contact_name: 'Tor Aalto',
      emergency_contact_phone: '(303) 555 0133',
      insurance_member_id: 'M-1',
    })[0],
  ).toMatchObject({
    emergency_contact_name: 'Tor Aalto',
    emergency_contact_phone: '(303) 555 0133',
    insurance_member_id: 'M-1',
  });
});

test('of a couple the other one is sent by name, the facts with the first', () => {
  const couple = { is_couple: true, other_first_name: 'Tor', other_last_name: 'Berg' };
  expect(sent({ ...couple, email: 'signe@home.test' })).toEqual([
    { first_name: 'Signe', last_name: 'Aalto', email: 'signe@home.test' },
    { first_name: 'Tor', last_name: 'Berg' },
  ]);
  // Unticked again, nobody of that name comes.
  expect(sent({ ...couple, is_couple: false })).toHaveLength(1);
});

test.each([
  [{ is_couple: true, other_first_name: 'Tor' }, 'other_last_name'],
  [{ dob: '2/30/1991' }, 'dob'],
  [{ emergency_contact_phone: '303' }, 'emergency_contact_phone'],
  [{ email: 'signe' }, 'email'],
  [{ dob: '11/26/2026' }, 'dob'],
  [{ dob: '12/31/1899' }, 'dob'],
  [{ home_zipcode: '8020' }, 'home_zipcode'],
  [{ phone_number: '+49 170 1234567' }, 'phone_number'],
  [{ pronouns: 'x'.repeat(301) }, 'pronouns'],
] as const)('%o is said by its field', (values, field) => {
  const parsed = v.safeParse(schema, typed(values));
  expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual([field]);
});

test('what holds an answer is known by what can be asked', () => {
  expect(answered(typed({}))).toEqual([]);
  expect(answered(typed({ home_zipcode: '80202', pronouns: 'they' }))).toEqual(['pronouns', 'address']);
});

test.each([
  [{ dob: '11/26/2026' }, 'This day is still to come'],
  [{ dob: '01/01/1899' }, 'Please enter a year from 1900 on'],
  [{ phone_number: '607 555' }, 'Please enter a phone number'],
  [{ guardian_phone: '000-000-0000' }, 'Please enter a phone number'],
  [{ first_name: 'x'.repeat(101) }, 'At most 100 characters'],
  [{ home_zipcode: 'ABCDE' }, 'Please enter a zip of 5 digits, or as 80202-1234'],
] as const)('%o is told why', (values, words) => {
  expect(v.safeParse(schema, typed(values)).issues?.map(({ message }) => message)).toEqual([words]);
});

test('a number is sent without its country code, in one form', () => {
  expect(sent({ phone_number: '+1 (607) 555-0123', home_zipcode: '80202-1234', dob: '11/25/2026' })).toMatchObject([
    { phone_number: '(607) 555 0123', home_zipcode: '80202-1234', dob: '2026-11-25' },
  ]);
});
