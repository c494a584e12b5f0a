import { describe, expect, test } from 'vitest';
import { runPure } from '../testing/run-pure.ts';
import {
  accountOf,
  accounts,
  begun,
  earlier,
  now,
  ofPractice,
  own,
  recordOf,
  records,
  save,
  shown,
  writtenBy,
} from '../testing/professional-world.ts';
import type { Json, StoredRecord } from '../core/record.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { confirmations, confirmedVersion, requiredOfProfessional } from './professional-record.ts';

const type = {
  orchid_pro_type: { type: 'therapist', specialty: { specialty: '', sub_specialty: '' } },
  create_datetime: earlier,
  modify_datetime: earlier,
  marked_deleted_datetime: null,
};
const heldLicense = { type: 'LCSW', conferring_entity: 'CO', license_number: 'L-1', modify_datetime: earlier };
const isFinished = (args: Json, all: readonly StoredRecord[]): unknown =>
  Reflect.get(Object(recordOf(save(args, { records: all }))?.body), 'signup_form_finished');

const ticks = Object.fromEntries(confirmations.map((what) => [what, true]));
const facts = {
  name_schema: 'First Name Last Name',
  dob: '1980-02-03',
  office_address_line1: '1 Elm St',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
  mail_address_line1: '1 Elm St',
  mail_city: 'Denver',
  mail_state: 'CO',
  mail_zipcode: '80202',
  heard_about_orchid_via: 'AMHC',
} as const;
const newLicense = { conferring_entity: 'CO', license_number: 'L-2' };
const whole = { ...facts, ...ticks, licenses: [newLicense] };
const withType = [...records, own('orchid_pro_type', 't1', type)];

describe('[PR-1] what a professional says of herself', () => {
  test('finishes quick intake once all of it stands there, and not before', () => {
    expect(isFinished(whole, withType)).toBe(true);
    for (const key of [...requiredOfProfessional, ...confirmations, 'licenses'])
      expect([key, isFinished({ ...whole, [key]: undefined }, withType)]).toEqual([key, false]);
    expect(isFinished(whole, records)).toBe(false);
    const takenAway = own('orchid_pro_type', 't1', { ...type, marked_deleted_datetime: earlier });
    expect(isFinished(whole, [...records, takenAway])).toBe(false);
    const held = [...withType, own('license', 'l1', heldLicense)];
    expect(isFinished({ ...whole, licenses: undefined }, held)).toBe(true);
  });

  test('stays finished whatever is emptied; who was there before there was such a record has finished', () => {
    const done = own('professional_record', 'pro-1', {
      ...facts,
      confirmed: {},
      signup_form_finished: true,
      modify_datetime: earlier,
    });
    expect(isFinished({ dob: '' }, [...accounts, done])).toBe(true);
    expect(isFinished({ office_city: 'Denver' }, accounts)).toBe(true);
  });

  test('[S-294, S-432] who is younger than eighteen by a day is refused', () => {
    expect(save({ dob: '2008-11-21' }).outcome).toBe('applied');
    expect(save({ dob: '2008-11-22' })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    // By the server's clock, whatever the device's says.
    const args = { dob: '2020-01-01' };
    const late = { sub: 'pro-1', name: 'professional_record.save', args, ctx: { now: '2045-01-01T09:00:00.000Z' } };
    expect(runPure({ records, roles: {} }, late)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('a name is seen whole: nothing without a width, of control or of direction stands in it', () => {
    for (const unseen of ['\u200b', 'Ann\u202e', 'Ann\u0007'])
      for (const field of ['first_name', 'last_name', 'preferred_first_name'])
        expect(save({ [field]: unseen })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    expect(save({ first_name: 'Zoë', last_name: 'O’Neil-Łuk' }).outcome).toBe('applied');
  });

  test('a title or a degree is refused to who has no doctorate, and taken from nobody who has one', () => {
    for (const name_schema of ['Dr. Last Name', 'Preferred First Name, MD/DO']) {
      expect(save({ name_schema })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
      expect(save({ name_schema, medical_degree: 'LCSW' })).toMatchObject({ code: 'invalid_arguments' });
      expect(save({ name_schema, medical_degree: 'PsyD' }).outcome).toBe('applied');
      const doctor = ofPractice('professional', 'pro-1', { ...shown, medical_degree: 'PhD' });
      expect(save({ name_schema }, { records: [accountOf('pro-1'), doctor, begun] }).outcome).toBe('applied');
    }
    const titled = own('professional_record', 'pro-1', {
      medical_degree: 'PhD',
      name_schema: 'Dr. Last Name',
      confirmed: {},
      signup_form_finished: true,
      modify_datetime: earlier,
    });
    const without = save({ medical_degree: '' }, { records: [...accounts, titled] });
    expect(without).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('[S-182, S-196, S-298] another choice than those that are offered, a phone that is none, a name that is none: refused', () => {
    for (const args of [
      { heard_about_orchid_via: 'Newspaper' },
      { office_state: 'Colorado' },
      { mail_state: 'XX' },
      { phone_number: '(303) 555-0100' },
      { name_schema: 'Last Name First Name' },
      { first_name: ' ' },
      { preferred_first_name: 'x'.repeat(101) },
      { agreed_to_terms_of_use: false },
      { dob: '3 Feb 1980' },
    ])
      expect([args, save(args)]).toMatchObject([args, { outcome: 'rejected', code: 'invalid_arguments' }]);
  });

  test('nobody but a professional says it', () => {
    const { records: members } = sampleCall('member_profile.save');
    expect(save({ office_city: 'Denver' }, { records: members })).toMatchObject({ code: 'not_found' });
    expect(save({ office_city: 'Denver' }, { sub: 'stranger' })).toMatchObject({ code: 'not_found' });
  });

  test('ticks are stamped with version and time, once for each version, and never taken back', () => {
    const stamp = { version: confirmedVersion, at: now };
    const first = recordOf(save({ agreed_to_terms_of_use: true }));
    expect(first?.body).toMatchObject({ confirmed: { agreed_to_terms_of_use: stamp } });
    expect(Object.keys(first?.stamps ?? {})).toContain('agreed_to_terms_of_use');
    const confirmedAt = (version: string) =>
      own('professional_record', 'pro-1', {
        confirmed: { agreed_to_terms_of_use: { version, at: earlier } },
        signup_form_finished: false,
        modify_datetime: earlier,
      });
    const known = [...accounts, confirmedAt(confirmedVersion)];
    expect(writtenBy(save({ agreed_to_terms_of_use: true }, { records: known }))).toEqual([]);
    expect(recordOf(save({ office_city: 'Denver' }, { records: known }))?.body).toMatchObject({
      confirmed: { agreed_to_terms_of_use: { version: confirmedVersion, at: earlier } },
    });
    const old = [...accounts, confirmedAt('2020-01-01')];
    expect(recordOf(save({ agreed_to_terms_of_use: true }, { records: old }))?.body).toMatchObject({
      confirmed: { agreed_to_terms_of_use: stamp },
    });
  });
});

describe('[PR-1] her name', () => {
  const page = ofPractice('public_profile', 'pro-1', { ...shown, is_open: true });

  test('as she is called follows into her account, the practice and her page', () => {
    const said = {
      preferred_first_name: 'Annie',
      name_schema: 'Preferred First Name Last Name, MD/DO',
      medical_degree: 'MD',
    };
    const written = writtenBy(save(said, { records: [...records, page] }));
    expect(written.map(({ collection, body }) => [collection, Reflect.get(Object(body), 'display_name')])).toEqual([
      ['professional_record', undefined],
      ['account', 'Annie Lind, MD'],
      ['professional', 'Annie Lind, MD'],
      ['public_profile', 'Annie Lind, MD'],
    ]);
    expect(written[2]?.body).toEqual({ cognito_sub: 'pro-1', display_name: 'Annie Lind, MD', medical_degree: 'MD' });
    expect(written[3]?.body).toMatchObject({ is_open: true });
  });

  test('stays as the practice has it where she says something else, and where she says what stands there', () => {
    const doctor = ofPractice('professional', 'pro-1', { ...shown, display_name: 'Dr. Ann', medical_degree: 'PhD' });
    const known = [accountOf('pro-1'), doctor, begun];
    const said = {
      first_name: 'Ann',
      last_name: 'Lind',
      office_city: 'Denver',
      name_schema: '',
      medical_degree: 'PhD',
    };
    const written = writtenBy(save(said, { records: known }));
    expect(written.map(({ collection, stamps }) => [collection, stamps])).toEqual([
      ['professional_record', { office_city: 'uid-1' }],
    ]);
  });

  test('a legal name alone changes her account and how she is called', () => {
    const written = writtenBy(save({ last_name: 'Berg' }));
    expect(written).toMatchObject([
      { collection: 'account', body: { last_name: 'Berg', display_name: 'Ann Berg' } },
      { collection: 'professional', body: { display_name: 'Ann Berg' } },
    ]);
  });

  test('of the greatest length fits where it is shown', () => {
    const long = (letter: string) => letter.repeat(100);
    const said = {
      last_name: long('l'),
      preferred_first_name: long('p'),
      medical_degree: 'PhD',
      name_schema: 'Preferred First Name Last Name, MD/DO',
    };
    expect(writtenBy(save(said))).toHaveLength(3);
  });
});
