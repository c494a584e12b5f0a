import { describe, expect, it } from 'vitest';
import { now, recordOf, SeriesWorld, standing } from '../testing/series-world.ts';
import { occurrenceIdOf } from './appointment.ts';
import { policyIdOf } from './cancellation-policy.ts';
import { classes, practiceScope } from './classes.ts';

const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];
const timesOf = (world: SeriesWorld, id: string, dates = mondays) =>
  dates.map((date) => {
    const session = world.session(id, date);
    return session && `${session.local_start}${session.status === 'booked' ? '' : ` ${session.status}`}`;
  });
const at = (id: string, date: string) => occurrenceIdOf(id, date);
const taken = (start: string, id = 'other') =>
  standing(id, { local_start: start, start: `${start}:00.000Z`, end: `${start.slice(0, 13)}:50:00.000Z`, zone: 'UTC' });

/** Later than a day before the first of them, for which the client then is asked to pay. */
const late = '2026-11-22T20:00:00.000Z';
const lateFee = recordOf({
  collection: 'cancellation_policy',
  id: policyIdOf('pro-1'),
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: {
    orchid_pro_user_id: 'pro-1',
    terms: { hours: 24, fee: { kind: 'flat', cents: 5000 } },
    modify_datetime: now,
  },
});

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
    // Again: nothing is left of it.
    expect(world.run('appointment_series.restore', { series_id: id, cancelled: 'c0' })).toMatchObject({ records: [] });
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
