import { describe, expect, it } from 'vitest';
import { at, late, lateFee, mondays, SeriesWorld, taken, timesOf } from '../testing/series-world.ts';

describe('[CA-9] a series is cancelled and brought back', () => {
  it('from one session on; exactly these come back, but for one whose time is taken by then', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays);
    world.run('appointment.cancel', { appointment_id: at(id, '2026-12-14') });
    const cancel = { appointment_id: at(id, '2026-11-30'), reach: 'following' };
    world.run('appointment_series.cancel', cancel, { uid: 'c1' });
    expect(timesOf(world, id)).toEqual([
      '2026-11-23T09:00',
      '2026-11-30T09:00 cancelled_orchid_pro',
      '2026-12-07T09:00 cancelled_orchid_pro',
      '2026-12-14T09:00 cancelled_orchid_pro',
    ]);
    expect(world.series(id).until).toBe('2026-11-29');
    world.put(taken('2026-12-07T09:00'));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    expect(timesOf(world, id)).toEqual([
      '2026-11-23T09:00',
      '2026-11-30T09:00',
      '2026-12-07T09:00 cancelled_orchid_pro',
      '2026-12-14T09:00 cancelled_orchid_pro',
    ]);
    expect(world.series(id).until).toBeUndefined();
    expect(world.waiting).toMatchObject([{ series: { date: '2026-12-07' }, why: 'conflicting_session' }]);
    // Again, from a device that had not heard of it: what could not be had waits in the list, and comes by that alone.
    for (const cancelled of ['c1', 'c0'])
      expect(world.run('appointment_series.restore', { series_id: id, cancelled })).toMatchObject({ records: [] });
  });

  it.each([
    ['c1', 'c2'],
    ['c2', 'c1'],
  ])('twice over, and both brought back, %s first: it goes on as it did', (one, other) => {
    const world = new SeriesWorld();
    const open = { unit: 'week', every: 1, ends: { kind: 'open' } };
    const id = world.book(mondays, { rule: open });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-14'), reach: 'following' }, { uid: 'c1' });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-11-30'), reach: 'following' }, { uid: 'c2' });
    for (const cancelled of [one, other]) world.run('appointment_series.restore', { series_id: id, cancelled });
    expect(timesOf(world, id)).toEqual(mondays.map((date) => `${date}T09:00`));
    expect(world.series(id)).not.toHaveProperty('until');
    expect(world.series(id)).not.toHaveProperty('cancels');
  });

  it('also where each of its sessions was cancelled by itself: it does not go on', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } });
    for (const date of mondays)
      world.run('appointment.cancel', { appointment_id: at(id, date) }, { uid: `single-${date}` });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-11-30'), reach: 'all' }, { uid: 'c1' });
    expect(world.series(id).until).toBeDefined();
    const extend = { series_id: id, ends: { kind: 'open' }, through: '2027-10-01' };
    expect(world.run('appointment_series.extend', extend)).toMatchObject({ code: 'session_cancelled' });
    // What was cancelled by itself comes back by itself.
    world.run('appointment_series.restore', { series_id: id, cancelled: 'single-2026-11-30' });
    expect(timesOf(world, id)[1]).toBe('2026-11-30T09:00 cancelled_orchid_pro');
  });

  it('twice over: each comes back by itself, and the earlier end stands again', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays);
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-14'), reach: 'following' }, { uid: 'c1' });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-11-30'), reach: 'all' }, { uid: 'c2' });
    expect(world.series(id).until).toBe('2026-11-22');
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c2' });
    expect(world.series(id).until).toBe('2026-12-13');
    expect(timesOf(world, id)[3]).toBe('2026-12-14T09:00 cancelled_orchid_pro');
    expect(timesOf(world, id)[0]).toBe('2026-11-23T09:00');
  });

  it('[CA-7] by the client: what it asks is proposed, and it comes back as a proposal, or as agreed', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays);
    const args = {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      by: 'client',
      told_at: '2026-11-20T09:00:00.000Z',
    };
    world.run('appointment_series.cancel', args, { uid: 'c1' });
    expect(timesOf(world, id)[0]).toBe('2026-11-23T09:00 cancelled_patient');
    const agreed = world.copy();
    agreed.run('appointment_series.restore', { series_id: id, cancelled: 'c1', agreed: true });
    expect(timesOf(agreed, id)).toEqual(mondays.map((date) => `${date}T09:00`));
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    expect(timesOf(world, id)).toEqual(mondays.map((date) => `${date}T09:00 invited`));
    const later = { ...args, told_at: '2026-12-20T09:00:00.000Z' };
    expect(world.run('appointment_series.cancel', later)).toMatchObject({ code: 'invalid_arguments' });
  });

  it('[CA-6] by the client: what is asked counts from when that was said, not from when it was written down', () => {
    const world = new SeriesWorld([lateFee]);
    const id = world.book(mondays);
    const feesAfter = (told: object): readonly (string | undefined)[] => {
      const course = world.copy();
      const args = { appointment_id: at(id, '2026-11-23'), reach: 'all', by: 'client', ...told };
      const outcome = course.run('appointment_series.cancel', args, { now: late, receivedAt: late });
      expect(outcome).toMatchObject({ outcome: 'applied' });
      return ['2026-11-23', '2026-11-30'].map((date) => course.session(id, date)?.late_fee?.state);
    };
    expect(feesAfter({})).toEqual(['proposed', undefined]);
    expect(feesAfter({ told_at: '2026-11-22T09:00:00.000Z' })).toEqual([undefined, undefined]);
  });

  it('what waited for a time is left out with the rest, and waits again', () => {
    const world = new SeriesWorld([taken('2026-12-07T09:00')]);
    const id = world.book(mondays);
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-11-30'), reach: 'following' }, { uid: 'c1' });
    expect(world.waiting).toEqual([]);
    world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
    expect(world.waiting).toMatchObject([{ series: { date: '2026-12-07' } }]);
  });
});
