import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { accountScope, classes } from './classes.ts';
import { latestBirthDate, longestBiography, type MemberProfile } from './member-profile.ts';

const begun = record({
  collection: 'member_profile',
  id: 'someone',
  scope: accountScope('someone'),
  cls: classes.own,
  body: { signup_form_finished: false, modify_datetime: '2026-11-20T09:00:00.000Z' },
});
const accounts = sampleCall('member_profile.save').records;
const records = [...accounts, begun];
const whole = {
  last_name: 'Lind',
  dob: '1990-01-02',
  home_address_line1: '1 Elm St',
  home_city: 'Denver',
  home_zipcode: '80202',
  country: 'US',
  home_state: 'CO',
} as const;
const save = (
  args: Json,
  more: { readonly records?: readonly StoredRecord[]; readonly sub?: string; readonly now?: string } = {},
) =>
  runPure(
    { records: more.records ?? records, roles: {} },
    {
      sub: more.sub ?? 'someone',
      name: 'member_profile.save',
      args,
      ...(more.now === undefined ? {} : { ctx: { now: more.now } }),
    },
  );

function profileOf(outcome: ReturnType<typeof save>): MemberProfile {
  if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
  const found = outcome.records.find(({ collection }) => collection === 'member_profile');
  return found?.body as unknown as MemberProfile;
}

describe('a member’s profile', () => {
  test('[C-473, C-474, C-291] signing up is finished once everything that is required stands there, and not before', () => {
    expect(profileOf(save(whole)).signup_form_finished).toBe(true);
    for (const name of Object.keys(whole)) {
      if (name === 'last_name') continue;
      expect([name, profileOf(save({ ...whole, [name]: undefined })).signup_form_finished]).toEqual([name, false]);
    }
  });

  test('who was there before there was such a profile has finished, whatever they say first; what was finished stays so', () => {
    expect(profileOf(save({ home_city: 'Denver' }, { records: accounts })).signup_form_finished).toBe(true);
    const done = { ...begun, body: { ...(begun.body as object), ...whole, signup_form_finished: true } };
    const emptied = save({ home_city: '' }, { records: [...accounts, done] });
    expect(profileOf(emptied).signup_form_finished).toBe(true);
  });

  test('[C-475] who is younger than thirteen is refused, on the very day too', () => {
    expect(latestBirthDate('2026-11-21', 13)).toBe('2013-11-21');
    expect(latestBirthDate('2028-02-29', 13)).toBe('2015-02-28');
    expect(save({ ...whole, dob: '2013-11-21' }).outcome).toBe('applied');
    expect(save({ ...whole, dob: '2013-11-22' })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    // By the server's clock: who sets the device ahead is no older for it.
    expect(save({ ...whole, dob: '2020-01-01' }, { now: '2045-01-01T09:00:00.000Z' })).toMatchObject({
      outcome: 'rejected',
      code: 'invalid_arguments',
    });
  });

  test('[C-317, C-315, C-312, C-314, C-477] a text that is too long, a phone that is none, another choice than those that are offered: refused', () => {
    expect(save({ biography: 'x'.repeat(longestBiography) }).outcome).toBe('applied');
    for (const args of [
      { biography: 'x'.repeat(longestBiography + 1) },
      { phone_number: '303555010' },
      { phone_number: '(303) 555-0100' },
      { gender: 'Other' },
      { sex: 'Non-binary' },
      { country: 'DE' },
      { home_state: 'Colorado' },
      { first_name: ' ' },
    ])
      expect(save(args)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('a name changes in the account, whose screens greet by it; nobody but a member has a profile', () => {
    const outcome = save({ first_name: 'Vera', last_name: 'Lind' });
    expect(outcome).toMatchObject({
      outcome: 'applied',
      records: expect.arrayContaining([
        expect.objectContaining({
          collection: 'account',
          id: 'someone',
          body: expect.objectContaining({ display_name: 'Vera Lind' }),
        }),
      ]),
    });
    const professionals = accounts.map((one) => ({
      ...one,
      body: { ...(one.body as object), user_type: 'orchid_pro' },
    }));
    expect(save({ home_city: 'Denver' }, { records: professionals })).toMatchObject({ code: 'not_found' });
    expect(save({ home_city: 'Denver' }, { sub: 'stranger' })).toMatchObject({ code: 'not_found' });
  });
});
