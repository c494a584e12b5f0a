import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record, scope } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { blockedInterval } from './blocked-interval.ts';
import { classes } from './classes.ts';

const roles = {
  'pro-1 practice:p1': ['professional'],
  'pro-3 practice:p1': ['professional'],
  [`pro-1 ${scope}`]: ['treating'],
};
const noon = { local_start: '2026-11-22T12:00', zone: 'UTC', start: '2026-11-22T12:00:00.000Z', minutes: 60 };
const bodyOf = (change: object = {}) => {
  const { local_start, zone, start, minutes } = noon;
  const end = '2026-11-22T13:00:00.000Z';
  const modify_datetime = '2026-11-20T09:00:00.000Z';
  return {
    label: 'Dentist',
    local_start,
    zone,
    minutes,
    start,
    end,
    clinician: 'pro-1',
    practice_id: 'p1',
    modify_datetime,
    ...change,
  };
};
const blockOf = (change: object = {}): StoredRecord =>
  record({
    collection: 'blocked_interval',
    id: 'b1',
    scope: 'account:pro-1',
    cls: classes.own,
    body: bodyOf(change),
    stamps: { label: 'u1', start: 'u2' },
  });
const save = (said: Json, { held = [blockOf()], base = {}, sub = 'pro-1', onDevice = false } = {}) =>
  runPure(
    { records: held, roles },
    { sub, name: 'blocked_interval.save', args: { practice_id: 'p1', ...(said as object) }, ctx: { base }, onDevice },
  );

describe('[CA-2] a time that a clinician keeps free', () => {
  test('[C-035] is hers: colleagues learn that the time is blocked and not what for', () => {
    const outcome = save({ label: ' Dentist ', ...noon }, { held: [] });
    const [made] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(made).toMatchObject({
      scope: 'account:pro-1',
      cls: 'own',
      body: { label: 'Dentist', end: '2026-11-22T13:00:00.000Z' },
    });
    const [told] = blockedInterval.project?.(made as never) ?? [];
    expect(told).toEqual({
      collection: 'busy_time',
      id: `busy.${made?.id}`,
      scope: 'practice:p1',
      cls: 'colleagues',
      body: { clinician: 'pro-1', start: noon.start, end: '2026-11-22T13:00:00.000Z', free: false, blocked: true },
    });
    for (const lacking of ['label', 'local_start', 'zone', 'minutes', 'start'] as const) {
      const { [lacking]: _left, ...said } = { label: 'x', ...noon };
      // What for may be left open.
      expect(save(said, { held: [] }), lacking).toMatchObject(
        lacking === 'label' ? { outcome: 'applied' } : { code: 'invalid_arguments' },
      );
    }
    expect(save({ ...noon, minutes: 14 * 24 * 60 + 1 }, { held: [] })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('is changed fact by fact, by herself alone, and not over what stands there unseen', () => {
    expect(save({ interval_id: 'b1', minutes: 30 })).toMatchObject({
      records: [
        { body: { label: 'Dentist', minutes: 30, end: '2026-11-22T12:30:00.000Z' }, stamps: { start: 'uid-1' } },
      ],
    });
    expect(save({ interval_id: 'b1', label: 'Errand' }, { base: { label: 'u1', start: 'u0' } })).toMatchObject({
      outcome: 'applied',
    });
    expect(save({ interval_id: 'b1', label: 'Errand' }, { base: { label: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ interval_id: 'b1', minutes: 30 }, { base: { start: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ interval_id: 'b1', label: 'Dentist' }, { base: { label: 'u0' } })).toMatchObject({ records: [] });
    expect(save({ interval_id: 'b1', label: 'Mine' }, { sub: 'pro-3' })).toMatchObject({ code: 'not_found' });
    expect(save({ interval_id: 'b9', label: 'None' })).toMatchObject({ code: 'not_found' });
    expect(save({ interval_id: 'b1', local_start: '2026-11-23T12:00' })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('its beginning is derived where it is decided', () => {
    const said = { ...noon, zone: 'America/New_York', start: '2026-11-22T16:00:00.000Z' };
    expect(save(said, { held: [] })).toMatchObject({ records: [{ body: { start: '2026-11-22T17:00:00.000Z' } }] });
    expect(save(said, { held: [], onDevice: true })).toMatchObject({ records: [{ body: { start: said.start } }] });
  });

  test('goes and comes back as it was; nobody writes into one that is gone', () => {
    const outcome = save({ interval_id: 'b1', removed: true });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(gone?.body).toMatchObject({ removed: '2026-11-21T09:00:00.000Z', label: 'Dentist' });
    expect(blockedInterval.indexes.start(gone as never)).toEqual([]);
    expect(blockedInterval.indexes.clinician_start(gone as never)).toEqual([]);
    expect(blockedInterval.project?.(gone as never)[0]?.body).toMatchObject({ free: true });
    const held = [gone as StoredRecord];
    expect(save({ interval_id: 'b1', label: 'Errand' }, { held })).toMatchObject({ code: 'changed_meanwhile' });
    const back = save({ interval_id: 'b1', removed: false }, { held });
    expect(back).toMatchObject({ records: [{ body: bodyOf({ modify_datetime: '2026-11-21T09:00:00.000Z' }) }] });
    expect(back.outcome === 'applied' && back.records[0]?.body).not.toHaveProperty('removed');
  });
});

describe('[CA-2] a block that is taken away', () => {
  test('not where it was moved meanwhile; and also by who has left the practice', () => {
    const remove = (base: Record<string, string>) => save({ interval_id: 'b1', removed: true }, { base });
    expect(remove({ start: 'u0', label: 'u1' })).toMatchObject({ code: 'changed_meanwhile' });
    expect(remove({ start: 'u2', label: 'u1' })).toMatchObject({ outcome: 'applied' });
    const left = (args: object) =>
      runPure(
        { records: [blockOf()], roles: {} },
        { sub: 'pro-1', name: 'blocked_interval.save', args: { practice_id: 'p1', interval_id: 'b1', ...args } },
      );
    expect(left({ removed: true })).toMatchObject({ outcome: 'applied' });
    expect(left({ label: 'x' })).toMatchObject({ code: 'not_allowed' });
    expect(left({ removed: false })).toMatchObject({ code: 'not_allowed' });
  });
});

describe('[S-146] booking into a blocked time', () => {
  const { records, args } = sampleCall('appointment.book');
  const theirs = blockOf({
    clinician: 'pro-3',
    local_start: '2026-11-22T10:30',
    start: '2026-11-22T10:30:00.000Z',
    end: '2026-11-22T11:30:00.000Z',
  });
  const book = (said: object, held: readonly StoredRecord[] = [theirs]) =>
    runPure(
      { records: [...records, ...held], roles },
      { sub: 'pro-1', name: 'appointment.book', args: { ...(args as object), ...said } },
    );

  test('[CA-2] is refused with its times, unless it is meant', () => {
    expect(book({})).toMatchObject({
      code: 'time_blocked',
      detail: { taken: [{ start: '2026-11-22T10:30:00.000Z', end: '2026-11-22T11:30:00.000Z' }] },
    });
    expect(book({ force_book_over_blocked: true })).toMatchObject({ outcome: 'applied' });
    expect(book({ force_book_over_blocked: false })).toMatchObject({ code: 'time_blocked' });
    // Beside it, and where it is removed.
    expect(book({ minutes: 30 })).toMatchObject({ outcome: 'applied' });
    expect(book({}, [{ ...theirs, body: { ...(theirs.body as object), removed: noon.start } }])).toMatchObject({
      outcome: 'applied',
    });
    // Of a block that another practice made the times are not told.
    expect(book({}, [{ ...theirs, body: { ...(theirs.body as object), practice_id: 'p9' } }])).toMatchObject({
      code: 'time_blocked',
      detail: { taken: [] },
    });
    // How long ago a block began does not matter.
    const long = blockOf({
      clinician: 'pro-3',
      minutes: 14 * 24 * 60,
      start: '2026-11-08T10:30:00.000Z',
      end: '2026-11-22T10:30:00.000Z',
    });
    expect(book({}, [long])).toMatchObject({ code: 'time_blocked' });
  });

  test('a session is not moved there either', () => {
    const session = sampleCall('appointment.edit').records[0] as StoredRecord;
    const mine = { ...session, body: { ...(session.body as object), clinician: 'pro-3' } };
    const move = (said: object) =>
      runPure(
        { records: [mine, theirs], roles },
        {
          sub: 'pro-1',
          name: 'appointment.edit',
          args: {
            appointment_id: 'a1',
            local_start: '2026-11-22T11:00',
            zone: 'UTC',
            start: '2026-11-22T11:00:00.000Z',
            ...said,
          },
        },
      );
    expect(move({})).toMatchObject({ code: 'time_blocked' });
    expect(move({ force_book_over_blocked: true })).toMatchObject({ outcome: 'applied' });
  });

  test('[CA-2] nor restored there, unless it is meant; an older build books there no more either', () => {
    const session = sampleCall('appointment.edit').records[0] as StoredRecord;
    const gone = {
      ...(session.body as object),
      clinician: 'pro-3',
      status: 'cancelled_orchid_pro',
      cancelled_from: 'booked',
    };
    const over = blockOf({ clinician: 'pro-3', start: '2026-11-21T07:00:00.000Z', end: '2026-11-21T11:00:00.000Z' });
    const restore = (said: object) =>
      runPure(
        { records: [{ ...session, body: gone }, over], roles },
        { sub: 'pro-1', name: 'appointment.restore', args: { appointment_id: 'a1', ...said } },
      );
    expect(restore({})).toMatchObject({ code: 'time_blocked' });
    expect(restore({ force_book_over_blocked: true })).toMatchObject({ outcome: 'applied' });
    const old = sampleCall('appointment.create');
    const own = blockOf({ start: '2026-11-22T10:30:00.000Z', end: '2026-11-22T11:30:00.000Z' });
    const card = records.find(({ collection }) => collection === 'client_card') as StoredRecord;
    expect(
      runPure({ records: [card, own], roles }, { sub: 'pro-1', name: 'appointment.create', args: old.args }),
    ).toMatchObject({ code: 'time_blocked' });
  });
});
