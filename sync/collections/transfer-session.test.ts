import { describe, expect, it } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { canRead } from '../core/run-mutation.ts';
import type { Mutation } from '../core/mutation.ts';
import type { MutationOutcome } from '../core/run-mutation.ts';
import { appointmentBodyOf, membershipOf } from '../testing/builders.ts';
import { runPure } from '../testing/run-pure.ts';
import type { Appointment } from './appointment.ts';
import { registry } from './index.ts';
import { accountScope, chartScope, classes, practiceScope } from './classes.ts';
import { membershipId, type Membership } from './membership.ts';
import { transferIdOf, type SessionTransfer } from './session-transfer.ts';

const scope = chartScope('c1');
const practice = practiceScope('p1');
const now = '2026-11-21T09:00:00.000Z';
const roles = {
  [`pro-1 ${scope}`]: ['treating'],
  [`pro-1 ${practice}`]: ['professional'],
  [`pro-2 ${scope}`]: ['scheduler'],
  [`pro-2 ${practice}`]: ['professional'],
  [`pro-3 ${scope}`]: ['scheduler'],
  [`super ${scope}`]: ['supervisor'],
  [`desk ${scope}`]: ['practice.scheduler'],
  [`mia ${scope}`]: ['client'],
};
const record = (part: Pick<StoredRecord, 'collection' | 'id' | 'body'> & Partial<StoredRecord>): StoredRecord => ({
  scope,
  cls: classes.scheduling,
  version: 1,
  shape: 1,
  stamps: { start: 's1', status: 'st1', state: 'p1' },
  ...part,
});
/** Tomorrow at eight. */
const session = (change: Partial<Appointment> = {}, id = 'a1'): StoredRecord =>
  record({
    collection: 'appointment',
    id,
    shape: 2,
    body: appointmentBodyOf({
      local_start: '2026-11-22T08:00',
      start: '2026-11-22T08:00:00.000Z',
      end: '2026-11-22T08:50:00.000Z',
      ...change,
    }),
  });
const transfer = (change: Partial<SessionTransfer> = {}, of = 'a1'): StoredRecord =>
  record({
    collection: 'session_transfer',
    id: transferIdOf(of),
    body: {
      appointment_id: of,
      to: 'pro-2',
      to_name: 'Dr. Two',
      from: 'pro-1',
      from_name: 'Dr. One',
      state: 'proposed',
      modify_datetime: now,
      ...change,
    },
  });
const colleague = (sub: string, name: string, place = practice): StoredRecord =>
  record({
    collection: 'professional',
    id: sub,
    scope: place,
    cls: classes.colleagues,
    body: { cognito_sub: sub, display_name: name, medical_degree: '' },
  });
const access = (sub: string, role: Membership['role'], change: Partial<Membership> = {}): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(scope, sub, role),
    cls: classes.access,
    shape: 2,
    body: membershipOf(sub, { role, access: 'delegated', ...change }),
  });
const blocked = record({
  collection: 'blocked_interval',
  id: 'b1',
  scope: accountScope('pro-2'),
  cls: classes.own,
  body: {
    label: 'Lunch',
    local_start: '2026-11-22T08:30',
    zone: 'UTC',
    minutes: 30,
    start: '2026-11-22T08:30:00.000Z',
    end: '2026-11-22T09:00:00.000Z',
    clinician: 'pro-2',
    practice_id: 'p1',
    modify_datetime: now,
  },
});
const two = colleague('pro-2', 'Dr. Two');
const look = access('pro-2', 'scheduler');

interface Call {
  readonly by?: string;
  readonly args?: Readonly<Record<string, Json>>;
  readonly ctx?: Partial<Mutation['ctx']>;
  readonly receivedAt?: string;
}
const run = (
  verb: 'propose' | 'answer',
  records: readonly StoredRecord[],
  { by = 'pro-1', args = {}, ...more }: Call,
) =>
  runPure(
    { records, roles },
    { sub: by, name: `session_transfer.${verb}`, args: { appointment_id: 'a1', ...args }, ...more },
  );
const propose = (records: readonly StoredRecord[], call: Call = {}) =>
  run('propose', records, { ...call, args: { to: 'pro-2', ...call.args } });
const answer = (word: string, records: readonly StoredRecord[], call: Call = {}) =>
  run('answer', records, { by: 'pro-2', ...call, args: { answer: word, ...call.args } });
const written = (outcome: MutationOutcome) => {
  if (outcome.outcome !== 'applied') throw new Error(outcome.code);
  return outcome.records;
};

describe('[CA-8] a session is proposed to a colleague', () => {
  it('under the name that the practice knows, and its clinician stays who she is', () => {
    const made = written(propose([session(), two, look]));
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      id: 'transfer.a1',
      scope,
      cls: classes.scheduling,
      body: { to: 'pro-2', to_name: 'Dr. Two', from: 'pro-1', state: 'proposed' },
    });
  });

  it('only to who has access to the sessions, in the same practice, and is somebody else', () => {
    expect(propose([session(), two])).toMatchObject({ code: 'not_found' });
    expect(propose([session(), two, access('pro-2', 'scheduler', { ended: now })])).toMatchObject({
      code: 'not_found',
    });
    expect(propose([session(), two, access('pro-2', 'supervisor')])).toMatchObject({ code: 'not_found' });
    expect(propose([session(), two, access('pro-2', 'treating')])).toMatchObject({ outcome: 'applied' });
    expect(propose([session(), colleague('pro-2', 'Dr. Two', practiceScope('p2')), look])).toMatchObject({
      code: 'not_found',
    });
    expect(propose([session({ clinician: 'pro-2' }), two, look])).toMatchObject({ code: 'invalid_arguments' });
    // Who treats too does not ask herself, to take it without the other's word.
    const one = [session({ clinician: 'pro-2' }), colleague('pro-1', 'Dr. One'), access('pro-1', 'treating')];
    expect(propose(one, { args: { to: 'pro-1' } })).toMatchObject({ code: 'invalid_arguments' });
  });

  it('by who treats or holds it, and by nobody else', () => {
    const records = [session(), colleague('pro-3', 'Dr. Three'), access('pro-3', 'scheduler'), look];
    const to = { to: 'pro-3' };
    expect(propose(records, { by: 'pro-2', args: to })).toMatchObject({ code: 'not_allowed' });
    for (const by of ['desk', 'mia', 'super'])
      expect(propose(records, { by, args: to })).toMatchObject({ code: 'not_allowed' });
    expect(propose([session({ clinician: 'pro-2' }), ...records.slice(1)], { by: 'pro-2', args: to })).toMatchObject({
      outcome: 'applied',
    });
  });

  it('neither one that has begun, nor a cancelled one, nor a sample', () => {
    const begun = session({ start: now, end: '2026-11-21T09:50:00.000Z' });
    expect(propose([begun, two, look])).toMatchObject({ code: 'session_begun' });
    // Said in time, and arrived when it had begun.
    const late = { receivedAt: '2026-11-22T08:00:00.000Z' };
    expect(propose([session(), two, look], late)).toMatchObject({ code: 'session_begun' });
    expect(propose([session({ status: 'cancelled_patient' }), two, look])).toMatchObject({ code: 'session_cancelled' });
    expect(propose([session({ sample: 'shown' }), two, look])).toMatchObject({ code: 'is_sample' });
  });

  it('over the version on screen; said twice it is said once', () => {
    expect(written(propose([session(), two, look, transfer()], { ctx: { base: { state: 'old' } } }))).toEqual([]);
    const declined = transfer({ state: 'declined' });
    expect(propose([session(), two, look, declined], { ctx: { base: { state: 'old' } } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(propose([session(), two, look, declined], { ctx: { base: { state: 'p1' } } })).toMatchObject({
      outcome: 'applied',
    });
  });
});

describe('[CA-8] who is in a chart for the sake of its sessions alone', () => {
  const plan = (name: string, args: Readonly<Record<string, Json>>, change: Partial<Appointment>) =>
    runPure(
      { records: [session(change), transfer(), look], roles },
      { sub: 'pro-2', name: `appointment.${name}`, args: { appointment_id: 'a1', ...args } },
    );
  const fee = { cents: 5000, at: now, state: 'proposed' } as const;
  const begun = { start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T08:50:00.000Z' };
  const cancelled = { status: 'cancelled_patient', late_fee: fee } as const;

  it.each([
    ['cancel', {}, {}],
    ['edit', { place: 'outside' }, {}],
    ['approve', { agreed: true }, { status: 'invited' }],
    ['mark_no_show', { who: 'client' }, begun],
    ['mark_held', { held: true }, begun],
    ['decide_fee', { state: 'owed' }, cancelled],
    ['restore', {}, cancelled],
  ] as const)('%s: of what she holds, and of nothing else', (name, args, change) => {
    expect(plan(name, args, change)).toMatchObject({ code: 'not_allowed' });
    expect(plan(name, args, { ...change, clinician: 'pro-2' })).toMatchObject({ outcome: 'applied' });
  });
});

it('[CA-8] the client does not read what was proposed, nor does who only bills', () => {
  const read = (role: string) => canRead(registry, { collection: 'session_transfer', cls: classes.scheduling }, [role]);
  const readers = ['treating', 'supervisor', 'scheduler', 'practice.scheduler'];
  for (const role of readers) expect(read(role)).toBe(true);
  for (const role of ['client', 'guardian', 'biller', 'practice.biller', 'practice.owner', 'practice.professional'])
    expect(read(role)).toBe(false);
});

describe('[CA-8] the colleague answers', () => {
  it('taken, it is hers', () => {
    const made = written(answer('take', [session(), transfer(), look]));
    expect(made.map(({ id, body }) => [id, body])).toMatchObject([
      ['transfer.a1', { state: 'taken' }],
      ['a1', { clinician: 'pro-2', clinician_name: 'Dr. Two', start: '2026-11-22T08:00:00.000Z', status: 'booked' }],
    ]);
  });

  it('nobody answers for her, and nobody else takes back', () => {
    for (const by of ['pro-1', 'pro-3'])
      for (const word of ['take', 'decline'])
        expect(answer(word, [session(), transfer(), look], { by })).toMatchObject({ code: 'not_allowed' });
    for (const by of ['pro-2', 'pro-3'])
      expect(answer('withdraw', [session(), transfer(), look], { by })).toMatchObject({ code: 'not_allowed' });
    expect(answer('withdraw', [session(), transfer({ from: 'pro-3' }), look], { by: 'pro-3' })).toMatchObject({
      outcome: 'applied',
    });
  });

  it('not into her own sessions, nor over what she has blocked unless she says so', () => {
    const own = session(
      { clinician: 'pro-2', start: '2026-11-22T08:40:00.000Z', end: '2026-11-22T09:30:00.000Z' },
      'a2',
    );
    expect(answer('take', [session(), transfer(), look, own])).toMatchObject({ code: 'conflicting_session' });
    expect(answer('take', [session(), transfer(), look, blocked])).toMatchObject({ code: 'time_blocked' });
    const force = { args: { force_book_over_blocked: true } };
    expect(answer('take', [session(), transfer(), look, blocked], force)).toMatchObject({ outcome: 'applied' });
    expect(answer('take', [session(), transfer(), look, own], force)).toMatchObject({ code: 'conflicting_session' });
    // Declining asks for no time.
    expect(answer('decline', [session(), transfer(), look, own])).toMatchObject({ outcome: 'applied' });
  });

  it('at the time on screen, before it begins, and once', () => {
    const records = [session(), transfer(), look];
    expect(answer('take', records, { ctx: { base: { start: 'old' } } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(answer('take', records, { ctx: { base: { state: 'old' } } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(answer('take', records, { ctx: { base: { state: 'p1', start: 's1' } } })).toMatchObject({
      outcome: 'applied',
    });
    const late = { receivedAt: '2026-11-22T08:00:00.000Z' };
    expect(answer('take', records, late)).toMatchObject({ code: 'session_begun' });
    expect(answer('decline', records, late)).toMatchObject({ outcome: 'applied' });
    expect(answer('take', [session({ status: 'cancelled_orchid_pro' }), transfer(), look])).toMatchObject({
      code: 'session_cancelled',
    });
    expect(answer('take', [session(), transfer({ state: 'withdrawn' }), look])).toMatchObject({
      code: 'changed_meanwhile',
    });
    // Again after a lost answer, when she has it already.
    const mine = session({ clinician: 'pro-2' });
    expect(written(answer('take', [mine, transfer({ state: 'taken' }), look]))).toEqual([]);
  });

  it.each([
    ['decline', 'pro-2', 'declined'],
    ['withdraw', 'pro-1', 'withdrawn'],
  ])('%s: who saw the sessions for its sake alone sees them no more', (word, by, state) => {
    const made = written(answer(word, [session(), transfer(), look], { by }));
    expect(made.map(({ id, body }) => [id, body])).toMatchObject([
      ['transfer.a1', { state }],
      [membershipId(scope, 'pro-2', 'scheduler'), { ended: now }],
    ]);
  });

  const later = { start: '2026-11-29T08:00:00.000Z', end: '2026-11-29T08:50:00.000Z' };
  const asked = [session(later, 'a2'), transfer({}, 'a2')];
  const hers = session({ clinician: 'pro-2' }, 'a2');
  it.each([
    ['is asked about another', asked, true],
    [
      'was asked about one that is cancelled',
      [session({ status: 'cancelled_patient' }, 'a2'), transfer({}, 'a2')],
      false,
    ],
    ['was asked about one that has begun', [session({ start: now }, 'a2'), transfer({}, 'a2')], false],
    ['declined another', [session({}, 'a2'), transfer({ state: 'declined' }, 'a2')], false],
    ['sees that somebody else is asked', [session({}, 'a2'), transfer({ to: 'pro-3' }, 'a2')], false],
    ['is asked in another chart', asked.map((one) => ({ ...one, scope: chartScope('c2') })), false],
    ['holds another', [hers], true],
    ['holds one that is over', [session({ clinician: 'pro-2', start: '2026-11-01T08:00:00.000Z' }, 'a2')], true],
    ['held one that is cancelled', [session({ clinician: 'pro-2', status: 'cancelled_patient' }, 'a2')], false],
    // Handing it back was declined: it is hers still.
    ['could not hand another back', [hers, transfer({ to: 'pro-1', from: 'pro-2', state: 'declined' }, 'a2')], true],
  ] as const)('who declines and %s: %#', (_words, beside, stays) => {
    expect(written(answer('decline', [session(), transfer(), ...beside, look]))).toHaveLength(stays ? 1 : 2);
  });

  it('who handed back what she had taken sees them no more, once it is taken back', () => {
    const back = [session({ clinician: 'pro-2' }), transfer({ to: 'pro-1', from: 'pro-2' }), look];
    const ownAgain = written(
      answer('take', [...back, access('pro-1', 'treating', { access: 'own' })], { by: 'pro-1' }),
    );
    expect(ownAgain.map(({ id }) => id)).toEqual(['transfer.a1', 'a1', look.id]);
    const another = written(answer('take', [...back, ...asked, access('pro-1', 'treating')], { by: 'pro-1' }));
    expect(another.map(({ id }) => id)).toEqual(['transfer.a1', 'a1']);
  });

  it('between two who see the sessions alone, who hands on her last one sees them no more', () => {
    const held = [session({ clinician: 'pro-3' }), transfer({ from: 'pro-3' }), look, access('pro-3', 'scheduler')];
    const last = written(answer('take', held));
    expect(last.map(({ id }) => id)).toEqual(['transfer.a1', 'a1', membershipId(scope, 'pro-3', 'scheduler')]);
    const another = written(answer('take', [...held, session({ ...later, clinician: 'pro-3' }, 'a2')]));
    expect(another.map(({ id }) => id)).toEqual(['transfer.a1', 'a1']);
  });

  it('whom somebody else is asked in place of sees them no more; asked again herself, she does', () => {
    const others = [colleague('pro-3', 'Dr. Three'), access('pro-3', 'scheduler'), two, look];
    const instead = written(propose([session(), transfer(), ...others], { args: { to: 'pro-3' } }));
    expect(instead.map(({ id }) => id)).toEqual(['transfer.a1', look.id]);
    const again = written(propose([session(), transfer({ state: 'declined' }), ...others]));
    expect(again.map(({ id }) => id)).toEqual(['transfer.a1']);
  });

  it('whose access ends before the session is neither asked nor takes it', () => {
    const until = (day: string) => access('pro-2', 'scheduler', { until: day });
    expect(propose([session(), two, until('2026-11-21')])).toMatchObject({ code: 'not_found' });
    expect(propose([session(), two, until('2026-11-22')])).toMatchObject({ outcome: 'applied' });
    expect(answer('take', [session(), transfer(), until('2026-11-21')])).toMatchObject({ code: 'not_found' });
  });

  it('taken back as if it had never been: the chart is closed again to whom it was opened, unless she holds a session', () => {
    const opened = access('pro-2', 'treating');
    const undo = (...records: readonly StoredRecord[]) =>
      written(
        answer('withdraw', [session(), transfer(), ...records], { by: 'pro-1', args: { closes_chart: true } }),
      ).map(({ id }) => id);
    expect(undo(opened)).toEqual(['transfer.a1', opened.id]);
    expect(undo(opened, look)).toEqual(['transfer.a1', look.id, opened.id]);
    expect(undo(opened, hers)).toEqual(['transfer.a1']);
    expect(undo(opened, look, hers)).toEqual(['transfer.a1', opened.id]);
    expect(undo(access('pro-2', 'treating', { access: 'own' }))).toEqual(['transfer.a1']);
    const kept = answer('withdraw', [session(), transfer(), opened], { by: 'pro-1' });
    expect(written(kept).map(({ id }) => id)).toEqual(['transfer.a1']);
    const decline = written(answer('decline', [session(), transfer(), opened], { args: { closes_chart: true } }));
    expect(decline.map(({ id }) => id)).toEqual(['transfer.a1']);
  });

  it('who treats in the chart has that from elsewhere, and keeps it', () => {
    const made = written(answer('decline', [session(), transfer(), access('pro-2', 'treating')]));
    expect(made.map(({ id }) => id)).toEqual(['transfer.a1']);
  });
});
