import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../core/record.ts';
import { errorText } from '../protocol/error-codes.ts';
import { appointmentBodyOf } from '../testing/builders.ts';
import { runPure, type PureWorld } from '../testing/run-pure.ts';
import { noteIdOf, type Appointment } from './appointment.ts';
import { chartScope, classes } from './classes.ts';
import type { Note } from './note-body.ts';

const scope = chartScope('c1');
const session = (change: Partial<Appointment> = {}, id = 'a1', part: Partial<StoredRecord> = {}): StoredRecord => ({
  collection: 'appointment',
  id,
  scope,
  cls: classes.scheduling,
  version: 1,
  shape: 1,
  stamps: {},
  body: appointmentBodyOf(change),
  ...part,
});
const note = (change: Partial<Note> = {}, part: Partial<StoredRecord> = {}): StoredRecord => ({
  collection: 'note',
  id: noteIdOf('a1'),
  scope,
  cls: classes.careTeam,
  version: 1,
  shape: 1,
  stamps: { plan: 'u1' },
  body: {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: 'a1',
    author: 'pro-1',
    author_name: 'Dr. One',
    started: '2026-11-21T08:55:00.000Z',
    session_start: '2026-11-21T08:00:00.000Z',
    answers: { plan: 'Walk daily.' },
    written: {},
    others: [],
    ...change,
  },
  ...part,
});
const signed = { by: 'pro-1', name: 'Dr. One', at: '2026-11-21T08:58:00.000Z' };
const archived = '2026-11-20T12:00:00.000Z';
const now = '2026-11-21T09:00:00.000Z';

const people = ['owner', 'colleague', 'front', 'supervisor', 'client', 'guardian', 'former', 'stranger'];
const worldOf = (...records: StoredRecord[]): PureWorld => ({
  records,
  roles: {
    [`owner ${scope}`]: ['treating'],
    [`colleague ${scope}`]: ['treating'],
    [`front ${scope}`]: ['practice.scheduler'],
    [`supervisor ${scope}`]: ['supervisor'],
    [`client ${scope}`]: ['client'],
    [`guardian ${scope}`]: ['guardian'],
  },
});
const plans: readonly string[] = ['owner', 'colleague', 'front'];
/** To a client and a supervisor the session is known; to who reads nothing of the chart it does not exist. */
const refusalOf = (sub: string): string =>
  ['supervisor', 'client', 'guardian'].includes(sub) ? 'not_allowed' : 'not_found';
/** A client cancels before the session begins; this one has. */
const cancelRefusal = (sub: string): string =>
  ['client', 'guardian'].includes(sub) ? 'session_begun' : refusalOf(sub);
const ask = (
  verb: 'cancel' | 'restore',
  world: PureWorld,
  sub: string,
  more: Partial<Parameters<typeof runPure>[1]> = {},
) => runPure(world, { sub, name: `appointment.${verb}`, args: { appointment_id: 'a1' }, ...more });

describe('cancelling a session', () => {
  it('a client whose device is set back cancels nothing that was noted, from the very beginning on', () => {
    const before = { ctx: { now: '2026-11-21T07:30:00.000Z' } };
    const cancelAt = (receivedAt: string) =>
      ask('cancel', worldOf(session(), note()), 'client', { ...before, receivedAt });
    expect(cancelAt('2026-11-21T07:59:59.999Z')).toMatchObject({ outcome: 'applied' });
    expect(cancelAt('2026-11-21T08:00:00.000Z')).toMatchObject({ code: 'session_begun' });
  });

  it.each(people)('[MU-4][S-240] archives its note and destroys nothing, whatever %s may read', (sub) => {
    const outcome = ask('cancel', worldOf(session({ status: 'invited' }), note()), sub);
    if (!plans.includes(sub)) return expect(outcome).toMatchObject({ outcome: 'rejected', code: cancelRefusal(sub) });
    expect(outcome).toMatchObject({
      outcome: 'applied',
      records: [
        { id: 'a1', version: 2, body: { status: 'cancelled_orchid_pro', cancelled_from: 'invited' } },
        {
          id: 'note.a1',
          version: 2,
          stamps: { plan: 'u1' },
          body: { archived: now, answers: { plan: 'Walk daily.' } },
        },
      ],
    });
  });

  it('[S-240] a note that is begun after that is archived like one begun before, and comes back with the session', () => {
    const args = {
      appointment_id: 'a1',
      author_name: 'Dr. One',
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      answers: { plan: 'Walk daily.' },
    };
    const gone = session({ status: 'cancelled_orchid_pro', cancelled_from: 'booked' });
    const begun = runPure(worldOf(gone), { sub: 'owner', name: 'note.edit', args });
    expect(begun).toMatchObject({ records: [{ body: { archived: now, answers: { plan: 'Walk daily.' } } }] });
    const written = begun.outcome === 'applied' ? begun.records : [];
    const restored = ask('restore', worldOf(gone, ...written), 'owner');
    expect(restored).toMatchObject({ outcome: 'applied', records: [{ id: 'a1' }, { id: 'note.a1', version: 2 }] });
    expect(restored.outcome === 'applied' && restored.records[1]?.body).not.toHaveProperty('archived');
    const standing = runPure(worldOf(session()), { sub: 'owner', name: 'note.edit', args });
    expect(standing.outcome === 'applied' && standing.records[0]?.body).not.toHaveProperty('archived');
  });

  it('[MU-4] who does not read the note is told nothing of it, and their device writes none', () => {
    const here = ask('cancel', worldOf(session()), 'front', { onDevice: true });
    expect(here).toMatchObject({ outcome: 'applied', records: [{ id: 'a1' }] });
    const there = ask('cancel', worldOf(session(), note()), 'front');
    expect(there.loadedKeys).toEqual(['appointment|a1']);
  });

  it('[MU-4] a note under the same id in another chart stays as it is', () => {
    const foreign = note({}, { scope: chartScope('c2') });
    expect(ask('cancel', worldOf(session(), foreign), 'front')).toMatchObject({ records: [{ id: 'a1' }] });
  });

  it.each(people)('[CN-1] a completed session whose note is signed is not cancelled by %s', (sub) => {
    const outcome = ask('cancel', worldOf(session(), note({ signed })), sub);
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      code: plans.includes(sub) ? 'session_signed' : cancelRefusal(sub),
    });
  });

  it.each<[string, StoredRecord, StoredRecord | null, string]>([
    ['the note is not signed', session(), note(), 'applied'],
    ['there is no note', session(), null, 'applied'],
    ['it did not take place', session({ status: 'cancelled_pro_no_join' }), note({ signed }), 'applied'],
    ['it is not over', session({ end: '2026-11-21T09:00:00.001Z' }), note({ signed }), 'applied'],
    ['it ended this moment', session({ end: now }), note({ signed }), 'rejected'],
  ])('[CN-1] only then: %s', (_case, one, its, expected) => {
    expect(ask('cancel', worldOf(one, ...(its ? [its] : [])), 'front')).toMatchObject({ outcome: expected });
  });

  it('[CN-1] the server’s clock says whether it is over, not the device’s', () => {
    const world = worldOf(session(), note({ signed }));
    const early = { ctx: { now: '2026-11-21T07:00:00.000Z' } };
    expect(ask('cancel', world, 'owner', early)).toMatchObject({ code: 'session_signed' });
    const late = { ctx: { now: '2026-12-01T00:00:00.000Z' }, receivedAt: '2026-11-21T08:00:00.000Z' };
    expect(ask('cancel', world, 'owner', late)).toMatchObject({ outcome: 'applied' });
  });

  it('[CN-1] a device that holds the signed note says so at once', () => {
    const world = worldOf(session(), note({ signed }));
    expect(ask('cancel', world, 'owner', { onDevice: true })).toMatchObject({ code: 'session_signed' });
  });
});

describe('restoring a session', () => {
  const cancelled = session({ status: 'cancelled_orchid_pro', cancelled_from: 'invited' });

  it.each(people)('[CN-2][S-240] brings back the session as it was and its note from the archive, for %s', (sub) => {
    const outcome = ask('restore', worldOf(cancelled, note({ archived })), sub);
    if (!plans.includes(sub)) return expect(outcome).toMatchObject({ outcome: 'rejected', code: refusalOf(sub) });
    expect(outcome).toMatchObject({
      outcome: 'applied',
      records: [{ body: { status: 'invited' } }, { id: 'note.a1' }],
    });
    const [one, its] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(one?.body).not.toHaveProperty('cancelled_from');
    expect(its?.body).not.toHaveProperty('archived');
    expect(its?.body).toHaveProperty('answers.plan', 'Walk daily.');
  });

  it('[CN-2] one that an older build cancelled comes back as booked', () => {
    const old = worldOf(session({ status: 'cancelled_patient' }));
    expect(ask('restore', old, 'owner')).toMatchObject({ records: [{ body: { status: 'booked' } }] });
  });

  it.each<[string, StoredRecord, boolean]>([
    [
      'a session of another chart in its time',
      session({ start: '2026-11-21T08:30:00.000Z', end: '2026-11-21T09:20:00.000Z' }, 'b', { scope: chartScope('c9') }),
      false,
    ],
    [
      'the second hour of a long one',
      session({ start: '2026-11-21T07:00:00.000Z', end: '2026-11-21T09:00:00.000Z' }, 'b'),
      false,
    ],
    [
      'the session after it',
      session({ start: '2026-11-21T08:50:00.000Z', end: '2026-11-21T09:40:00.000Z' }, 'b'),
      true,
    ],
    ['a cancelled session in its time', session({ status: 'cancelled_patient' }, 'b'), true],
    ['another clinician’s session in its time', session({ clinician: 'pro-2' }, 'b'), true],
  ])('[CN-2] asks for conflicts like a booking, of its clinician and whoever asks: %s', (_case, other, isFree) => {
    for (const sub of plans) {
      const outcome = ask('restore', worldOf(cancelled, note({ archived }), other), sub);
      if (isFree) {
        expect(outcome).toMatchObject({ outcome: 'applied' });
        continue;
      }
      expect(outcome).toMatchObject({ outcome: 'rejected', code: 'conflicting_session' });
      expect(outcome.outcome === 'rejected' && errorText(outcome.code)).toBe('Oops...There is a conflicting session!');
    }
  });

  it('[CN-2] what stands already is left as it is, though it takes its own time', () => {
    expect(ask('restore', worldOf(session(), note()), 'owner')).toMatchObject({ outcome: 'applied', records: [] });
  });
});
