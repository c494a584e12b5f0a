import { Temporal } from 'temporal-polyfill';
import { RRuleTemporal } from 'rrule-temporal';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../core/wall-clock.ts';
import { seededRandom } from '../testing/builders.ts';
import { mostOccurrences, occurrenceDates, repeatRule, type RepeatRule } from './recurrence.ts';

const weekly = (change: Partial<RepeatRule> = {}): RepeatRule => ({
  unit: 'week',
  every: 1,
  ends: { kind: 'count', count: 4 },
  ...change,
});
const monthly = (change: Partial<RepeatRule> = {}): RepeatRule => weekly({ unit: 'month', ...change });

describe('[D-22] the dates of a series', () => {
  it.each([
    ['2026-11-24', weekly(), ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15']],
    ['2026-12-22', weekly({ every: 2 }), ['2026-12-22', '2027-01-05', '2027-01-19', '2027-02-02']],
    ['2027-10-31', monthly({ every: 3 }), ['2027-10-31', '2028-01-31', '2028-07-31', '2028-10-31']],
    ['2027-12-29', monthly(), ['2027-12-29', '2028-01-29', '2028-02-29', '2028-03-29']],
    ['2026-11-24', monthly({ by: 'weekday' }), ['2026-11-24', '2026-12-22', '2027-01-26', '2027-02-23']],
    // The fifth Tuesday is there in some months alone.
    ['2026-12-29', monthly({ by: 'weekday' }), ['2026-12-29', '2027-03-30', '2027-06-29', '2027-08-31']],
    ['2026-11-24', monthly({ by: 'last weekday' }), ['2026-11-24', '2026-12-29', '2027-01-26', '2027-02-23']],
  ] as const)('from %s', (first, rule, dates) => {
    expect(occurrenceDates(first, rule)).toEqual(dates);
  });

  it('to a last day, that day among them; until somebody ends it, a year', () => {
    const until = (date: string) => occurrenceDates('2026-11-24', weekly({ ends: { kind: 'date', date } }));
    expect(until('2026-12-08')).toHaveLength(3);
    expect(until('2026-12-07')).toHaveLength(2);
    expect(until('2026-11-23')).toEqual([]);
    expect(until('2099-01-01').at(-1)).toBe('2028-11-21');
    expect(occurrenceDates('2026-11-24', weekly({ ends: { kind: 'open' } })).at(-1)).toBe('2027-11-23');
    expect(occurrenceDates('2026-11-24', monthly({ ends: { kind: 'open' } })).at(-1)).toBe('2027-11-24');
  });

  it('no more than the most, none after two years, and none of what is no date', () => {
    const many = occurrenceDates('2026-11-24', weekly({ ends: { kind: 'count', count: mostOccurrences } }));
    expect(many).toHaveLength(105);
    expect(occurrenceDates('2026-02-30', weekly())).toEqual([]);
    expect(occurrenceDates('soon', weekly())).toEqual([]);
    // Years that are written otherwise somewhere.
    const counts = ['1899-12-31', '1900-01-01', '9990-12-31', '9991-01-01'].map((day) =>
      occurrenceDates(day, weekly()),
    );
    expect(counts.map(({ length }) => length)).toEqual([0, 4, 4, 0]);
    // The first Tuesday is not the last.
    expect(occurrenceDates('2026-10-06', monthly({ by: 'last weekday' }))).toEqual([]);
    expect(v.is(repeatRule, weekly({ every: 0 }))).toBe(false);
    expect(v.is(repeatRule, weekly({ ends: { kind: 'count', count: mostOccurrences + 1 } }))).toBe(false);
  });
});

/** Zones, and a time that a Sunday of each year does not have. */
const zones = [
  ['America/New_York', '02:30'],
  ['America/Denver', '02:30'],
  ['Europe/Berlin', '02:30'],
  ['America/Santiago', '00:30'],
  ['Australia/Sydney', '02:30'],
  ['Australia/Lord_Howe', '02:15'],
] as const;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

describe('[D-22] recurrences agree with an independent library', () => {
  it.each(zones)('over ten years in %s', (zone, missing) => {
    const random = seededRandom(zone.length);
    let inGaps = 0;
    for (let round = 0; round < 200; round += 1) {
      // Every Sunday of two years first, then anything.
      const isFirst = round === 0;
      const date = Temporal.PlainDate.from('2025-01-05').add({ days: isFirst ? 0 : random.below(3650) });
      const hour = String(random.chance(0.7) ? random.below(4) : random.below(24)).padStart(2, '0');
      const time = isFirst ? missing : `${hour}:${random.chance(0.5) ? '30' : '00'}`;
      const rule = isFirst ? weekly({ ends: { kind: 'count', count: 100 } }) : ruleFor(date, random);
      const dates = occurrenceDates(date.toString(), rule);
      expect(dates, JSON.stringify({ date: date.toString(), rule })).toEqual(
        libraryDates(date, rule, dates.length + 1),
      );
      for (const on of dates) {
        const local = Temporal.PlainDateTime.from(`${on}T${time}`);
        const meant = local.toZonedDateTime(zone, { disambiguation: 'compatible' });
        expect(instantOf(`${on}T${time}`, zone)).toBe(meant.toInstant().toString({ smallestUnit: 'millisecond' }));
        // The hour of the clock is kept, but where that day has none.
        if (!meant.toPlainDateTime().equals(local)) inGaps += 1;
      }
    }
    expect(inGaps).toBeGreaterThanOrEqual(2);
  });
});

function ruleFor(date: Temporal.PlainDate, random: ReturnType<typeof seededRandom>): RepeatRule {
  const count = 1 + random.below(40);
  const until = date.add({ days: random.below(800) }).toString();
  const ends = random.chance(0.5) ? ({ kind: 'count', count } as const) : ({ kind: 'date', date: until } as const);
  const every = 1 + random.below(4);
  if (random.chance(0.5)) return { unit: 'week', every, ends };
  const isLast = date.day > date.daysInMonth - 7;
  const by = random.chance(0.4) ? 'day' : random.chance(0.5) && isLast ? 'last weekday' : 'weekday';
  return { unit: 'month', every, by, ends };
}

/** What the library makes of the same rule, within the two years that a series lasts; one more than was asked for would be too many. */
function libraryDates(
  date: Temporal.PlainDate,
  { unit, every, by, ends }: RepeatRule,
  most: number,
): readonly string[] {
  const weekday = weekdays[date.dayOfWeek - 1];
  const nth = by === 'last weekday' ? -1 : Math.ceil(date.day / 7);
  const limit = date.add({ months: 24 });
  const rule = new RRuleTemporal({
    freq: unit === 'week' ? 'WEEKLY' : 'MONTHLY',
    interval: every,
    dtstart: date.toZonedDateTime('UTC'),
    tzid: 'UTC',
    ...(unit === 'month' && by !== 'day' && by !== undefined ? { byDay: [`${nth}${weekday}`] } : {}),
    ...(unit === 'month' && (by === 'day' || by === undefined) ? { byMonthDay: [date.day] } : {}),
    ...(ends.kind === 'count' ? { count: ends.count } : {}),
    ...(ends.kind === 'date' ? { until: Temporal.PlainDate.from(ends.date).toZonedDateTime('UTC') } : {}),
  });
  return rule
    .all(
      (one, index) =>
        index < most && Temporal.PlainDate.compare(Temporal.PlainDate.from(one.toString().slice(0, 10)), limit) <= 0,
    )
    .map((one) => one.toString().slice(0, 10));
}
