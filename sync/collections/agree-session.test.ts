import { describe, expect, it } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import type { Mutation } from '../core/mutation.ts';
import type { MutationOutcome } from '../core/run-mutation.ts';
import { appointmentBodyOf, membershipOf } from '../testing/builders.ts';
import { runPure } from '../testing/run-pure.ts';
import { noteIdOf, type Appointment } from './appointment.ts';
import { policyIdOf } from './cancellation-policy.ts';
import { chartScope, classes, practiceScope } from './classes.ts';
import { membershipId } from './membership.ts';

const scope = chartScope('c1');
const practice = practiceScope('p1');
const now = '2026-11-21T09:00:00.000Z';
const late = { hours: 24, fee: { kind: 'flat', cents: 5000 } } as const;
const roles = {
  [`pro-1 ${scope}`]: ['treating'],
  [`pro-1 ${practice}`]: ['professional'],
  [`desk ${scope}`]: ['practice.scheduler'],
  [`mia ${scope}`]: ['client'],
  [`gus ${scope}`]: ['guardian'],
};
const record = (part: Pick<StoredRecord, 'collection' | 'id' | 'body'> & Partial<StoredRecord>): StoredRecord => ({
  scope,
  cls: classes.scheduling,
  version: 1,
  shape: 2,
  stamps: { start: 's1', status: 'st1', late_fee: 'f1', terms: 't1' },
  ...part,
});
/** Tomorrow at eight, booked long ago; at nine today a day before has passed. */
const session = (change: Partial<Appointment> = {}): StoredRecord =>
  record({
    collection: 'appointment',
    id: 'a1',
    body: appointmentBodyOf({
      local_start: '2026-11-22T08:00',
      start: '2026-11-22T08:00:00.000Z',
      end: '2026-11-22T08:50:00.000Z',
      booked_at: '2026-11-01T09:00:00.000Z',
      price_cents: 9000,
      late,
      ...change,
    }),
  });
const policy = (terms: Json): StoredRecord =>
  record({
    collection: 'cancellation_policy',
    id: policyIdOf('pro-1'),
    scope: practice,
    cls: classes.colleagues,
    shape: 1,
    body: { orchid_pro_user_id: 'pro-1', terms, modify_datetime: now },
  });

interface Call {
  readonly by?: string;
  readonly args?: Readonly<Record<string, Json>>;
  readonly ctx?: Partial<Mutation['ctx']>;
  readonly receivedAt?: string;
}
const run = (verb: string, records: readonly StoredRecord[], { by = 'pro-1', args = {}, ...more }: Call = {}) =>
  runPure(
    { records, roles },
    { sub: by, name: `appointment.${verb}`, args: { appointment_id: 'a1', ...args }, ...more },
  );
const bodyOf = (outcome: MutationOutcome): Appointment => {
  if (outcome.outcome !== 'applied') throw new Error(outcome.code);
  return outcome.records[0]?.body as unknown as Appointment;
};

describe('[CA-6] what a cancellation costs', () => {
  it('a client who cancels after the limit: what was agreed is proposed, and nothing more', () => {
    const made = bodyOf(run('cancel', [session()], { by: 'mia' }));
    expect(made).toMatchObject({ status: 'cancelled_patient', cancelled_from: 'booked' });
    expect(made.late_fee).toEqual({ cents: 5000, at: now, state: 'proposed' });
  });

  it('whoever plans it says that the client cancels, and when they said so', () => {
    const told = bodyOf(run('cancel', [session()], { args: { by: 'client' } }));
    expect(told).toMatchObject({ status: 'cancelled_patient', late_fee: { cents: 5000, state: 'proposed' } });
    const intime = { by: 'client', told_at: '2026-11-21T08:00:00.000Z' };
    expect(bodyOf(run('cancel', [session()], { args: intime, by: 'desk' }))).not.toHaveProperty('late_fee');
    const tomorrow = { by: 'client', told_at: '2026-11-22T08:00:00.000Z' };
    expect(run('cancel', [session()], { args: tomorrow })).toMatchObject({ code: 'invalid_arguments' });
  });

  it('whom the practice cancels never pays, nor whoever agreed to no terms, nor who was missed by the clinician', () => {
    const own = bodyOf(run('cancel', [session()]));
    expect(own).toMatchObject({ status: 'cancelled_orchid_pro' });
    expect(own).not.toHaveProperty('late_fee');
    expect(bodyOf(run('cancel', [session({ late: undefined })], { by: 'mia' }))).not.toHaveProperty('late_fee');
    const missed = session({ status: 'cancelled_pro_no_join', no_join_from: 'booked' });
    expect(bodyOf(run('cancel', [missed], { args: { by: 'client' } }))).not.toHaveProperty('late_fee');
  });

  it('nobody pays for a tunnel: what was said in time and arrived late is shown with both times', () => {
    const ctx = { now: '2026-11-21T07:59:00.000Z' };
    expect(bodyOf(run('cancel', [session()], { by: 'mia', ctx, receivedAt: now })).late_fee).toEqual({
      cents: 5000,
      at: ctx.now,
      received: now,
      state: 'in_time',
    });
    // Clocks that differ by a minute tell the same time.
    const near = { by: 'mia', ctx: { now: '2026-11-21T08:00:00.000Z' }, receivedAt: '2026-11-21T08:01:00.000Z' };
    expect(bodyOf(run('cancel', [session()], near))).not.toHaveProperty('late_fee');
  });

  it.each(['mia', 'gus'])('%s cancels before the beginning alone, whatever they say beside it', (by) => {
    const begun = session({ start: now, end: '2026-11-21T09:50:00.000Z' });
    const args = { by: 'client', told_at: '2026-11-20T09:00:00.000Z' };
    expect(run('cancel', [begun], { by, args })).toMatchObject({ code: 'session_begun' });
    expect(run('cancel', [session({ start: '2026-11-21T09:00:00.001Z' })], { by })).toMatchObject({
      outcome: 'applied',
    });
  });

  it('a device that is set back cancels nothing that was held, nor what its client has missed', () => {
    const held = session({ start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T08:50:00.000Z' });
    const early = { by: 'mia', ctx: { now: '2026-11-21T07:00:00.000Z' }, receivedAt: now };
    expect(run('cancel', [held], early)).toMatchObject({ outcome: 'applied' });
    const written = record({
      collection: 'note',
      id: noteIdOf('a1'),
      cls: classes.careTeam,
      shape: 1,
      body: {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        appointment_id: 'a1',
        author: 'pro-1',
        author_name: 'Dr. One',
        started: now,
        session_start: '2026-11-21T08:00:00.000Z',
        answers: { plan: 'Walk daily.' },
        written: {},
        others: [],
      },
    });
    expect(run('cancel', [held, written], early)).toMatchObject({ code: 'session_begun' });
    // Who plans it still can, and before it begins a note that was begun keeps nobody.
    expect(run('cancel', [held, written], { ...early, by: 'pro-1' })).toMatchObject({ outcome: 'applied' });
    expect(run('cancel', [session(), written], { by: 'mia' })).toMatchObject({ outcome: 'applied' });
    const absent = { ...held, body: { ...(held.body as object), absent: 'client' } };
    expect(run('cancel', [absent], early)).toMatchObject({ code: 'session_begun' });
  });

  it('a client who does not come has cancelled as late as one can; a clinician who does not come asks for nothing', () => {
    const begun = session({
      start: '2026-11-21T08:00:00.000Z',
      end: '2026-11-21T08:50:00.000Z',
      local_start: '2026-11-21T08:00',
    });
    const missed = run('mark_no_show', [begun], { args: { who: 'client' } });
    expect(bodyOf(missed)).toMatchObject({ absent: 'client', late_fee: { cents: 5000, state: 'proposed' } });
    const there = { ...begun, body: bodyOf(missed) as unknown as Json };
    for (const who of ['nobody', 'clinician'])
      expect(bodyOf(run('mark_no_show', [there], { args: { who } })), who).not.toHaveProperty('late_fee');
    // Cancelled and brought back: the client had not come, as before.
    const gone = { ...begun, body: bodyOf(run('cancel', [there])) as unknown as Json };
    expect(bodyOf(run('restore', [gone]))).toMatchObject({ absent: 'client', late_fee: { state: 'proposed' } });
    // Moved to a time to come it has been missed by nobody.
    const moved = { local_start: '2026-11-25T08:00', zone: 'UTC', start: '2026-11-25T08:00:00.000Z' };
    expect(bodyOf(run('edit', [there], { args: moved }))).not.toHaveProperty('late_fee');
  });

  it('is decided about over the version on screen, and anew; the client decides nothing', () => {
    const proposed = session({ status: 'cancelled_patient', late_fee: { cents: 5000, at: now, state: 'proposed' } });
    const waive = { args: { state: 'waived' }, ctx: { base: { late_fee: 'f1' } } };
    expect(bodyOf(run('decide_fee', [proposed], waive)).late_fee).toEqual({ cents: 5000, at: now, state: 'waived' });
    expect(run('decide_fee', [proposed], { ...waive, ctx: { base: { late_fee: 'f0' } } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    const owed = { ...proposed, body: bodyOf(run('decide_fee', [proposed], waive)) as unknown as Json };
    expect(bodyOf(run('decide_fee', [owed], { args: { state: 'owed' } })).late_fee?.state).toBe('owed');
    expect(run('decide_fee', [proposed], { by: 'mia', args: { state: 'waived' } })).toMatchObject({
      code: 'not_allowed',
    });
    expect(run('decide_fee', [session()], waive)).toMatchObject({ code: 'not_found' });
  });

  it('a session is booked on the terms of whoever holds it, and keeps them', () => {
    const card = record({
      collection: 'client_card',
      id: 'c1',
      body: { first_name: 'Mia', last_name: 'One', timezone: 'UTC', practice_id: 'p1' },
      shape: 1,
    });
    const holds = record({
      collection: 'professional',
      id: 'pro-1',
      scope: practice,
      cls: classes.colleagues,
      shape: 1,
      body: { cognito_sub: 'pro-1', display_name: 'Dr. One', medical_degree: '' },
    });
    const treats = record({
      collection: 'membership',
      id: membershipId(scope, 'pro-1', 'treating'),
      cls: classes.access,
      shape: 1,
      body: membershipOf('pro-1'),
    });
    const args = {
      chart_id: 'c1',
      clinician: 'pro-1',
      appointment_type_label: 'Hour',
      local_start: '2026-12-01T08:00',
      zone: 'UTC',
      minutes: 50,
      start: '2026-12-01T08:00:00.000Z',
      place: 'telehealth',
    } as const;
    const book = (terms: Json | undefined, more: Readonly<Record<string, Json>> = {}) =>
      bodyOf(
        runPure(
          { records: [card, holds, treats, ...(terms === undefined ? [] : [policy(terms)])], roles },
          { sub: 'pro-1', name: 'appointment.book', args: { ...args, ...more } },
        ),
      );
    expect(book(late)).toMatchObject({ late, booked_at: now, status: 'booked' });
    for (const none of [null, undefined]) expect(book(none)).not.toHaveProperty('late');
    expect(book(late, { ask: true }).status).toBe('invited');
    expect(book(late, { ask: true, billing_type: 'pre-authorized credit card' }).status).toBe(
      'pending_patient_portal_approval',
    );
  });

  it('terms are said by each professional for herself, over the version on screen', () => {
    const save = (terms: Json, ctx: Partial<Mutation['ctx']> = {}, sub = 'pro-1') =>
      runPure(
        { records: [policy(late)], roles },
        { sub, name: 'cancellation_policy.save', args: { practice_id: 'p1', terms }, ctx },
      );
    expect(save(null, { base: { terms: 't1' } })).toMatchObject({
      records: [{ id: 'policy.pro-1', body: { terms: null } }],
    });
    expect(save(null, { base: { terms: 'old' } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(save(null, {}, 'mia')).toMatchObject({ code: 'not_allowed' });
    for (const hours of [-1, 0.5, 169]) expect(save({ ...late, hours })).toMatchObject({ code: 'invalid_arguments' });
    for (const share of [0, 101, 1.5])
      expect(save({ hours: 24, fee: { kind: 'percent', percent: share } })).toMatchObject({
        code: 'invalid_arguments',
      });
  });
});

describe('[CA-7] the client says yes', () => {
  const asked = session({ status: 'invited' });

  it.each(['invited', 'pending_patient_portal_approval', 'pending_patient_portal_signup_complete'] as const)(
    'to a session that is %s, over the time on screen',
    (status) => {
      const one = session({ status });
      for (const by of ['mia', 'gus'])
        expect(bodyOf(run('approve', [one], { by, ctx: { base: { start: 's1' } } })).status).toBe('booked');
      expect(run('approve', [one], { by: 'mia', ctx: { base: { start: 's0' } } })).toMatchObject({
        code: 'changed_meanwhile',
      });
    },
  );

  it('whoever plans it says so for the client alone, by saying that the client agreed', () => {
    for (const by of ['pro-1', 'desk']) {
      expect(run('approve', [asked], { by }), by).toMatchObject({ code: 'not_allowed' });
      expect(bodyOf(run('approve', [asked], { by, args: { agreed: true } })).status, by).toBe('booked');
    }
    expect(run('approve', [asked], { by: 'stranger' })).toMatchObject({ code: 'not_found' });
  });

  it('to nothing that is cancelled; to what is booked already nothing is added', () => {
    expect(run('approve', [session({ status: 'cancelled_patient' })], { by: 'mia' })).toMatchObject({
      code: 'session_cancelled',
    });
    expect(run('approve', [session()], { by: 'mia' })).toMatchObject({ outcome: 'applied', records: [] });
  });

  it('what the client cancelled comes back as a proposal, unless they agreed or it has begun', () => {
    const late_fee = { cents: 5000, at: now, state: 'owed' } as const;
    const gone = session({ status: 'cancelled_patient', cancelled_from: 'booked', late_fee });
    const back = bodyOf(run('restore', [gone]));
    expect(back.status).toBe('invited');
    expect(back).not.toHaveProperty('late_fee');
    expect(bodyOf(run('restore', [gone], { args: { agreed: true } })).status).toBe('booked');
    const begun = session({ status: 'cancelled_patient', cancelled_from: 'booked', start: now });
    expect(bodyOf(run('restore', [begun])).status).toBe('booked');
    const ours = session({ status: 'cancelled_orchid_pro', cancelled_from: 'booked' });
    expect(bodyOf(run('restore', [ours])).status).toBe('booked');
  });
});
