import { describe, expect, test } from 'vitest';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { ChartInvite } from '../../../../sync/collections/chart-invite.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { inviteRows } from './invite-rows.ts';

const card = { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1', dob: '1980-03-04' };
const seen = <Body>(id: string, body: Body): SeenRecord<Body> => ({
  collection: 'any',
  id,
  scope: 'chart:c1',
  cls: 'access',
  version: 1,
  shape: 1,
  stamps: {},
  pending: false,
  body,
});
type Person = Parameters<typeof inviteRows>[0]['people'][number]['body'];
const person = (change: Partial<Person> = {}, id = 'c1.1') =>
  seen(id, { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', ...change });
const inviteOf = (state: ChartInvite['state'], id = 'i1', person_id = 'c1.1') =>
  seen<ChartInvite>(id, {
    chart_id: 'c1',
    person_id,
    way: 'mail',
    made_by: 'pro-1',
    made_by_name: 'Dr. One',
    made: '2026-11-20T09:00:00.000Z',
    until: '2026-12-04T09:00:00.000Z',
    state,
  });
const rows = (change: Partial<Parameters<typeof inviteRows>[0]> = {}) =>
  inviteRows({
    people: [person()],
    invites: [],
    card,
    isCouple: false,
    today: '2026-11-24',
    now: '2026-11-24T09:00:00.000Z',
    waitsForApproval: false,
    ...change,
  });

test.each([
  ['none', [], 'none'],
  ['one that is open', [inviteOf('open')], 'open'],
  ['one that was withdrawn', [inviteOf('withdrawn')], 'none'],
  ['one that was undone, and one that is open', [inviteOf('undone'), inviteOf('open', 'i2')], 'open'],
  ['one that somebody has used', [inviteOf('withdrawn'), inviteOf('asks_birth_date', 'i2')], 'asks_birth_date'],
  ['one that waits for the clinician', [inviteOf('asks_clinician')], 'asks_clinician'],
  ['one that led in', [inviteOf('member')], 'member'],
  ['one that led in, and one that was made after it', [inviteOf('member'), inviteOf('open', 'i2')], 'member'],
])('with invites: %s', (_case, invites, state) => {
  expect(rows({ invites }).map((row) => row.state)).toEqual([state]);
});

test('an invite whose days have passed has expired', () => {
  const now = '2026-12-04T09:00:00.000Z';
  expect(rows({ invites: [inviteOf('open')], now }).map(({ state }) => state)).toEqual(['expired']);
});

test('who has an account of before is said to have one', () => {
  expect(rows({ people: [person({ cognito_sub: 'mia' })] }).map(({ state }) => state)).toEqual(['account']);
});

test('[AP-1] who waits for the approval invites nobody, and the row says why', () => {
  expect(rows({ waitsForApproval: true }).map(({ whyNot }) => whyNot)).toEqual([errorTexts.not_approved]);
});

test('[IV-1] below eighteen the row says why not, by the card where the chart is one person’s', () => {
  const why = (change: Parameters<typeof rows>[0]) => rows(change).map(({ whyNot }) => whyNot);
  const child = { ...card, dob: '2010-01-01' };
  expect(why({ people: [person({ dob: '2010-01-01' })] })).toEqual([errorTexts.too_young]);
  expect(why({ card: child })).toEqual([errorTexts.too_young]);
  expect(why({ card: child, isCouple: true })).toEqual([null]);
  expect(rows({ card: child, isCouple: true }).map(({ birthDate }) => birthDate)).toEqual([null]);
});

test('the address that is known stands there already; a couple’s card has none of theirs', () => {
  const known = { ...card, email: 'card@test.invalid' };
  expect(rows({ card: known }).map(({ email }) => email)).toEqual(['card@test.invalid']);
  expect(rows({ card: known, isCouple: true }).map(({ email }) => email)).toEqual(['']);
  expect(rows({ card: known, people: [person({ email: 'own@test.invalid' })] })[0]?.email).toBe('own@test.invalid');
});

describe('of several people', () => {
  const ada = { first_name: 'Adelheid', preferred_first_name: 'Ada', email: 'ada@test.invalid' };
  const bo = { first_name: 'Boris', last_name: 'Other' };
  const people = [person(ada, 'c1.1'), person(bo, 'c1.2')];
  const theirCard = { ...card, ...ada };

  test.each([false, true])('each is called by their own names, never by the client’s (a couple: %s)', (isCouple) => {
    const named = rows({ people, card: theirCard, isCouple }).map(({ name }) => name);
    expect(named).toEqual(['Ada Test', 'Boris Other']);
  });

  test.each([
    ['neither', undefined, undefined, 'Boris Other'],
    ['the client alone', 'Ada', undefined, 'Boris Other'],
    ['the person alone', undefined, 'Bo', 'Bo Other'],
    ['both', 'Ada', 'Bo', 'Bo Other'],
  ])('a preferred first name is of who has it: %s', (_case, ofCard, own, name) => {
    const called = (preferred_first_name: string | undefined) =>
      preferred_first_name === undefined ? {} : { preferred_first_name };
    const listed = rows({ people: [person({ ...bo, ...called(own) })], card: { ...card, ...called(ofCard) } });
    expect(listed.map((row) => row.name)).toEqual([name]);
  });

  test('an invite is of the person that it names, and says nothing of the other', () => {
    const listed = rows({ people, card: theirCard, isCouple: true, invites: [inviteOf('member', 'i1', 'c1.2')] });
    expect(listed.map(({ personId, state, invite }) => [personId, state, invite?.id])).toEqual([
      ['c1.1', 'none', undefined],
      ['c1.2', 'member', 'i1'],
    ]);
  });
});
