import { describe, expect, it } from 'vitest';
import { SeriesWorld, standing, weekly } from '../testing/series-world.ts';
import { canRead } from '../core/run-mutation.ts';
import { occurrenceIdOf } from './appointment.ts';
import { registry } from './index.ts';

const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];
const timesOf = (world: SeriesWorld, id: string, dates = mondays) =>
  dates.map((date) => {
    const session = world.session(id, date);
    return session && `${session.local_start}${session.status === 'booked' ? '' : ` ${session.status}`}`;
  });
const at = (id: string, date: string) => occurrenceIdOf(id, date);
const taken = (start: string, id = 'other') =>
  standing(id, { local_start: start, start: `${start}:00.000Z`, end: `${start.slice(0, 13)}:50:00.000Z`, zone: 'UTC' });

describe('[CA-9] a series is booked', () => {
  it('by its rule, each session under its own date, at the time that clocks show', () => {
    const world = new SeriesWorld();
    const rule = { unit: 'week', every: 1, ends: { kind: 'count', count: 4 } };
    const id = world.book(['2027-03-07', '2027-03-14', '2027-03-21'], {
      rule,
      local_start: '2027-03-07T02:30',
      zone: 'America/New_York',
    });
    // The night of the 14th has no half past two, and a date was left away.
    expect(
      ['2027-03-07', '2027-03-14', '2027-03-21', '2027-03-28'].map((date) => world.session(id, date)?.start),
    ).toEqual(['2027-03-07T07:30:00.000Z', '2027-03-14T07:30:00.000Z', '2027-03-21T06:30:00.000Z', undefined]);
    expect(world.series(id)).toMatchObject({ first: '2027-03-07', rule, laid_through: '2027-03-28' });
  });

  it.each([
    ['kind', 'free introduction'],
    ['billing_type', 'insurance'],
    ['price_cents', 0],
  ] as const)('with its %s in the plan and in each session where that was said, and without it else', (name, value) => {
    const facts = (change: Readonly<Record<string, string | number>>): unknown[] => {
      const world = new SeriesWorld();
      const id = world.book(mondays, change);
      const [part] = world.series(id).plan;
      return [part?.facts[name], ...mondays.map((date) => world.session(id, date)?.[name])];
    };
    expect(facts({ [name]: value })).toEqual(Array.from({ length: 5 }, () => value));
    expect(facts({})).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  it('one whose time is taken is left out and listed with what took it; the rest stands', () => {
    const world = new SeriesWorld([taken('2026-11-30T09:00')]);
    const id = world.book(mondays);
    expect(timesOf(world, id)).toEqual(['2026-11-23T09:00', undefined, '2026-12-07T09:00', '2026-12-14T09:00']);
    expect(world.waiting).toMatchObject([
      {
        series: { id, date: '2026-11-30' },
        why: 'conflicting_session',
        taken: [{ start: '2026-11-30T09:00:00.000Z', end: '2026-11-30T09:50:00.000Z' }],
      },
    ]);
    expect(world.waiting[0]).not.toHaveProperty('stands');
  });

  it('all of it refused where nothing is to be had; its own sessions stand in each other’s way too', () => {
    const world = new SeriesWorld([taken('2026-11-23T09:00')]);
    const book = (sessions: { date: string; time?: string }[], more = {}) =>
      world.run('appointment_series.book', { ...weekly, ...more, sessions });
    expect(book([{ date: '2026-11-23' }])).toMatchObject({
      outcome: 'rejected',
      code: 'conflicting_session',
      detail: { taken: [{ start: '2026-11-23T09:00:00.000Z' }] },
    });
    const late = { local_start: '2026-11-24T23:30', minutes: 60 };
    expect(book([{ date: '2026-11-24' }, { date: '2026-11-25', time: '00:00' }], late)).toMatchObject({
      outcome: 'applied',
    });
    expect(world.waiting).toMatchObject([{ local_start: '2026-11-25T00:00' }]);
  });

  it('only in dates of its rule, ascending, from the first; a free introduction has no price', () => {
    const world = new SeriesWorld();
    const rule = { unit: 'week', every: 2, ends: { kind: 'count', count: 4 } };
    const code = (dates: readonly string[], more = {}) => {
      const sessions = dates.map((date) => ({ date }));
      const outcome = world.run('appointment_series.book', { ...weekly, rule, sessions, ...more });
      return outcome.outcome === 'rejected' ? outcome.code : outcome.outcome;
    };
    expect(code(['2026-11-23', '2026-11-30'])).toBe('invalid_arguments');
    expect(code(['2026-12-07'])).toBe('invalid_arguments');
    expect(code(['2026-11-23', '2026-12-21', '2026-12-07'])).toBe('invalid_arguments');
    expect(code([])).toBe('invalid_arguments');
    expect(code(['2026-11-23'], { kind: 'free introduction', price_cents: 100 })).toBe('invalid_arguments');
    expect(code(['2026-11-23'], { zone: 'Mars/Olympus' })).toBe('invalid_arguments');
    expect(code(['2026-11-23', '2028-11-23'])).toBe('invalid_arguments');
    expect(code(['2026-11-23', '2028-11-24'], { rule: undefined })).toBe('invalid_arguments');
    expect(code(['2026-11-23', '2026-12-07'])).toBe('applied');
  });
});

describe('[CA-9] a series is changed', () => {
  const begun = (records = [] as ReturnType<typeof standing>[]) => {
    const world = new SeriesWorld(records);
    return { world, id: world.book(mondays) };
  };

  it('from one session on, or all to come; what was planned before stays', () => {
    const { world, id } = begun();
    const following = { appointment_id: at(id, '2026-12-07'), reach: 'following', local_start: '2026-12-08T10:30' };
    world.run('appointment_series.edit', following);
    expect(timesOf(world, id)).toEqual([
      '2026-11-23T09:00',
      '2026-11-30T09:00',
      '2026-12-08T10:30',
      '2026-12-15T10:30',
    ]);
    expect(world.series(id).plan.map(({ from, days, time }) => [from, days, time])).toEqual([
      ['2026-11-23', 0, '09:00'],
      ['2026-12-07', 1, '10:30'],
    ]);
    world.run('appointment_series.edit', { appointment_id: at(id, '2026-12-07'), reach: 'all', place: 'outside' });
    expect(mondays.map((date) => world.session(id, date)?.place)).toEqual(mondays.map(() => 'outside'));
    // The time is another fact: it stays as it was planned for each.
    expect(timesOf(world, id)[3]).toBe('2026-12-15T10:30');
  });

  it('what was set of one session alone stays', () => {
    const { world, id } = begun();
    const alone = { local_start: '2026-12-01T15:00', start: '2026-12-01T15:00:00.000Z' };
    world.run('appointment.edit', { appointment_id: at(id, '2026-11-30'), ...alone });
    world.run('appointment.edit', { appointment_id: at(id, '2026-12-07'), price_cents: 5000 });
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-23T11:00',
      price_cents: 8000,
    });
    expect(timesOf(world, id)).toEqual([
      '2026-11-23T11:00',
      '2026-12-01T15:00',
      '2026-12-07T11:00',
      '2026-12-14T11:00',
    ]);
    expect(mondays.map((date) => world.session(id, date)?.price_cents)).toEqual([8000, 8000, 5000, 8000]);
  });

  it('begun, noted and billed sessions, and cancelled ones, stay as they are', () => {
    const { world, id } = begun();
    world.put(world.noteOf(id, '2026-11-30'));
    world.put({
      ...world.noteOf(id, '2026-12-07'),
      collection: 'session_billing',
      id: `billing.${at(id, '2026-12-07')}`,
      cls: 'billing',
      body: { appointment_id: at(id, '2026-12-07'), billed: ['using_invoicing'] },
    });
    const receivedAt = '2026-11-23T10:00:00.000Z';
    const edit = { appointment_id: at(id, '2026-12-14'), reach: 'all', local_start: '2026-12-14T11:00' };
    // Who plans reads neither notes nor bills, and moves them no more than who treats.
    for (const sub of ['desk', 'pro-1']) {
      const other = world.copy();
      other.run('appointment_series.edit', edit, { sub, receivedAt });
      expect(timesOf(other, id), sub).toEqual([
        '2026-11-23T09:00',
        '2026-11-30T09:00',
        '2026-12-07T09:00',
        '2026-12-14T11:00',
      ]);
      other.run(
        'appointment_series.cancel',
        { appointment_id: at(id, '2026-12-14'), reach: 'all' },
        { sub, receivedAt },
      );
      expect(timesOf(other, id), sub).toEqual([
        '2026-11-23T09:00',
        '2026-11-30T09:00',
        '2026-12-07T09:00',
        '2026-12-14T11:00 cancelled_orchid_pro',
      ]);
      expect(other.waiting).toEqual([]);
    }
  });

  it('one whose new time is taken stays where it is and is listed; what else was changed counts for it too', () => {
    const { world, id } = begun([taken('2026-12-07T11:00')]);
    const move = {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-23T11:00',
      place: 'outside',
    };
    world.run('appointment_series.edit', move);
    expect(timesOf(world, id)).toEqual([
      '2026-11-23T11:00',
      '2026-11-30T11:00',
      '2026-12-07T09:00',
      '2026-12-14T11:00',
    ]);
    expect(mondays.map((date) => world.session(id, date)?.place)).toEqual(mondays.map(() => 'outside'));
    expect(world.waiting).toMatchObject([{ local_start: '2026-12-07T11:00', stands: true }]);
    // It goes along with the next change that finds it a time.
    const other = world.copy();
    other.run('appointment_series.edit', { ...move, local_start: '2026-11-23T12:00' });
    expect(timesOf(other, id)).toEqual(mondays.map((date) => `${date}T12:00`));
    expect(other.waiting).toEqual([]);
    // Taken back: it is where the plan has it again.
    world.run('appointment_series.edit', { ...move, local_start: '2026-11-23T09:00' });
    expect(timesOf(world, id)).toEqual(mondays.map((date) => `${date}T09:00`));
    expect(world.waiting).toEqual([]);
  });

  it('one that could not be had is booked with the others, once their new time is free for it', () => {
    const { world, id } = begun([taken('2026-11-30T09:00')]);
    expect(timesOf(world, id)[1]).toBeUndefined();
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-23T12:00',
    });
    expect(timesOf(world, id)).toEqual(mondays.map((date) => `${date}T12:00`));
    expect(world.waiting).toEqual([]);
  });

  it('into a time that it leaves itself: a week later each takes the place of the next', () => {
    const { world, id } = begun();
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-30T09:00',
    });
    expect(timesOf(world, id)).toEqual([
      '2026-11-30T09:00',
      '2026-12-07T09:00',
      '2026-12-14T09:00',
      '2026-12-21T09:00',
    ]);
    // One that is left where it is stands in the way of the one before it.
    const { world: other, id: same } = begun([taken('2026-12-21T09:00')]);
    const edit = { appointment_id: at(same, '2026-11-23'), reach: 'all', local_start: '2026-11-30T09:00' };
    expect(other.run('appointment_series.edit', edit)).toMatchObject({
      outcome: 'rejected',
      code: 'conflicting_session',
    });
  });

  it('not over a version that was not on screen, nor a cancelled one, nor one that is in no series', () => {
    const { world, id } = begun();
    const edit = { appointment_id: at(id, '2026-11-30'), reach: 'following', local_start: '2026-11-30T11:00' };
    expect(world.run('appointment_series.edit', edit, { base: { start: 'other' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(world.run('appointment_series.edit', edit, { base: { place: 'other', start: 'book' } })).toMatchObject({
      outcome: 'applied',
    });
    expect(world.run('appointment_series.edit', edit)).toMatchObject({ records: [] });
    world.run('appointment.cancel', { appointment_id: at(id, '2026-11-30') });
    expect(world.run('appointment_series.edit', edit)).toMatchObject({ code: 'session_cancelled' });
    world.put(taken('2026-12-30T09:00'));
    expect(world.run('appointment_series.edit', { ...edit, appointment_id: 'other' })).toMatchObject({
      outcome: 'rejected',
    });
  });

  it.each([
    ['no such day', { local_start: '2026-99-99T09:00' }],
    ['no such day of the month', { local_start: '2026-11-31T09:00' }],
    ['no such hour', { local_start: '2026-11-30T24:00' }],
    ['no such zone', { zone: 'Foo/Bar' }],
    ['years away', { local_start: '2031-11-30T09:00' }],
    ['after all years', { local_start: '9999-12-31T23:00' }],
  ])('not to %s: refused, and nothing of its plan is other', (_name, said) => {
    const { world, id } = begun();
    const before = world.series(id);
    const edit = { appointment_id: at(id, '2026-11-30'), reach: 'all', ...said };
    for (const onDevice of [true, false])
      expect(world.run('appointment_series.edit', edit, { onDevice })).toMatchObject({ code: 'invalid_arguments' });
    expect(world.series(id)).toEqual(before);
  });

  it.each(['0050-11-28T09:00', '9997-12-31T23:00', '2026-02-30T09:00'])('nor booked at %s', (local_start) => {
    const sessions = [{ date: local_start.slice(0, 10) }];
    const args = { ...weekly, local_start, sessions };
    expect(new SeriesWorld().run('appointment_series.book', args)).toMatchObject({ code: 'invalid_arguments' });
  });

  it('each fact over the version that was on screen, beside a time too', () => {
    const { world, id } = begun();
    const looked = { appointment_id: at(id, '2026-11-30'), reach: 'following' };
    world.run('appointment_series.edit', { ...looked, price_cents: 7000, place: 'outside' }, { uid: 'other' });
    const time = { local_start: '2026-11-30T11:00' };
    for (const more of [
      { price_cents: 9000 },
      { place: 'office_location' },
      { kind: 'regular' },
      { billing_type: 'insurance' },
    ]) {
      const [name = ''] = Object.keys(more);
      const base = { start: 'book', [name]: 'seen before' };
      expect(
        world.copy().run('appointment_series.edit', { ...looked, ...time, ...more }, { base }),
        name,
      ).toMatchObject({
        code: 'changed_meanwhile',
      });
    }
    // Also where it was changed of those alone that follow.
    const later = { ...looked, appointment_id: at(id, '2026-12-14'), local_start: '2026-12-14T15:00' };
    world.run('appointment_series.edit', later, { uid: 'later' });
    const moved = { ...looked, ...time };
    const base = { start: 'book', plan_start: 'book' };
    expect(world.copy().run('appointment_series.edit', moved, { base })).toMatchObject({ code: 'changed_meanwhile' });
    // Of another fact it is no matter.
    const beside = { ...looked, appointment_type_label: 'Other' };
    const unseen = { plan_appointment_type_label: '' };
    expect(world.copy().run('appointment_series.edit', beside, { base: unseen })).toMatchObject({ outcome: 'applied' });
    const seen = { start: 'book', plan_start: 'later' };
    expect(world.run('appointment_series.edit', moved, { base: seen })).toMatchObject({ outcome: 'applied' });
  });

  it('one with a price of its own that does not go with the kind is moved all the same', () => {
    const { world, id } = begun();
    world.run('appointment.edit', { appointment_id: at(id, '2026-12-07'), price_cents: 5000 });
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-23T11:00',
      kind: 'free introduction',
      price_cents: 0,
    });
    expect(timesOf(world, id)).toEqual(mondays.map((date) => `${date}T11:00`));
    expect(world.session(id, '2026-12-07')).toMatchObject({ price_cents: 5000 });
    expect(world.session(id, '2026-12-07')).not.toHaveProperty('kind');
  });

  it('what could not be had stays with who was to hold it, is asked about as the others were, and is not made for an archived client', () => {
    const world = new SeriesWorld([taken('2026-12-07T09:00')]);
    const id = world.book(mondays, { ask: true });
    const held = world.records.find((one) => one.id === at(id, '2026-11-30'));
    if (held) world.put({ ...held, body: { ...(held.body as object), clinician: 'pro-2', clinician_name: 'Dr. Two' } });
    const edit = { appointment_id: at(id, '2026-11-30'), reach: 'all', local_start: '2026-11-30T12:00' };
    const archived = world.copy();
    const card = archived.records.find(({ collection }) => collection === 'client_card');
    if (card) archived.put({ ...card, body: { ...(card.body as object), archived: '2026-11-20T09:00:00.000Z' } });
    archived.run('appointment_series.edit', edit);
    expect(archived.session(id, '2026-12-07')).toBeUndefined();
    const departed = world.copy();
    const member = departed.records.find(({ collection }) => collection === 'membership');
    if (member) departed.put({ ...member, body: { ...(member.body as object), ended: '2026-11-20T09:00:00.000Z' } });
    departed.run('appointment_series.edit', edit, { sub: 'desk' });
    expect(departed.session(id, '2026-12-07')).toBeUndefined();
    expect(departed.waiting).toHaveLength(1);
    world.run('appointment_series.edit', edit);
    expect(world.session(id, '2026-12-07')).toMatchObject({ clinician: 'pro-1', status: 'invited' });
  });

  it('moved by hand, or cancelled, a session waits for no other time', () => {
    const { world, id } = begun([taken('2026-12-07T11:00')]);
    world.run('appointment_series.edit', {
      appointment_id: at(id, '2026-11-23'),
      reach: 'all',
      local_start: '2026-11-23T11:00',
    });
    expect(world.waiting).toHaveLength(1);
    const moved = world.copy();
    const alone = { local_start: '2026-12-08T15:00', zone: 'UTC', start: '2026-12-08T15:00:00.000Z' };
    moved.run('appointment.edit', { appointment_id: at(id, '2026-12-07'), ...alone });
    expect(moved.waiting).toEqual([]);
    for (const sub of ['pro-1', 'mia']) {
      const off = world.copy();
      off.run('appointment.cancel', { appointment_id: at(id, '2026-12-07') }, { sub });
      expect(off.waiting, sub).toEqual([]);
    }
  });

  it('nobody takes the id of one of its sessions for another', () => {
    const { world, id } = begun();
    const args = {
      chart_id: 'c1',
      appointment_type_label: 'Talk',
      local_start: '2027-01-04T09:00',
      zone: 'UTC',
      start: '2027-01-04T09:00:00.000Z',
      end: '2027-01-04T09:50:00.000Z',
      clinician_name: 'Dr. One',
      practice_id: 'p1',
      place: 'telehealth',
    };
    expect(world.run('appointment.create', args, { ids: [at(id, '2027-01-04')] })).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(world.run('appointment.create', args, { ids: ['own-1'] })).toMatchObject({ outcome: 'applied' });
  });

  it('[AC-1] what could not be had is read by those who plan and those who watch over them, not by client or guardian', () => {
    const reads = (role: string) => canRead(registry, { collection: 'unplaced_session', cls: 'scheduling' }, [role]);
    expect(['treating', 'supervisor', 'scheduler', 'practice.scheduler'].every((role) => reads(role))).toBe(true);
    expect(['client', 'guardian', 'practice.biller', 'biller', 'practice.owner'].some((role) => reads(role))).toBe(
      false,
    );
  });

  it('by who treats or plans for the practice alone', () => {
    const { world, id } = begun();
    for (const [sub, outcome] of [
      ['mia', 'rejected'],
      ['pro-2', 'rejected'],
      ['desk', 'applied'],
    ] as const) {
      const args = { appointment_id: at(id, '2026-11-30'), reach: 'following' };
      expect(world.copy().run('appointment_series.cancel', args, { sub }), sub).toMatchObject({ outcome });
      expect(world.copy().run('appointment_series.edit', { ...args, place: 'outside' }, { sub }), sub).toMatchObject({
        outcome,
      });
    }
  });
});
