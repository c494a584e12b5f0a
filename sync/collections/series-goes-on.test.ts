import { describe, expect, it } from 'vitest';
import { at, mondays, now, SeriesWorld, taken, timesOf } from '../testing/series-world.ts';

describe('[CA-9] a series goes on', () => {
  const rule = { unit: 'week', every: 1, ends: { kind: 'count', count: 4 } } as const;
  const more = { ends: { kind: 'count', count: 6 }, through: '2027-01-31' };

  it('by its rule, as it is planned now, and what is taken is listed', () => {
    const world = new SeriesWorld([taken('2026-12-29T11:00')]);
    const id = world.book(mondays, { rule });
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-12-14'),
      reach: 'following',
      local_start: '2026-12-15T11:00',
    });
    world.run('appointment_series.extend', { series_id: id, ...more });
    expect(timesOf(world, id, ['2026-12-21', '2026-12-28', '2027-01-04'])).toEqual([
      '2026-12-22T11:00',
      undefined,
      undefined,
    ]);
    expect(world.waiting).toMatchObject([{ series: { date: '2026-12-28' } }]);
    expect(world.series(id)).toMatchObject({ laid_through: '2026-12-28', rule: { ends: { count: 6 } } });
    // Nothing is laid out twice.
    world.run('appointment.cancel', { appointment_id: at(id, '2026-12-21') });
    world.run('appointment_series.extend', { series_id: id, ends: { kind: 'open' }, through: '2027-01-11' });
    expect(timesOf(world, id, ['2026-12-21', '2027-01-04', '2027-01-11'])).toEqual([
      '2026-12-22T11:00 cancelled_orchid_pro',
      '2027-01-05T11:00',
      '2027-01-12T11:00',
    ]);
  });

  it('also years after it began, and no more than two years ahead', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule });
    const at = (now: string) => ({ now, receivedAt: now });
    const first = { series_id: id, ends: { kind: 'count', count: 100 }, through: '2028-11-30' };
    world.run('appointment_series.extend', first, at('2027-12-01T09:00:00.000Z'));
    // What was to be meanwhile has not been.
    expect(world.session(id, '2027-06-07')).toBeUndefined();
    expect(world.session(id, '2027-12-06')?.local_start).toBe('2027-12-06T09:00');
    const later = at('2028-11-10T09:00:00.000Z');
    const ends = { kind: 'count', count: 120 };
    expect(world.run('appointment_series.extend', { series_id: id, ends, through: '2031-01-01' }, later)).toMatchObject(
      {
        code: 'invalid_arguments',
      },
    );
    world.run('appointment_series.extend', { series_id: id, ends, through: '2029-12-31' }, later);
    expect(world.series(id).laid_through).toBe('2029-03-05');
    expect(world.session(id, '2029-03-05')?.local_start).toBe('2029-03-05T09:00');
  });

  it('of one that nobody has ended no more than a year and a month ahead, of one with an end no more than two years', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } });
    const asked = { now: '2026-11-25T09:00:00.000Z', receivedAt: '2026-11-25T09:00:00.000Z' };
    const extend = (ends: { readonly kind: string; readonly date?: string }, through: string) =>
      world.copy().run('appointment_series.extend', { series_id: id, ends, through }, asked);
    expect(extend({ kind: 'open' }, '2027-12-25')).toMatchObject({ outcome: 'applied' });
    expect(extend({ kind: 'open' }, '2027-12-26')).toMatchObject({ code: 'invalid_arguments' });
    const end = { kind: 'date', date: '2028-11-25' };
    expect(extend(end, '2028-11-25')).toMatchObject({ outcome: 'applied' });
    expect(extend(end, '2028-11-26')).toMatchObject({ code: 'invalid_arguments' });
  });

  it('nobody has the server count dates for ever: who may not is asked nothing, and who may no more than two years of them', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } });
    for (const through of ['2600-01-01', '9998-01-01', '9999-12-31'])
      for (const [sub, code] of [
        ['mia', 'not_allowed'],
        ['pro-1', 'invalid_arguments'],
      ] as const)
        expect(
          world.run('appointment_series.extend', { series_id: id, ends: { kind: 'open' }, through }, { sub }),
          `${sub} ${through}`,
        ).toMatchObject({ code });
  });

  it('not to an end that lies before what has been laid out', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule });
    for (const ends of [
      { kind: 'count', count: 3 },
      { kind: 'date', date: '2026-12-01' },
      { kind: 'date', date: '2026-99-99' },
    ])
      expect(world.run('appointment_series.extend', { series_id: id, ends, through: '2027-01-31' })).toMatchObject({
        code: 'invalid_arguments',
      });
  });

  it('not with who treats no more, whoever asks', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule });
    const member = world.records.find(({ collection }) => collection === 'membership');
    if (member) world.put({ ...member, body: { ...(member.body as object), ended: '2026-11-20T09:00:00.000Z' } });
    const args = { series_id: id, ...more };
    expect(world.run('appointment_series.extend', args, { sub: 'desk' })).toMatchObject({ code: 'not_allowed' });
  });

  it('not one that was ended, nor of an archived client, nor years ahead', () => {
    const world = new SeriesWorld();
    const id = world.book(mondays, { rule });
    const open = { series_id: id, ends: { kind: 'open' } };
    expect(world.run('appointment_series.extend', { ...open, through: '2028-11-01' })).toMatchObject({
      code: 'invalid_arguments',
    });
    const archived = world.copy();
    const card = archived.records.find(({ collection }) => collection === 'client_card');
    if (card) archived.put({ ...card, body: { ...(card.body as object), archived: now } });
    expect(archived.run('appointment_series.extend', { series_id: id, ...more })).toMatchObject({
      code: 'chart_archived',
    });
    world.run('appointment_series.cancel', { appointment_id: at(id, '2026-12-14'), reach: 'following' });
    expect(world.run('appointment_series.extend', { series_id: id, ...more })).toMatchObject({
      code: 'session_cancelled',
    });
  });
});
