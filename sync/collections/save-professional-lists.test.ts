import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  earlier,
  now,
  ofPractice,
  own,
  place,
  records,
  roles,
  save,
  writtenBy,
  type Setting,
} from '../testing/professional-world.ts';
import { classes } from './classes.ts';
import { license, licenseFacts } from './license.ts';
import { officeLocation } from './office-location.ts';

const newLicense = { conferring_entity: 'CO', license_number: 'L-2' };
const said = { type: 'LCSW', conferring_entity: 'CO', license_number: 'L-1' };
const heldLicense = { ...v.parse(licenseFacts, said), modify_datetime: earlier };
const typeOf = (marked_deleted_datetime: string | null) => ({
  orchid_pro_type: { type: 'therapist', specialty: { specialty: '', sub_specialty: '' } },
  create_datetime: earlier,
  modify_datetime: earlier,
  marked_deleted_datetime,
});

describe('[PR-1] her licences and places', () => {
  test('[S-168, S-169, S-170] a new licence holds nothing but what was said: no end of its validity, no supervision', () => {
    const [, written] = writtenBy(save({ office_city: 'Denver', licenses: [newLicense] }));
    expect(written).toMatchObject({ collection: 'license', scope: 'account:pro-1', cls: classes.own });
    expect(written?.body).toEqual({
      type: '',
      conferring_entity: 'CO',
      license_number: 'L-2',
      expiration_date: '',
      orchid_pro_type_id: '',
      supervision: {
        has_supervision: false,
        name: '',
        npi: '',
        phone: '',
        license_type: '',
        license_number: '',
      },
      modify_datetime: now,
    });
  });

  test('those with an id are changed, those without are made, others stay; an unchanged one is not written', () => {
    const held = [...records, own('license', 'l1', heldLicense), own('license', 'l2', heldLicense)];
    const licenses = [{ license_id: 'l1', ...said, license_number: 'L-9' }, { license_id: 'l2', ...said }, newLicense];
    const written = writtenBy(save({ licenses }, { records: held }));
    expect(written.map(({ id, body }) => [id === 'l1', Reflect.get(Object(body), 'license_number')])).toEqual([
      [true, 'L-9'],
      [false, 'L-2'],
    ]);
  });

  test('one of somebody else answers like one that is not there', () => {
    const foreign = [
      ...records,
      own('license', 'l3', heldLicense, 'pro-2'),
      ofPractice('office_location', 'o3', place, 'p2'),
    ];
    const all: Setting = { records: foreign, roles: { ...roles, 'pro-1 practice:p2': ['professional'] } };
    for (const id of ['l3', 'l9'])
      expect(save({ licenses: [{ license_id: id, ...newLicense }] }, all)).toMatchObject({ code: 'not_found' });
    for (const id of ['o3', 'o9'])
      expect(save({ additional_office_locations: [{ office_location_id: id, ...place }] }, all)).toMatchObject({
        code: 'not_found',
      });
  });

  test('both lie sealed on the server', () => {
    expect([license.clinical, officeLocation.clinical]).toEqual([true, true]);
  });

  test('a place of a colleague is hers to change; one’s own says whose it is', () => {
    const held = (owner: string) => [
      ...records,
      ofPractice('office_location', 'o1', { ...place, orchid_pro_user_id: owner, modify_datetime: earlier }),
    ];
    const moved = { additional_office_locations: [{ office_location_id: 'o1', ...place, office_city: 'Reno' }] };
    expect(save(moved, { records: held('pro-2'), roles })).toMatchObject({ code: 'not_found' });
    expect(writtenBy(save(moved, { records: held('pro-1'), roles }))).toMatchObject([
      { collection: 'office_location', body: { office_city: 'Reno', orchid_pro_user_id: 'pro-1' } },
    ]);
    expect(writtenBy(save({ additional_office_locations: [place] }))).toMatchObject([
      { body: { orchid_pro_user_id: 'pro-1' } },
    ]);
  });

  test('one that is named twice with two meanings is refused', () => {
    const held = [...records, own('license', 'l1', heldLicense)];
    const licenses = ['L-8', 'L-9'].map((license_number) => ({ license_id: 'l1', ...said, license_number }));
    expect(save({ licenses }, { records: held })).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });

  test('more than eight made with one save are refused', () => {
    const licenses = Array.from({ length: 8 }, () => newLicense);
    expect(writtenBy(save({ licenses }))).toHaveLength(8);
    const more = save({ licenses, additional_office_locations: [place] });
    expect(more).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    expect(save({ licenses: [...licenses, newLicense] })).toMatchObject({ code: 'invalid_arguments' });
    // What is only changed does not count.
    const held = [...records, own('license', 'l1', heldLicense)];
    const changed = { license_id: 'l1', ...said, license_number: 'L-9' };
    expect(writtenBy(save({ licenses: [...licenses, changed] }, { records: held }))).toHaveLength(9);
  });

  test('a licence is of a profession of hers, or names none: one of somebody else is like one that is not there', () => {
    const typed = [
      ...records,
      own('orchid_pro_type', 't1', typeOf(null)),
      own('orchid_pro_type', 't2', typeOf(earlier)),
      own('orchid_pro_type', 't3', typeOf(null), 'pro-2'),
      own('license', 'l1', heldLicense),
    ];
    const saved = (orchid_pro_type_id: string, more: { readonly license_id?: string } = {}) =>
      save({ licenses: [{ ...newLicense, ...more, orchid_pro_type_id }] }, { records: typed });
    for (const id of ['t1', 't2', ''])
      expect(writtenBy(saved(id))).toMatchObject([{ collection: 'license', body: { orchid_pro_type_id: id } }]);
    for (const id of ['t3', 't9'])
      for (const more of [{}, { license_id: 'l1' }])
        expect(saved(id, more)).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });

  test('[S-174] a place is a telehealth or an in-person one; its link leads to an encrypted page', () => {
    for (const session_location_type of ['telehealth', 'in-person']) {
      const placed = { ...place, session_location_type, video_link: 'https://video.test.invalid/ann' };
      expect(writtenBy(save({ additional_office_locations: [placed] }))).toMatchObject([
        { collection: 'office_location', scope: 'practice:p1', body: { session_location_type, is_default: false } },
      ]);
    }
    for (const change of [
      { session_location_type: 'phone' },
      { video_link: 'http://video.test.invalid' },
      { office_name: '' },
    ])
      expect(save({ additional_office_locations: [{ ...place, ...change }] })).toMatchObject({
        code: 'invalid_arguments',
      });
  });

  test('a place is said by who works as a clinician in the practice: not by its desk, not by who has left', () => {
    for (const has of [[], ['scheduler'], ['biller']])
      expect(save({ additional_office_locations: [place] }, { roles: { 'pro-1 practice:p1': has } })).toMatchObject({
        outcome: 'rejected',
        code: 'not_found',
      });
    const owner = save({ additional_office_locations: [place] }, { roles: { 'pro-1 practice:p1': ['owner'] } });
    expect(owner.outcome).toBe('applied');
  });

  test('[S-170] a supervisor is named by a real provider identifier, or by none', () => {
    const supervised = (npi: string) => ({
      ...newLicense,
      supervision: { has_supervision: true, name: 'Dr. Two', npi },
    });
    expect(save({ licenses: [supervised('1234567893')] }).outcome).toBe('applied');
    expect(save({ licenses: [supervised('')] }).outcome).toBe('applied');
    expect(save({ licenses: [supervised('1234567890')] })).toMatchObject({ code: 'invalid_arguments' });
  });
});
