import { describe, expect, it } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { membershipOf } from '../testing/builders.ts';
import { runPure } from '../testing/run-pure.ts';
import { chart, record, scope } from '../testing/call-records.ts';
import { isTooYoung } from './birth-date.ts';
import type { ChartInvite } from './chart-invite.ts';
import { accountScope, classes, personScope, practiceScope } from './classes.ts';
import { membershipId } from './membership.ts';

const roles = {
  [`pro-1 ${scope}`]: ['treating'],
  'pro-1 practice:p1': ['professional'],
  'pro-1 person:c1.1': ['chart.treating'],
  'pro-1 person:c1.2': ['chart.treating'],
};

const person = (change: Readonly<Record<string, Json>> = {}, id = 'c1.1'): StoredRecord =>
  record({
    collection: 'chart_person',
    id,
    scope: personScope(id),
    cls: classes.contact,
    body: { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', ...change },
  });
const card = (change: Readonly<Record<string, Json>> = {}): StoredRecord =>
  record({
    collection: 'client_card',
    id: 'c1',
    cls: classes.scheduling,
    body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1', ...change },
  });
const couple: StoredRecord = { ...chart, body: { ...(chart.body as object), patient_type: 'couple' } };
const practiceIn = (zone: string): StoredRecord =>
  record({
    collection: 'practice',
    id: 'p1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { name: 'Practice', zone },
  });
const inviteOf = (change: Partial<ChartInvite>, id = 'i1'): StoredRecord =>
  record({
    collection: 'chart_invite',
    id,
    cls: classes.access,
    body: {
      chart_id: 'c1',
      person_id: 'c1.1',
      way: 'mail',
      email: 'ada@test.invalid',
      made_by: 'pro-1',
      made_by_name: 'Dr. One',
      made: '2026-11-20T09:00:00.000Z',
      until: '2026-12-04T09:00:00.000Z',
      state: 'open',
      ...change,
    },
  });

const accountOf = (approved: boolean | undefined): StoredRecord =>
  record({
    collection: 'account',
    id: 'pro-1',
    scope: accountScope('pro-1'),
    cls: classes.own,
    body: {
      user_type: 'orchid_pro',
      first_name: 'One',
      last_name: 'Test',
      display_name: 'Dr. One',
      timezone: 'UTC',
      ...(approved === undefined ? {} : { profile_approved_to_use_the_platform: approved }),
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  });

const mail = { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: 'ada@test.invalid' };
const paper = { chart_id: 'c1', person_id: 'c1.1', way: 'paper' };
const run = (records: readonly StoredRecord[], args: Json, name = 'chart.invite', receivedAt?: string) =>
  runPure({ records, roles }, { sub: 'pro-1', name, args, ...(receivedAt === undefined ? {} : { receivedAt }) });
const codeOf = (...asked: Parameters<typeof run>) => {
  const outcome = run(...asked);
  return outcome.outcome === 'rejected' ? outcome.code : 'applied';
};
const written = (...asked: Parameters<typeof run>) => {
  const outcome = run(...asked);
  return outcome.outcome === 'applied' ? outcome.records : [];
};

describe('[IV-1] who is invited', () => {
  const adult = person({ dob: '1980-03-04' });

  it.each([
    ['nobody who has an account', [chart, card(), person({ cognito_sub: 'member-1' })], mail, 'has_account'],
    [
      'nobody in whose place somebody has joined',
      [chart, card(), adult, inviteOf({ state: 'asks_birth_date' })],
      mail,
      'has_account',
    ],
    ['nobody below 18', [chart, card(), person({ dob: '2008-11-22' })], mail, 'too_young'],
    ['nobody below 18, on paper either', [chart, card(), person({ dob: '2015-01-01' })], paper, 'too_young'],
    ['who is 18 today', [chart, card(), person({ dob: '2008-11-21' })], mail, 'applied'],
    ['whose card alone says that they are a child', [chart, card({ dob: '2015-01-01' }), person()], mail, 'too_young'],
    [
      'of a couple the other one, whatever the card says',
      [couple, card({ dob: '2015-01-01' }), person()],
      mail,
      'applied',
    ],
    ['nobody on paper without a birth date', [chart, card(), person()], paper, 'no_birth_date'],
    ['by mail without one', [chart, card(), person()], mail, 'applied'],
    ['nobody by mail without an e-mail', [chart, card(), adult], { ...paper, way: 'mail' }, 'no_email'],
    ['nobody at what is no address', [chart, card(), adult], { ...mail, email: 'ada' }, 'invalid_arguments'],
    ['nobody of another chart', [chart, card(), person({ chart_id: 'c9' })], mail, 'not_found'],
    ['nobody who is not there', [chart, card()], mail, 'not_found'],
  ] as const)('%s', (_case, records, args, code) => {
    expect(codeOf(records, args)).toBe(code);
  });

  it('[AP-1] nobody, while its clinician is not approved; once she is, or where nobody asked, as ever', () => {
    const asked = [chart, card(), adult];
    expect(codeOf([...asked, accountOf(false)], mail)).toBe('not_approved');
    expect(codeOf([...asked, accountOf(true)], mail)).toBe('applied');
    expect(codeOf([...asked, accountOf(undefined)], mail)).toBe('applied');
  });

  it('counts eighteen years by the date where the practice is', () => {
    // 09:00 in Greenwich: the 21st there, and the 22nd in Kiritimati.
    const records = (zone: string) => [chart, card(), practiceIn(zone), person({ dob: '2008-11-22' })];
    const late = '2026-11-21T12:00:00.000Z';
    expect(codeOf(records('UTC'), mail, 'chart.invite', late)).toBe('too_young');
    expect(codeOf(records('Pacific/Kiritimati'), mail, 'chart.invite', late)).toBe('applied');
  });

  it('who was born on 29 February comes of age on 1 March', () => {
    expect(isTooYoung('2008-02-29', '2026-02-28')).toBe(true);
    expect(isTooYoung('2008-02-29', '2026-03-01')).toBe(false);
  });

  it('a newer invite takes the place of one that is open, of the same person alone', () => {
    const other = inviteOf({ person_id: 'c1.2' }, 'i2');
    const records = written([couple, card(), adult, person({}, 'c1.2'), inviteOf({}), other], mail);
    expect(records.map(({ id, body }) => [id, (body as ChartInvite).state])).toEqual([
      ['i1', 'withdrawn'],
      [expect.stringMatching(/^[A-Za-z0-9_-]{24}$/), 'open'],
    ]);
    expect(records[1]?.body).toMatchObject({ made_by: 'pro-1', until: '2026-12-05T09:00:00.000Z' });
  });

  it('three a day are mailed to one person, by any way of counting the same', () => {
    const made = ['2026-11-20T20:00:00.000Z', '2026-11-20T21:00:00.000Z', '2026-11-20T22:00:00.000Z'];
    const before = made.map((at, index) => inviteOf({ made: at, state: 'withdrawn' }, `i${index}`));
    expect(codeOf([chart, card(), adult, ...before.slice(1)], mail)).toBe('applied');
    expect(codeOf([chart, card(), adult, ...before], mail)).toBe('too_many_invites');
    expect(codeOf([chart, card(), adult, ...before], paper)).toBe('applied');
    expect(codeOf([chart, card(), adult, ...before], mail, 'chart.invite', '2026-11-21T20:00:00.001Z')).toBe('applied');
  });
});

describe('[IV-2] an invite that is over', () => {
  const decide = { chart_id: 'c1', invite_id: 'i1' };

  it.each([
    ['open', 'applied'],
    ['withdrawn', 'applied'],
    ['asks_birth_date', 'invite_over'],
    ['asks_clinician', 'invite_over'],
    ['member', 'invite_over'],
    ['undone', 'invite_over'],
  ] as const)('is not withdrawn: one that is %s', (state, code) => {
    expect(codeOf([inviteOf({ state })], decide, 'chart.withdraw_invite')).toBe(code);
  });

  it('of another chart is not there', () => {
    for (const name of ['chart.withdraw_invite', 'chart.confirm_joined', 'chart.undo_joining'])
      expect(codeOf([chart, card(), person(), inviteOf({ chart_id: 'c9' })], decide, name)).toBe('not_found');
  });
});

describe('who has joined', () => {
  const decide = { chart_id: 'c1', invite_id: 'i1' };
  const facts = { joined_as: 'mia', joined_email: 'mia@test.invalid', joined_at: '2026-11-20T10:00:00.000Z' };
  const joined = (state: ChartInvite['state']) => inviteOf({ ...facts, state });
  const member = (where: string, role: 'client' | 'person') =>
    record({
      collection: 'membership',
      id: membershipId(where, 'mia', role),
      scope: where,
      cls: classes.access,
      body: membershipOf('mia', { role, account_name: 'Ada Test' }),
    });
  const keyed = (records: readonly StoredRecord[]) => records.map(({ collection, id }) => `${collection}|${id}`).sort();

  it('[IV-6] is let in by the clinician’s tap where it is asked for, and nowhere else', () => {
    const records = (state: ChartInvite['state']) => [chart, card(), person(), joined(state)];
    for (const state of ['open', 'asks_birth_date', 'withdrawn', 'undone'] as const)
      expect(codeOf(records(state), decide, 'chart.confirm_joined')).toBe('invite_over');
    expect(keyed(written(records('asks_clinician'), decide, 'chart.confirm_joined'))).toEqual([
      'chart_invite|i1',
      'chart_person|c1.1',
      'client_card|c1',
      `membership|${membershipId('person:c1.1', 'mia', 'person')}`,
      `membership|${membershipId(scope, 'mia', 'client')}`,
    ]);
    expect(written(records('member'), decide, 'chart.confirm_joined')).toEqual([]);
  });

  it('[IV-6] is not let in where somebody else has become that person', () => {
    const records = [chart, card(), person({ cognito_sub: 'noa' }), joined('asks_clinician')];
    expect(codeOf(records, decide, 'chart.confirm_joined')).toBe('has_account');
  });

  it('[IV-8] of a couple is one of both: the card is nobody’s', () => {
    const records = [couple, card(), person(), joined('asks_clinician')];
    expect(keyed(written(records, decide, 'chart.confirm_joined'))).not.toContain('client_card|c1');
  });

  it('[IV-7] is sent away: both memberships end, person and card have no account, and nobody else’s is touched', () => {
    const own = { cognito_sub: 'mia' };
    const members = [member(scope, 'client'), member('person:c1.1', 'person')];
    const records = written(
      [chart, card(own), person(own), joined('member'), ...members],
      decide,
      'chart.undo_joining',
    );
    expect(keyed(records)).toEqual(['chart_invite|i1', 'chart_person|c1.1', 'client_card|c1', ...keyed(members)]);
    for (const { collection, body } of records) {
      expect(body).not.toHaveProperty('cognito_sub');
      if (collection === 'membership') expect(body).toHaveProperty('ended', '2026-11-21T09:00:00.000Z');
    }
    const others = [chart, card({ cognito_sub: 'noa' }), person({ cognito_sub: 'noa' }), joined('asks_birth_date')];
    expect(keyed(written(others, decide, 'chart.undo_joining'))).toEqual(['chart_invite|i1']);
    expect(codeOf([chart, card(), person(), joined('open')], decide, 'chart.undo_joining')).toBe('invite_over');
  });
});
