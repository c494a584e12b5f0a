import { describe, expect, it } from 'vitest';
import { nameSchemas } from '../../../../sync/domain/display-name.ts';
import { aboutSchema, addressSchema, finishSchema, phoneSchema, practiceSchema } from './intake-values.ts';
import { schemaHolds } from './step-foot.tsx';

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
const today = aboutSchema('2026-11-25');

/** Which of these fields, emptied, keep a step from going on. */
const neededIn = (schema: Parameters<typeof schemaHolds>[0], values: Readonly<Record<string, string | boolean>>) =>
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
    expect(schemaHolds(practiceSchema, { ...practice, supervisor_npi: '1234567890' })).toBe(false);
    expect(schemaHolds(practiceSchema, { ...practice, supervisor_npi: '1234567893' })).toBe(true);
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
