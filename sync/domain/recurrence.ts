import * as v from 'valibot';

/** [S-036, D-22] So many occurrences a series has at most, and so many months it lasts. */
export const mostOccurrences = 300;
export const mostMonths = 24;
/** A series that ends only when somebody ends it is laid out so far ahead. */
export const openMonths = 12;

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/),
  v.check((date) => epochDay(date) !== null, 'not a date'),
);

/** Years outside of these are written otherwise somewhere. */
const [firstYear, lastYear] = [1900, 9990];

/** How a series repeats, from the date of its first session on. */
export const repeatRule = v.object({
  unit: v.picklist(['week', 'month']),
  /** Every week, every second one, and so on. */
  every: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  /** Of months: on the same day (`31` leaves out the months that have none), on the same weekday (`the second Tuesday`), on the last such weekday. */
  by: v.optional(v.picklist(['day', 'weekday', 'last weekday'])),
  ends: v.variant('kind', [
    v.object({
      kind: v.literal('count'),
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostOccurrences)),
    }),
    /** The last day on which there may be one. */
    v.object({ kind: v.literal('date'), date: day }),
    /** Until somebody ends it. */
    v.object({ kind: v.literal('open') }),
  ]),
});
export type RepeatRule = v.InferOutput<typeof repeatRule>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The dates of a series, ascending, its first among them: plain dates, so that no clock and no zone has a say. At most `mostOccurrences`, none later
 * than `mostMonths` after the first (`openMonths` where nobody has said when it ends), and none where the first is no date or no day
 * of its own rule.
 */
export function occurrenceDates(first: string, rule: RepeatRule): readonly string[] {
  if (epochDay(first) === null) return [];
  const { ends } = rule;
  const limit = addedMonths(first, ends.kind === 'open' ? openMonths : mostMonths);
  const last = ends.kind === 'date' && ends.date < limit ? ends.date : limit;
  return datesUntil(first, rule, { last, most: ends.kind === 'count' ? ends.count : mostOccurrences });
}

/** The dates of a series by its rule alone, up to a last one, however long it has gone on; none where that is no date. */
export function openDates(first: string, rule: RepeatRule, last: string): readonly string[] {
  return epochDay(last) === null ? [] : datesUntil(first, rule, { last, most: mostDates });
}

/** More than any series has in a life. */
const mostDates = 6000;

function datesUntil(
  first: string,
  rule: RepeatRule,
  { last, most }: { readonly last: string; readonly most: number },
): readonly string[] {
  const begins = epochDay(first);
  if (begins === null) return [];
  if (rule.unit === 'month' && inMonth(first, rule, 0) !== first) return [];
  const dates: string[] = [];
  for (let step = 0; dates.length < most; step += 1) {
    const next =
      rule.unit === 'week' ? dateOf(begins + step * 7 * rule.every) : inMonth(first, rule, step * rule.every);
    if (next === null) {
      // A month without such a day; the months that are asked for end with the series.
      if (addedMonths(first, step * rule.every) > last) break;
      continue;
    }
    if (next > last) break;
    dates.push(next);
  }
  return dates;
}

/** The same date or weekday so many months later; null where that month has none. */
function inMonth(first: string, { by = 'day' }: RepeatRule, months: number): string | null {
  const { year, month, day: date } = partsOf(first);
  const begin = Date.UTC(year, month - 1 + months, 1) / dayMs;
  const days = Date.UTC(year, month + months, 1) / dayMs - begin;
  if (by === 'day') return date <= days ? dateOf(begin + date - 1) : null;
  const weekday = weekdayOf(epochDay(first) ?? 0);
  if (by === 'last weekday') {
    const end = begin + days - 1;
    return dateOf(end - ((weekdayOf(end) - weekday + 7) % 7));
  }
  const at = begin + ((weekday - weekdayOf(begin) + 7) % 7) + 7 * Math.floor((date - 1) / 7);
  return at < begin + days ? dateOf(at) : null;
}

/** So many months after a date, on the month's last day where it has no such one. Throws where that is no date. */
export function addedMonths(date: string, months: number): string {
  const { year, month, day: of } = partsOf(date);
  const begin = Date.UTC(year, month - 1 + months, 1) / dayMs;
  const days = Date.UTC(year, month + months, 1) / dayMs - begin;
  return dateOf(begin + Math.min(of, days) - 1);
}

/** Days since 1970, or null where that is no date. */
function epochDay(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const year = Number(date.slice(0, 4));
  if (year < firstYear || year > lastYear) return null;
  const ms = Date.parse(`${date}T00:00:00.000Z`);
  return Number.isNaN(ms) || dateOf(ms / dayMs) !== date ? null : ms / dayMs;
}

function dateOf(epoch: number): string {
  return new Date(epoch * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
function weekdayOf(epoch: number): number {
  return new Date(epoch * dayMs).getUTCDay();
}

function partsOf(date: string): { readonly year: number; readonly month: number; readonly day: number } {
  const [year = 0, month = 0, of = 0] = date.split('-').map(Number);
  return { year, month, day: of };
}
