import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { MemberProfile } from '../../../sync/collections/member-profile.ts';
import {
  biographySchema,
  insuranceSchema,
  insuranceValues,
  insuranceWords,
  personalSchema,
  personalValues,
  profileWords,
  toFacts,
} from './profile-values.ts';

const today = '2026-11-21';
const name = { first_name: 'Ada', last_name: 'Byron' };
const typed = {
  ...name,
  dob: '01/02/1990',
  gender: 'Female',
  sex: 'Female',
  phone_number: '(415) 555 0132',
  home_address_line1: '1 Main St',
  country: 'US' as const,
  home_state: 'CA',
  home_city: 'Oakland',
  home_zipcode: '94601',
};

/** What is said of each field that cannot be taken. */
function refusals(change: Partial<Record<keyof typeof typed, string>>): Record<string, string> {
  const { issues = [] } = v.safeParse(personalSchema(today), { ...typed, ...change });
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]));
}

describe('what somebody must say of themselves', () => {
  it('is taken as a whole, without spaces around it', () => {
    expect(v.parse(personalSchema(today), { ...typed, first_name: '  Ada ', home_zipcode: ' 94601 ' })).toEqual(typed);
  });

  it.each(['first_name', 'last_name', 'home_address_line1', 'home_state', 'home_city', 'home_zipcode'] as const)(
    '%s cannot be left out, nor be of spaces',
    (field) => {
      for (const text of ['', '   ']) expect(Object.keys(refusals({ [field]: text }))).toEqual([field]);
    },
  );

  it.each([
    ['first_name', 100],
    ['last_name', 100],
    ['home_address_line1', 100],
    ['home_state', 100],
    ['home_city', 100],
    ['home_zipcode', 20],
  ] as const)('%s has %i letters at most', (field, most) => {
    expect(refusals({ [field]: 'x'.repeat(most) })).toEqual({});
    expect(Object.keys(refusals({ [field]: 'x'.repeat(most + 1) }))).toEqual([field]);
  });

  it.each([
    ['', 'Please enter a date as month/day/year'],
    ['13/01/1990', 'Please enter a date as month/day/year'],
    ['02/30/1990', 'Please enter a date as month/day/year'],
    ['11/22/2013', 'You need to be at least 13 years old'],
    ['11/21/2026', 'You need to be at least 13 years old'],
  ])('the birth date “%s” is refused', (dob, message) => {
    expect(refusals({ dob })).toEqual({ dob: message });
  });

  it('who is 13 today may sign up', () => {
    expect(refusals({ dob: '11/21/2013' })).toEqual({});
  });

  it.each([
    ['', true],
    ['  ', true],
    ['(415) 555 0132', true],
    [' (415) 555 0132 ', true],
    ['415 555 0132', false],
    ['(415) 555 013', false],
    ['(415) 155 0132', false],
  ])('the phone number “%s”: %s', (phone_number, isTaken) => {
    expect(Object.keys(refusals({ phone_number }))).toEqual(isTaken ? [] : ['phone_number']);
  });

  it.each([
    ['US', true],
    ['CA', true],
    ['CO', true],
    ['DE', false],
    ['', false],
  ])('the country “%s”: %s', (country, isTaken) => {
    expect(Object.keys(refusals({ country }))).toEqual(isTaken ? [] : ['country']);
  });

  it('gender and sex may stay unsaid', () => {
    expect(refusals({ gender: '', sex: '' })).toEqual({});
  });
});

describe('what is known, in a form', () => {
  const profile = {
    dob: '1990-01-02',
    gender: 'Female',
    sex: 'Male',
    phone_number: '4155550132',
    home_address_line1: '1 Main St',
    country: 'CA',
    home_state: 'ON',
    home_city: 'Ottawa',
    home_zipcode: 'K1A',
    insurance_provider: 'Acme',
    insurance_group_id: 'g1',
    insurance_member_id: 'm1',
  } as unknown as MemberProfile;

  it('stands as it is typed; where nothing is known the country is the United States', () => {
    expect(personalValues({ name, profile })).toEqual({
      ...name,
      dob: '01/02/1990',
      gender: 'Female',
      sex: 'Male',
      phone_number: '(415) 555 0132',
      home_address_line1: '1 Main St',
      country: 'CA',
      home_state: 'ON',
      home_city: 'Ottawa',
      home_zipcode: 'K1A',
    });
    expect(personalValues({ name, profile: undefined })).toEqual({
      ...name,
      dob: '',
      gender: '',
      sex: '',
      phone_number: '',
      home_address_line1: '',
      country: 'US',
      home_state: '',
      home_city: '',
      home_zipcode: '',
    });
  });

  it('of an insurance is each in its place, or empty', () => {
    const known = { insurance_provider: 'Acme', insurance_group_id: 'g1', insurance_member_id: 'm1' };
    const none = { insurance_provider: '', insurance_group_id: '', insurance_member_id: '' };
    expect(insuranceValues({ name, profile })).toEqual(known);
    expect(insuranceValues({ name, profile: undefined })).toEqual(none);
    expect(v.parse(insuranceSchema, { ...known, insurance_group_id: ' g1 ' })).toEqual(known);
    expect(v.parse(insuranceSchema, none)).toEqual(none);
    for (const field of Object.keys(none)) {
      expect(v.safeParse(insuranceSchema, { ...none, [field]: 'x'.repeat(300) }).success).toBe(true);
      expect(v.safeParse(insuranceSchema, { ...none, [field]: 'x'.repeat(301) }).success).toBe(false);
    }
  });

  it('a biography has 1024 characters at most', () => {
    expect(v.safeParse(biographySchema, { biography: 'x'.repeat(1024) }).success).toBe(true);
    expect(v.safeParse(biographySchema, { biography: 'x'.repeat(1025) }).issues?.[0].message).toBe(
      'At most 1024 characters',
    );
  });
});

describe('what a form says, as it is saved', () => {
  const { dob: _dob, phone_number: _phone, gender: _gender, sex: _sex, ...rest } = typed;

  it('is a date of the calendar, and digits', () => {
    expect(toFacts(typed)).toEqual({
      ...rest,
      dob: '1990-01-02',
      phone_number: '4155550132',
      gender: 'Female',
      sex: 'Female',
    });
    expect(toFacts({ ...typed, dob: 'some day', phone_number: '' })).toMatchObject({ dob: '', phone_number: '' });
  });

  it.each(['', 'Male', 'Female', 'Non-binary', 'Transgender', 'Prefer not to say'])(
    'knows the gender “%s”',
    (gender) => {
      expect(toFacts({ ...typed, gender })).toMatchObject({ gender });
    },
  );

  it('says nothing of a gender or sex that is none of the form’s', () => {
    expect(toFacts({ ...typed, gender: 'x', sex: 'Non-binary' })).not.toHaveProperty('gender');
    expect(toFacts({ ...typed, gender: 'x', sex: 'Non-binary' })).not.toHaveProperty('sex');
    for (const sex of ['', 'Male', 'Female']) expect(toFacts({ ...typed, sex })).toMatchObject({ sex });
  });
});

it('each field is called what it is', () => {
  expect({ ...profileWords, ...insuranceWords }).toEqual({
    first_name: 'Legal First Name',
    last_name: 'Legal Last Name',
    dob: 'Date of birth',
    gender: 'Gender',
    sex: 'Sex',
    phone_number: 'Phone',
    home_address_line1: 'Address',
    country: 'Country',
    home_state: 'State',
    home_city: 'City',
    home_zipcode: 'Zip',
    insurance_provider: 'Insurance provider',
    insurance_group_id: 'Group ID',
    insurance_member_id: 'Member ID',
  });
});
