import { describe, expect, it } from 'vitest';
import {
  at,
  late,
  lateFee,
  mondays,
  now,
  recordOf,
  SeriesWorld,
  standing,
  taken,
  timesOf,
} from '../testing/series-world.ts';

describe('[CA-9] a session that could not be had', () => {
  const begun = () => {
    const world = new SeriesWorld([taken('2026-11-30T09:00')]);
    const id = world.book(mondays);
    return { world, id, unplaced: `unplaced.${id}.2026-11-30` };
  };
  const ten = { local_start: '2026-12-01T10:00', zone: 'UTC', minutes: 50, start: '2026-12-01T10:00:00.000Z' };

  it('gets a time of its own and is one of the series', () => {
    const { world, id, unplaced } = begun();
    const place = { unplaced_id: unplaced, ...ten };
    world.put(taken('2026-12-01T10:30', 'late'));
    expect(world.run('unplaced_session.place', place)).toMatchObject({ code: 'conflicting_session' });
    world.put(standing('late', { status: 'cancelled_patient' }));
    expect(world.run('unplaced_session.place', place, { base: { state: 'old' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    world.run('unplaced_session.place', place);
    expect(world.session(id, '2026-11-30')).toMatchObject({
      ...ten,
      series: { id, date: '2026-11-30' },
      status: 'booked',
      clinician: 'pro-1',
    });
    expect(world.waiting).toEqual([]);
    expect(world.run('unplaced_session.place', place)).toMatchObject({ code: 'changed_meanwhile' });
  });

  it('or is moved there where it still stood at its old time, and brought back where it was cancelled', () => {
    const { world, id } = begun();
    world.put(taken('2026-12-07T11:00', 'other-2'));
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-12-07'),
      reach: 'following',
      local_start: '2026-12-07T11:00',
    });
    expect(timesOf(world, id).slice(2)).toEqual(['2026-12-07T09:00', '2026-12-14T11:00']);
    const at10 = { ...ten, local_start: '2026-12-07T10:00', start: '2026-12-07T10:00:00.000Z' };
    world.run('unplaced_session.place', { unplaced_id: `unplaced.${id}.2026-12-07`, ...at10 });
    expect(timesOf(world, id)[2]).toBe('2026-12-07T10:00');
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-14'), reach: 'following' }, { uid: 'c1' });
    world.put(taken('2026-12-14T11:00', 'other-3'));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    const at12 = { ...ten, local_start: '2026-12-14T12:00', start: '2026-12-14T12:00:00.000Z' };
    world.run('unplaced_session.place', { unplaced_id: `unplaced.${id}.2026-12-14`, ...at12 });
    expect(timesOf(world, id)[3]).toBe('2026-12-14T12:00');
  });

  it('or waits no more, cancelled with those that follow from it on, and waits again where that is taken back', () => {
    const { world, id } = begun();
    world.put(taken('2026-12-07T11:00', 'other-2'));
    const of = { appointment_id: at(id, '2026-12-07'), reach: 'following' };
    world.run('appointment_series.edit', { ...of, local_start: '2026-12-07T11:00' });
    const states = () => world.waiting.map(({ series, state }) => `${series.date} ${state}`);
    expect(states()).toEqual(['2026-11-30 open', '2026-12-07 open']);
    world.run('appointment_series.cancel', of, { uid: 'c1' });
    expect(states()).toEqual(['2026-11-30 open']);
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    expect(states()).toEqual(['2026-11-30 open', '2026-12-07 open']);
    world.run('appointment_series.cancel', { ...of, reach: 'all' }, { uid: 'c2' });
    expect(states(), 'also what was to be before the session that was asked about').toEqual([]);
  });

  it('[CA-6] and for one that its client cancelled late nothing is asked any more', () => {
    const world = new SeriesWorld([lateFee]);
    const id = world.book(mondays);
    const cancel = { appointment_id: at(id, '2026-11-23'), reach: 'all', by: 'client' };
    world.run('appointment_series.cancel', cancel, { uid: 'c1', now: late, receivedAt: late });
    expect(world.session(id, '2026-11-23')?.late_fee?.state).toBe('proposed');
    world.put(taken('2026-11-23T09:00', 'other-9'));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    const place = { unplaced_id: `unplaced.${id}.2026-11-23`, ...ten };
    expect(world.run('unplaced_session.place', place)).toMatchObject({ outcome: 'applied' });
    expect(world.session(id, '2026-11-23')).toMatchObject({ ...ten, status: 'invited' });
    expect(world.session(id, '2026-11-23')).not.toHaveProperty('late_fee');
  });

  it('into no time that another has, whatever is forced; over a block where the change says so', () => {
    const { world, unplaced } = begun();
    const place = { unplaced_id: unplaced, ...ten, force_book_over_blocked: true };
    const block = recordOf({
      collection: 'blocked_interval',
      id: 'b1',
      scope: 'account:pro-1',
      cls: 'own',
      body: {
        label: '',
        ...ten,
        end: '2026-12-01T11:00:00.000Z',
        clinician: 'pro-1',
        practice_id: 'p1',
        modify_datetime: now,
      },
    });
    const both = world.copy();
    both.put(block, taken('2026-12-01T10:00', 'late'));
    expect(both.run('unplaced_session.place', place)).toMatchObject({ code: 'conflicting_session' });
    expect(both.waiting).toHaveLength(1);
    world.put(block);
    expect(world.run('unplaced_session.place', { ...place, force_book_over_blocked: false })).toMatchObject({
      code: 'time_blocked',
    });
    expect(world.run('unplaced_session.place', place)).toMatchObject({ outcome: 'applied' });
  });

  it('[CA-7] what the client cancelled with the series comes back as a proposal, or as agreed', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays);
    const cancel = {
      appointment_id: at(id, '2026-12-14'),
      reach: 'following',
      by: 'client',
      told_at: '2026-11-20T09:00:00.000Z',
    };
    world.run('appointment_series.cancel', cancel, { uid: 'c1' });
    world.put(taken('2026-12-14T09:00', 'other-2'));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1', agreed: true });
    const place = { unplaced_id: `unplaced.${id}.2026-12-14`, ...ten };
    const agreed = world.copy();
    agreed.run('unplaced_session.place', { ...place, agreed: true });
    expect(agreed.session(id, '2026-12-14')?.status).toBe('booked');
    world.run('unplaced_session.place', place);
    expect(world.session(id, '2026-12-14')?.status).toBe('invited');
  });

  it('not where it was cancelled, missed or noted since, nor of a series that has ended', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays);
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-14'), reach: 'following' }, { uid: 'c1' });
    world.put(taken('2026-12-14T09:00', 'other-2'));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    const place = { unplaced_id: `unplaced.${id}.2026-12-14`, ...ten };
    const noted = world.copy();
    noted.put(noted.noteOf(id, '2026-12-14'));
    for (const sub of ['pro-1', 'desk'])
      expect(noted.run('unplaced_session.place', place, { sub }), sub).toMatchObject({ code: 'session_cancelled' });
    const missed = world.copy();
    const session = missed.records.find((one) => one.id === at(id, '2026-12-14'));
    if (session) missed.put({ ...session, body: { ...(session.body as object), status: 'cancelled_pro_no_join' } });
    expect(missed.run('unplaced_session.place', place)).toMatchObject({ code: 'session_cancelled' });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-07'), reach: 'following' });
    expect(world.run('unplaced_session.place', place)).toMatchObject({ code: 'session_cancelled' });
    expect(world.run('unplaced_session.drop', { unplaced_id: place.unplaced_id, dropped: false })).toMatchObject({
      code: 'session_cancelled',
    });
  });

  it('not where it was held or noted meanwhile', () => {
    const { world, id } = begun();
    world.put(taken('2026-12-07T11:00', 'other-2'));
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-12-07'),
      reach: 'following',
      local_start: '2026-12-07T11:00',
    });
    world.put(world.noteOf(id, '2026-12-07'));
    const place = { unplaced_id: `unplaced.${id}.2026-12-07`, ...ten };
    for (const sub of ['pro-1', 'desk'])
      expect(world.run('unplaced_session.place', place, { sub }), sub).toMatchObject({ code: 'time_signed' });
  });

  it('or is left out, and can be taken up again', () => {
    const { world, unplaced } = begun();
    world.run('unplaced_session.drop', { unplaced_id: unplaced, dropped: true });
    expect(world.waiting).toEqual([]);
    world.run('unplaced_session.drop', { unplaced_id: unplaced, dropped: false });
    expect(world.waiting).toHaveLength(1);
  });
});
