import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nameSchemas } from '../../../../sync/domain/display-name.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { aboutSchema, addressSchema, expiryHint, finishSchema, phoneSchema, practiceSchema } from './intake-values.ts';

const missing = errorTexts.invalid_arguments;
const about = {
  first_name: 'Vera',
  last_name: 'Lind',
  preferred_first_name: '',
  medical_degree: '',
  name_schema: 'First Name Last Name',
  dob: '11/25/2008',
};
const practice = {
  type: 'therapist',
  specialty: '',
  sub_specialty: '',
  business_entity_name: '',
  license_type: '',
  conferring_entity: 'CO',
  license_number: 'LMFT-9',
  expiration_date: '',
  has_supervision: false,
  supervisor_name: '',
  supervisor_npi: '',
  supervisor_phone: '',
  supervisor_license_type: '',
  supervisor_license_number: '',
};
const address = {
  office_address_line1: '12 Oak St',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
  is_same: false,
  mail_address_line1: '1 Elm St',
  mail_city: 'Reno',
  mail_state: 'NV',
  mail_zipcode: '89501',
};
const finish = {
  heard_about_orchid_via: 'Social Media',
  agreed_to_terms_of_use: true,
  agreed_to_independent_contractor_terms: true,
  confirmed_have_social_security_number: true,
  confirmed_allowed_to_work_in_usa: true,
  confirmed_is_over_eighteen: true,
};
const schemaHolds = (schema: v.GenericSchema, values: unknown): boolean => v.is(schema, values);
const today = aboutSchema('2026-11-25');

/** Which of these fields, emptied, keep a step from going on. */
const neededIn = (schema: v.GenericSchema, values: Readonly<Record<string, string | boolean>>) =>
  Object.keys(values).filter((name) => {
    const empty = typeof values[name] === 'boolean' ? false : '';
    return values[name] !== empty && !schemaHolds(schema, { ...values, [name]: empty });
  });

describe('what each step asks for', () => {
  it('[S-285, S-294, S-295] the first: names, format and a birth date eighteen years ago', () => {
    expect(schemaHolds(today, about)).toBe(true);
    expect(neededIn(today, about)).toEqual(['first_name', 'last_name', 'name_schema', 'dob']);
    expect(schemaHolds(today, { ...about, dob: '11/26/2008' })).toBe(false);
    expect(schemaHolds(today, { ...about, dob: '02/30/1990' })).toBe(false);
  });

  it('[S-332] thirteen formats, each with what it asks for', () => {
    const open = nameSchemas.filter((name_schema) => schemaHolds(today, { ...about, name_schema }));
    expect(open).toHaveLength(4);
    const doctor = nameSchemas.filter((name_schema) =>
      schemaHolds(today, { ...about, name_schema, medical_degree: 'PhD' }),
    );
    expect(doctor).toHaveLength(13);
  });

  it('[S-286, S-296, S-297, S-301] the second: type, licence state and number; of a physician a specialty; no business name', () => {
    expect(schemaHolds(practiceSchema, practice)).toBe(true);
    expect(neededIn(practiceSchema, practice)).toEqual(['type', 'conferring_entity', 'license_number']);
    const physician = { ...practice, type: 'physician' };
    expect(schemaHolds(practiceSchema, physician)).toBe(false);
    expect(schemaHolds(practiceSchema, { ...physician, specialty: 'Astrology' })).toBe(false);
    expect(schemaHolds(practiceSchema, { ...physician, specialty: 'Neurology' })).toBe(true);
    // What was chosen before she was something else keeps nobody.
    expect(schemaHolds(practiceSchema, { ...practice, specialty: 'Neurology' })).toBe(true);
    const led = { ...practice, has_supervision: true };
    expect(schemaHolds(practiceSchema, { ...led, supervisor_npi: '1234567890' })).toBe(false);
    expect(schemaHolds(practiceSchema, { ...led, supervisor_npi: '1234567893' })).toBe(true);
  });

  it('of a supervisor who is not there nothing is asked, and what was typed comes back; who is there is asked at once', () => {
    const typed = { ...practice, supervisor_npi: '1234567890', supervisor_phone: '+49 170 1234567' };
    expect(v.parse(practiceSchema, typed)).toMatchObject({ supervisor_npi: '1234567890', has_supervision: false });
    // Also before a type is chosen.
    const told = v.safeParse(practiceSchema, { ...typed, type: '', has_supervision: true }).issues ?? [];
    expect(told.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['type', missing],
      ['supervisor_npi', 'This is not a National Provider Identifier: please look at its digits again'],
      ['supervisor_phone', 'Please enter a phone number'],
    ]);
  });

  it.each([
    [today, { ...about, first_name: 'x'.repeat(101) }, 'At most 100 characters'],
    [today, { ...about, dob: '01/01/1899' }, 'Please enter a year from 1900 on'],
    [today, { ...about, dob: '11/26/2026' }, 'This day is still to come'],
    [today, { ...about, dob: '11/26/2008' }, 'You need to be at least 18 years old'],
    [practiceSchema, { ...practice, business_entity_name: 'x'.repeat(301) }, 'At most 300 characters'],
    [practiceSchema, { ...practice, license_number: 'x'.repeat(61) }, 'At most 60 characters'],
    [addressSchema, { ...address, office_zipcode: 'ABCDE' }, 'Please enter a zip of 5 digits, or as 80202-1234'],
    [addressSchema, { ...address, mail_zipcode: '1' }, 'Please enter a zip of 5 digits, or as 80202-1234'],
    [addressSchema, { ...address, mail_city: '' }, missing],
    [phoneSchema, { phone_number: '+49 170 1234567' }, 'Please enter a phone number'],
    [phoneSchema, { phone_number: '000-000-0000' }, 'Please enter a phone number'],
  ])('says exactly what is wrong: %#', (schema, values, words) => {
    expect(v.safeParse(schema, values).issues?.map(({ message }) => message)).toEqual([words]);
  });

  it('a license that is over is taken, and called so; on its last day it holds', () => {
    expect(schemaHolds(practiceSchema, { ...practice, expiration_date: '11/24/2026' })).toBe(true);
    expect(expiryHint('11/24/2026', '2026-11-25')).toBe('This license has expired.');
    for (const text of ['11/25/2026', '', '11/2'])
      expect(expiryHint(text, '2026-11-25')).toBe('Optional: month/day/year, if it ends');
  });

  it('nine digits are a zip too', () => {
    expect(schemaHolds(addressSchema, { ...address, office_zipcode: '80202-1234' })).toBe(true);
  });

  it('[S-287] the third: four parts of both addresses', () => {
    expect(schemaHolds(addressSchema, address)).toBe(true);
    expect(neededIn(addressSchema, address)).toEqual(Object.keys(address).filter((name) => name !== 'is_same'));
    const same = { ...address, is_same: true };
    expect(neededIn(addressSchema, same)).toEqual(Object.keys(address).filter((name) => name.startsWith('office_')));
  });

  it('[S-288] the fourth: nothing; a phone that is begun is whole', () => {
    expect(schemaHolds(phoneSchema, { phone_number: '' })).toBe(true);
    expect(schemaHolds(phoneSchema, { phone_number: '(303) 555 0142' })).toBe(true);
    expect(schemaHolds(phoneSchema, { phone_number: '(303) 55' })).toBe(false);
  });

  it('[S-289, S-290, S-291, S-292, S-293, S-329] the last: how she heard of Orchid, and five ticks', () => {
    expect(schemaHolds(finishSchema, finish)).toBe(true);
    expect(neededIn(finishSchema, finish)).toEqual(Object.keys(finish));
  });
});
