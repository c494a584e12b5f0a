import { describe, expect, it } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { membershipOf } from '../testing/builders.ts';
import { runPure, type PureWorld } from '../testing/run-pure.ts';
import { chartScope, classes } from './classes.ts';
import { isFormer, lastDayToGive, membershipId, whyNotEnd, type Membership } from './membership.ts';

const scope = chartScope('c1');
const today = '2026-11-21';
const record = (part: Pick<StoredRecord, 'collection' | 'id' | 'cls' | 'body'> & Partial<StoredRecord>) => ({
  scope,
  version: 1,
  shape: 1,
  stamps: {},
  ...part,
});
const member = (account: string, role: Membership['role'], change: Partial<Membership> = {}): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(scope, account, role),
    cls: classes.access,
    body: membershipOf(account, { role, ...change }),
  });

/** The chart is Olga's; Greta was given access to it, Frieda once had some; Sue supervises; Carla is the client. */
const given = { access: 'delegated' } as const;
const olga = member('olga', 'treating');
const greta = member('greta', 'treating', given);
const former = member('frieda', 'treating', { ...given, ended: '2026-11-01T09:00:00.000Z' });
const sue = member('sue', 'supervisor', given);
const carla = member('carla', 'client');
const gus = member('gus', 'guardian');
const everybody = [olga, greta, former, sue, carla, gus];

const chart = record({
  collection: 'chart',
  id: 'c1',
  cls: classes.careTeam,
  body: {
    patient_type: 'individual',
    client_status: 'active',
    presenting_problem: '',
    opened: '2026-01-01T00:00:00.000Z',
    practice_id: 'p1',
  },
});
const colleague = (sub: string): StoredRecord =>
  record({
    collection: 'professional',
    id: sub,
    scope: 'practice:p1',
    cls: classes.colleagues,
    body: { cognito_sub: sub, display_name: `Dr. ${sub}`, medical_degree: '' },
  });
const colleagues = ['olga', 'greta', 'frieda', 'sue', 'nina'].map(colleague);

/** Roles are what the server's member table would say: those of memberships that have not ended. */
function worldOf(members: readonly StoredRecord[]): PureWorld {
  const roles: Record<string, string[]> = {};
  for (const { id, body } of members) {
    const membership = body as Membership;
    if (isFormer({ id, body: membership }, today)) continue;
    (roles[`${membership.account} ${scope}`] ??= []).push(membership.role);
  }
  return { records: [...members, chart, ...colleagues], roles };
}

const run = (members: readonly StoredRecord[], sub: string, name: string, args: Json) => {
  const outcome = runPure(worldOf(members), { sub, name, args });
  return outcome.outcome === 'rejected' ? outcome.code : outcome.records.map(({ id }) => id.slice('m.c1.'.length));
};
const end = (members: readonly StoredRecord[], sub: string, target: StoredRecord) =>
  run(members, sub, 'membership.revoke', { scope, membership_id: target.id });
const give = (
  members: readonly StoredRecord[],
  sub: string,
  account: string,
  more: Readonly<Record<string, Json>> = {},
) =>
  run(members, sub, 'membership.grant', { scope, account, account_name: `Dr. ${account}`, role: 'treating', ...more });

describe('ending access', () => {
  const targets = { olga, greta, frieda: former, sue, carla, gus };
  type Target = keyof typeof targets;
  it.each<[string, Target, string | readonly string[]]>([
    // Whose chart it is.
    ['olga', 'olga', ['olga.treating']],
    ['olga', 'greta', ['greta.treating']],
    ['olga', 'frieda', []],
    ['olga', 'sue', ['sue.supervisor']],
    ['olga', 'carla', 'client_access'],
    ['olga', 'gus', 'client_access'],
    // Who was given access.
    ['greta', 'olga', 'given_access'],
    ['greta', 'greta', ['greta.treating']],
    ['greta', 'frieda', []],
    ['greta', 'sue', ['sue.supervisor']],
    ['greta', 'carla', 'client_access'],
    ['greta', 'gus', 'client_access'],
    // Who had it, who only reads, the client, a guardian, a stranger.
    ...['frieda', 'sue', 'carla', 'gus', 'nina'].flatMap((sub) =>
      (Object.keys(targets) as Target[]).map((target): [string, Target, string] => [sub, target, 'not_allowed']),
    ),
  ])('[AC-5] %s ends the access of %s: %j', (sub, target, outcome) => {
    expect(end(everybody, sub, targets[target])).toEqual(outcome);
  });

  it('[AC-5] ends every role of that colleague in one go, never one as client or guardian', () => {
    const roles = ['supervisor', 'scheduler', 'biller', 'client', 'guardian'] as const;
    const all = [olga, greta, ...roles.map((role) => member('greta', role, given))];
    const ended = ['greta.treating', 'greta.supervisor', 'greta.scheduler', 'greta.biller'];
    expect(end(all, 'olga', greta)).toEqual(ended);
    expect(end(all, 'olga', member('greta', 'biller', given))).toEqual(ended);
    expect(end(all, 'olga', member('greta', 'client', given))).toBe('client_access');
  });

  it('[AC-5] a role that had ended before keeps the day on which it did', () => {
    const before = member('greta', 'supervisor', { ...given, ended: '2026-11-01T09:00:00.000Z' });
    expect(end([olga, greta, before], 'olga', greta)).toEqual(['greta.treating']);
  });

  it.each<[string, readonly StoredRecord[], string | readonly string[]]>([
    ['she is the only one', [olga], 'last_treating'],
    ['the other one’s access has ended', [olga, former], 'last_treating'],
    [
      'the other one’s last day has passed',
      [olga, member('greta', 'treating', { ...given, until: '2026-11-20' })],
      'last_treating',
    ],
    ['the others only supervise', [olga, sue, member('olga', 'supervisor', given)], 'last_treating'],
    [
      'the other one treats until a last day',
      [olga, member('greta', 'treating', { ...given, until: '2027-11-20' })],
      'last_treating',
    ],
    ['somebody else treats', [olga, greta], ['olga.treating']],
  ])('[AC-5] the last one who treats stays: %s', (_case, members, outcome) => {
    expect(end(members, 'olga', olga)).toEqual(outcome);
  });

  it('[AC-5] of those who treat until a last day one goes after the other, and one remains', () => {
    const until = '2026-12-31';
    const [one, other] = [member('greta', 'treating', { ...given, until }), member('nina', 'treating', { until })];
    expect(end([one, other], 'nina', one)).toEqual(['greta.treating']);
    expect(end([olga, one], 'olga', one)).toEqual(['greta.treating']);
    expect(end([one], 'greta', one)).toBe('last_treating');
    const passed = member('nina', 'treating', { until: '2026-11-20' });
    expect(end([one, passed], 'greta', one)).toBe('last_treating');
  });

  it('[AC-5] an end that waited on a device with an older build applies where its person may', () => {
    // Named by the one role that the old screen showed; that one had ended meanwhile and nothing else is touched.
    const both = [olga, member('greta', 'supervisor', { ...given, ended: '2026-11-02T09:00:00.000Z' }), greta];
    expect(end(both, 'olga', member('greta', 'supervisor'))).toEqual([]);
  });

  it('[AC-5] what the screen asks before it offers an end is what the server answers', () => {
    const members = everybody.map(({ id, body }) => ({ id, body: body as Membership }));
    for (const actor of ['olga', 'greta']) {
      for (const target of everybody) {
        const { account } = target.body as Membership;
        const answer = end(everybody, actor, target);
        if (target === former) continue;
        expect(whyNotEnd(members, { actor, account, today })).toBe(typeof answer === 'string' ? answer : null);
      }
    }
  });
});

describe('giving access', () => {
  it.each<[string, string, string | readonly string[]]>([
    ['olga', 'nina', ['nina.treating']],
    ['olga', 'frieda', ['frieda.treating']],
    ['olga', 'greta', 'already_exists'],
    ['olga', 'olga', 'already_exists'],
    ['greta', 'nina', ['nina.treating']],
    ['greta', 'olga', 'already_exists'],
    ['greta', 'greta', 'given_access'],
    ['frieda', 'frieda', 'not_allowed'],
    ['sue', 'sue', 'not_allowed'],
    ['sue', 'nina', 'not_allowed'],
    ['carla', 'nina', 'not_allowed'],
    ['gus', 'nina', 'not_allowed'],
    ['nina', 'nina', 'not_allowed'],
  ])('[AC-5] %s gives access to %s: %j', (sub, account, outcome) => {
    expect(give(everybody, sub, account)).toEqual(outcome);
  });

  const friday = '2026-11-27';
  const dated = member('greta', 'treating', { ...given, until: friday });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ['another role', { role: 'supervisor' }],
    ['a later day', { until: '2026-12-31' }],
    ['an earlier day', { until: '2026-11-26' }],
    ['no last day', {}],
  ])('[AC-5] who was given access gives herself nothing: %s', (_what, more) => {
    expect(give([olga, dated], 'greta', 'greta', more)).toBe('given_access');
    // Nor does a second role help her.
    expect(give([olga, dated, member('greta', 'client')], 'greta', 'greta', more)).toBe('given_access');
  });

  it('[AC-5] only whose chart it is changes a last day; nobody sets one for her', () => {
    const members = [olga, dated, member('nina', 'treating', { ...given, until: friday })];
    expect(give(members, 'olga', 'greta', { until: '2026-12-31' })).toEqual(['greta.treating']);
    expect(give(members, 'nina', 'greta', { until: '2026-12-31' })).toBe('given_access');
    expect(give(members, 'olga', 'greta', { until: friday })).toBe('already_exists');
    expect(give(members, 'olga', 'greta')).toBe('already_exists');
    expect(give(members, 'greta', 'olga', { until: friday })).toBe('already_exists');
  });

  it('[AC-5] the last one who treats without a last day is given none', () => {
    const leaving = member('olga', 'treating', { until: '2026-12-31' });
    expect(give([leaving, greta], 'olga', 'greta', { until: friday })).toBe('last_treating');
    expect(give([leaving, greta, member('nina', 'treating')], 'olga', 'greta', { until: friday })).toEqual([
      'greta.treating',
    ]);
    expect(give([olga, greta], 'olga', 'greta', { until: friday })).toEqual(['greta.treating']);
  });

  it.each(['2026-02-31', '2027-02-29', '2026-11-31'])('a last day that no calendar has is refused: %s', (until) => {
    expect(give([olga], 'olga', 'nina', { until: until.replace('2026-02', '2027-02') })).toBe('invalid_arguments');
  });

  it('[AC-5] who has access for a time gives none beyond it', () => {
    expect(give([olga, dated], 'greta', 'nina', { until: friday })).toEqual(['nina.treating']);
    expect(give([olga, dated], 'greta', 'nina', { until: '2026-11-28' })).toBe('given_access');
    expect(give([olga, dated], 'greta', 'nina')).toBe('given_access');
    const members = [olga, dated].map(({ id, body }) => ({ id, body: body as Membership }));
    expect(lastDayToGive(members, 'greta', today)).toBe(friday);
    expect(lastDayToGive(members, 'olga', today)).toBeNull();
  });

  it('[AC-5] nor by a role without a last day that gives nothing by itself', () => {
    const members = [olga, dated, member('greta', 'supervisor', given)];
    expect(give(members, 'greta', 'nina', { until: friday })).toEqual(['nina.treating']);
    expect(give(members, 'greta', 'nina', { until: '2026-11-28' })).toBe('given_access');
    expect(give(members, 'greta', 'nina')).toBe('given_access');
  });

  it('[AC-5] who has it already may be called otherwise by now: her last day changes all the same, and nobody new comes in by a wrong name', () => {
    const renamed = { account_name: 'Dr. Greta as she was', until: friday };
    expect(give([olga, dated], 'olga', 'greta', { ...renamed, until: '2026-11-30' })).toEqual(['greta.treating']);
    expect(give([olga], 'olga', 'nina', renamed)).toBe('not_found');
  });

  it('[AC-6] what is given keeps its last day, which has not passed', () => {
    const outcome = (until: string) =>
      runPure(worldOf([olga]), {
        sub: 'olga',
        name: 'membership.grant',
        args: { scope, account: 'nina', account_name: 'Dr. nina', role: 'supervisor', until },
      });
    expect(outcome(today)).toMatchObject({ records: [{ body: { until: today, access: 'delegated' } }] });
    expect(outcome('2026-11-20')).toMatchObject({ code: 'invalid_arguments' });
  });
});
