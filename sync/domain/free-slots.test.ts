import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/builders.ts';
import { freeSlots, isOpenFor, openStretches, wholeDays, type Interval, type SlotAsk } from './free-slots.ts';

const utc = (start: string, end: string): Interval => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });
/** A Tuesday from nine to twelve. */
const ask = (change: Partial<SlotAsk> = {}): SlotAsk => ({
  zone: 'UTC',
  first: '2026-11-24',
  days: 1,
  minutes: 50,
  stepMinutes: 30,
  weekly: [{ weekday: 2, from: 9 * 60, to: 12 * 60 }],
  openings: [],
  closed: [],
  taken: [],
  bufferMinutes: 0,
  now: '2026-11-23T12:00:00.000Z',
  noticeMinutes: 0,
  horizonDays: 60,
  ...change,
});
const times = (change?: Partial<SlotAsk>): readonly string[] =>
  freeSlots(ask(change)).map(({ local_start }) => local_start.slice(11));

describe('free slots', () => {
  it('lie in what is open, as a whole', () => {
    expect(times()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00']);
    expect(times({ minutes: 180 })).toEqual(['09:00']);
    expect(times({ minutes: 181 })).toEqual([]);
    expect(times({ first: '2026-11-25' })).toEqual([]);
    expect(freeSlots(ask())[0]).toEqual({
      local_start: '2026-11-24T09:00',
      ...utc('2026-11-24T09:00', '2026-11-24T09:50'),
    });
  });

  it('reach over periods that touch, and over midnight', () => {
    const touching = [
      { weekday: 2, from: 9 * 60, to: 10 * 60 },
      { weekday: 2, from: 10 * 60, to: 11 * 60 },
    ];
    expect(times({ weekly: touching })).toEqual(['09:00', '09:30', '10:00']);
    const night = [
      { weekday: 2, from: 23 * 60, to: 24 * 60 },
      { weekday: 3, from: 0, to: 60 },
    ];
    expect(times({ weekly: night, days: 2 })).toEqual(['23:00', '23:30', '00:00']);
    // Whatever days are asked about.
    expect(times({ weekly: night })).toEqual(['23:00', '23:30']);
    expect(times({ weekly: night, first: '2026-11-25' })).toEqual(['00:00']);
  });

  it('are there once where something is open once, and not where it is closed', () => {
    const opening = utc('2026-11-24T15:00', '2026-11-24T16:00');
    expect(times({ weekly: [], openings: [opening] })).toEqual(['15:00']);
    expect(times({ closed: [utc('2026-11-24T09:50', '2026-11-24T10:30')] })).toEqual(['09:00', '10:30', '11:00']);
    expect(times({ openings: [utc('2026-11-24T09:00', '2026-11-24T10:00')] })).toEqual(times());
  });

  it('leave room around sessions, which what is closed does not ask for', () => {
    const taken = [utc('2026-11-24T10:00', '2026-11-24T10:30')];
    expect(times({ taken })).toEqual(['09:00', '10:30', '11:00']);
    expect(times({ taken, bufferMinutes: 10 })).toEqual(['09:00', '11:00']);
    expect(times({ taken, bufferMinutes: 11 })).toEqual(['11:00']);
    expect(times({ closed: taken, bufferMinutes: 11 })).toEqual(['09:00', '10:30', '11:00']);
  });

  it('are neither too soon nor too far', () => {
    expect(times({ now: '2026-11-24T08:30:00.000Z', noticeMinutes: 60 })).toEqual(['09:30', '10:00', '10:30', '11:00']);
    expect(times({ now: '2026-11-23T10:00:00.000Z', horizonDays: 1 })).toEqual(['09:00', '09:30', '10:00']);
  });

  it('on the day on which clocks change: the missing hour is none, the doubled one is offered once', () => {
    const night = { zone: 'America/New_York', weekly: [{ weekday: 0, from: 60, to: 4 * 60 }], minutes: 30 };
    const spring = { first: '2027-03-14', now: '2027-03-01T00:00:00.000Z' };
    expect(times({ ...night, ...spring })).toEqual(['01:00', '01:30', '03:00', '03:30']);
    const autumn = freeSlots(ask({ ...night, first: '2026-11-01', now: '2026-10-25T00:00:00.000Z' }));
    expect(autumn.map(({ start }) => start.slice(11, 16))).toEqual([
      '05:00',
      '05:30',
      '07:00',
      '07:30',
      '08:00',
      '08:30',
    ]);
  });

  it('[C-034] come of periods by the clock of each, whichever zone asks', () => {
    const newYork = 'America/New_York';
    const weekly = [
      { weekday: 2, from: 9 * 60, to: 10 * 60, zone: newYork },
      { weekday: 2, from: 9 * 60, to: 10 * 60 },
    ];
    expect(times({ weekly })).toEqual(['09:00', '14:00']);
    // A zone's day begins before or after the one that is asked about: Tuesday in Kiritimati begins on Monday.
    const early = [{ weekday: 2, from: 0, to: 60, zone: 'Pacific/Kiritimati' }];
    expect(times({ weekly: early, first: '2026-11-23', now: '2026-11-20T00:00:00.000Z' })).toEqual(['10:00']);
    const late = [{ weekday: 2, from: 23 * 60, to: 24 * 60, zone: 'Pacific/Midway' }];
    expect(times({ weekly: late, first: '2026-11-25' })).toEqual(['10:00']);
    // Two dates apart: as far as zones lie from each other.
    expect(times({ weekly: late, first: '2026-11-26', zone: 'Pacific/Kiritimati' })).toEqual(['00:00']);
    const next = [{ weekday: 4, from: 0, to: 60, zone: 'Pacific/Kiritimati' }];
    expect(times({ weekly: next, first: '2026-11-24', zone: 'Pacific/Midway' })).toEqual(['23:00']);
    // An hour from nine on stays one, on whichever side of a change of clocks.
    const march = { weekly: weekly.slice(0, 1), now: '2027-03-01T00:00:00.000Z' };
    expect(times({ ...march, first: '2027-03-09' })).toEqual(['14:00']);
    expect(times({ ...march, first: '2027-03-16' })).toEqual(['13:00']);
  });

  it('agree with asking every minute, over clock changes in both halves of the world', () => {
    const random = seededRandom(26);
    let found = 0;
    for (let round = 0; round < 60; round += 1) {
      const zone = ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago'][random.below(3)] ?? 'UTC';
      const first = ['2026-10-31', '2027-03-13', '2026-09-05', '2027-04-03', '2026-10-03'][random.below(5)] ?? '';
      const midnight = Temporal.PlainDate.from(first).toZonedDateTime(zone).toInstant();
      const between = (most: number): Interval => {
        const start = midnight.add({ minutes: 15 * random.below(250) });
        const end = start.add({ minutes: 15 + 15 * random.below(most) });
        const text = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'millisecond' });
        return { start: text(start), end: text(end) };
      };
      const weekly = Array.from({ length: 4 }, () => {
        const from = 15 * random.below(90);
        return {
          weekday: [6, 0, 1][random.below(3)] ?? 0,
          from,
          to: Math.min(1440, from + 15 + 15 * random.below(24)),
        };
      });
      const asked = ask({
        zone,
        first,
        days: 3,
        weekly,
        openings: [between(8)],
        closed: [between(8)],
        taken: [between(4), between(4)],
        bufferMinutes: 5 * random.below(4),
        minutes: 15 + 5 * random.below(12),
        stepMinutes: 15,
        now: midnight.subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' }),
      });
      const slots = freeSlots(asked);
      found += slots.length;
      expect(slots.map(({ local_start }) => local_start)).toEqual(byTheMinute(asked));
    }
    expect(found).toBeGreaterThan(300);
  });
});

describe('what is open', () => {
  it('is for what it says, and for all where it says nothing', () => {
    const video = { place: 'telehealth' };
    expect(isOpenFor({}, { place: 'outside', appointment_type_id: null })).toBe(true);
    expect(isOpenFor(video, video)).toBe(true);
    expect(isOpenFor(video, { place: 'outside' })).toBe(false);
    expect(isOpenFor(video, {})).toBe(true);
    const office = { place: 'office_location', office_location_id: 'o1' };
    expect(isOpenFor(office, { place: 'office_location' })).toBe(true);
    expect(isOpenFor(office, { place: 'office_location', office_location_id: 'o2' })).toBe(false);
    const talks = { appointment_type_ids: ['t1', 't2'] };
    expect(isOpenFor(talks, { appointment_type_id: 't2' })).toBe(true);
    expect(isOpenFor(talks, { appointment_type_id: 't3' })).toBe(false);
    expect(isOpenFor(talks, { appointment_type_id: null })).toBe(false);
    expect(isOpenFor(talks, {})).toBe(true);
  });

  it('is told as stretches, those that touch as one', () => {
    const opening = utc('2026-11-24T12:00', '2026-11-24T13:00');
    expect(openStretches(ask({ openings: [opening] }))).toEqual([utc('2026-11-24T09:00', '2026-11-24T13:00')]);
  });

  it('[C-036] is not on days away: whole ones of their zone, the last one included', () => {
    const away = wholeDays('2026-11-24', '2026-11-25', 'America/New_York');
    expect(away).toEqual(utc('2026-11-24T05:00', '2026-11-26T05:00'));
    const weekly = [2, 3, 4].map((weekday) => ({ weekday, from: 0, to: 24 * 60 }));
    const one = { weekly, days: 3, minutes: 60, stepMinutes: 60 };
    const found = freeSlots(ask({ ...one, closed: away ? [away] : [] })).map(({ local_start }) => local_start);
    expect(found.filter((local) => local > '2026-11-24T04' && local < '2026-11-26T05')).toEqual(['2026-11-24T04:00']);
    expect(found).toContain('2026-11-26T05:00');
    // A day on which clocks are put back is 25 hours long.
    expect(wholeDays('2026-11-01', '2026-11-01', 'America/New_York')).toEqual(
      utc('2026-11-01T04:00', '2026-11-02T05:00'),
    );
    expect(wholeDays('2026-11-24', '2026-11-25', 'Nowhere/At_All')).toBeNull();
  });
});

/** Looks at each minute of a slot by itself, with another library's clocks. */
function byTheMinute(asked: SlotAsk): readonly string[] {
  const isIn = (at: Temporal.Instant, all: readonly Interval[]): boolean =>
    all.some(({ start, end }) => {
      const ms = at.epochMilliseconds;
      return Date.parse(start) <= ms && ms < Date.parse(end);
    });
  const periods = [0, 1, 2].flatMap((days) => {
    const date = Temporal.PlainDate.from(asked.first).add({ days });
    return asked.weekly
      .filter(({ weekday }) => weekday === date.dayOfWeek % 7)
      .map(({ from, to }): Interval => {
        const at = (minute: number): string =>
          date
            .toPlainDateTime()
            .add({ minutes: minute })
            .toZonedDateTime(asked.zone, { disambiguation: 'compatible' })
            .toInstant()
            .toString();
        return { start: at(from), end: at(to) };
      });
  });
  const open = [...periods, ...asked.openings];
  const found: string[] = [];
  for (let minute = 0; minute < 3 * 1440; minute += asked.stepMinutes) {
    const local = Temporal.PlainDate.from(asked.first).toPlainDateTime().add({ minutes: minute });
    const zoned = local.toZonedDateTime(asked.zone, { disambiguation: 'compatible' });
    if (!zoned.toPlainDateTime().equals(local)) continue;
    const start = zoned.toInstant();
    const every = (from: number, to: number, fits: (at: Temporal.Instant) => boolean): boolean => {
      for (let step = from; step < to; step += 1) if (!fits(start.add({ minutes: step }))) return false;
      return true;
    };
    const { minutes, bufferMinutes: buffer } = asked;
    const fits =
      every(0, minutes, (at) => isIn(at, open) && !isIn(at, asked.closed)) &&
      every(-buffer, minutes + buffer, (at) => !isIn(at, asked.taken));
    if (fits) found.push(local.toString({ smallestUnit: 'minute' }));
  }
  return found;
}
