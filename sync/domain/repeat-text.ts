import * as v from 'valibot';
import { repeatRule, type RepeatRule } from './recurrence.ts';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/**
 * How a series repeats, as RFC 5545 (3.3.10) writes it: `FREQ=WEEKLY;INTERVAL=2;COUNT=10`. What follows from the first date alone is said for months, where a
 * reader could take it otherwise.
 */
export function textOfRule({ unit, every, by = 'day', ends }: RepeatRule, first: string): string {
  const parts = [`FREQ=${unit === 'week' ? 'WEEKLY' : 'MONTHLY'}`];
  if (every !== 1) parts.push(`INTERVAL=${every}`);
  if (unit === 'month') {
    if (by === 'day') parts.push(`BYMONTHDAY=${dayOf(first)}`);
    else parts.push(`BYDAY=${by === 'weekday' ? Math.ceil(dayOf(first) / 7) : -1}${weekdayOf(first)}`);
  }
  if (ends.kind === 'count') parts.push(`COUNT=${ends.count}`);
  if (ends.kind === 'date') parts.push(`UNTIL=${ends.date.replaceAll('-', '')}`);
  return parts.join(';');
}

/** Longer is no rule. */
const longestText = 200;

/**
 * The rule that a text of RFC 5545 says of a series with this first date; null where it says what our series cannot be, or what the first date does not
 * fit. Nothing of a text is left unread: a part that is not known is no rule.
 */
export function ruleOfText(text: string, first: string): RepeatRule | null {
  const rule = readRule(text, first);
  return v.is(repeatRule, rule) ? rule : null;
}

function readRule(text: string, first: string): RepeatRule | null {
  const said = partsOf(text);
  if (!said) return null;
  const { FREQ, INTERVAL = '1', COUNT, UNTIL, BYDAY, BYMONTHDAY, WKST: _week, ...others } = said;
  const every = numberOf(INTERVAL, 12);
  const ends = endsOf(COUNT, UNTIL);
  if (Object.keys(others).length > 0 || every === null || !ends) return null;
  if (FREQ === 'WEEKLY') {
    const fits = BYMONTHDAY === undefined && (BYDAY === undefined || BYDAY === weekdayOf(first));
    return fits ? { unit: 'week', every, ends } : null;
  }
  if (FREQ !== 'MONTHLY' || (BYDAY !== undefined && BYMONTHDAY !== undefined)) return null;
  if (BYDAY === undefined)
    return (BYMONTHDAY ?? String(dayOf(first))) === String(dayOf(first))
      ? { unit: 'month', every, by: 'day', ends }
      : null;
  if (BYDAY === `-1${weekdayOf(first)}` && isLast(first)) return { unit: 'month', every, by: 'last weekday', ends };
  const nth = `${Math.ceil(dayOf(first) / 7)}${weekdayOf(first)}`;
  return BYDAY === nth || BYDAY === `+${nth}` ? { unit: 'month', every, by: 'weekday', ends } : null;
}

function partsOf(text: string): Readonly<Record<string, string>> | null {
  const plain = text.trim().replace(/^RRULE:/i, '');
  if (plain.length > longestText) return null;
  const parts = plain
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '');
  const pairs = parts.map((part): readonly string[] => part.split('='));
  const names = new Set(pairs.map(([name]) => name));
  const isWhole = pairs.every(
    ([name = '', value = '', more]) => /^[A-Z]+$/.test(name) && value !== '' && more === undefined,
  );
  return isWhole && names.size === pairs.length ? Object.fromEntries(pairs) : null;
}

function endsOf(count: string | undefined, until: string | undefined): RepeatRule['ends'] | null {
  if (count !== undefined && until !== undefined) return null;
  if (count !== undefined) {
    const most = numberOf(count, 300);
    return most === null ? null : { kind: 'count', count: most };
  }
  if (until === undefined) return { kind: 'open' };
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z?)?$/.exec(until) ?? [];
  return year === undefined ? null : { kind: 'date', date: `${year}-${month}-${day}` };
}

function numberOf(text: string, most: number): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

function dayOf(date: string): number {
  return Number(date.slice(8, 10));
}

function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00.000Z`).getUTCDay()] ?? '';
}

/** Whether no such weekday follows in its month. */
function isLast(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return day + 7 > new Date(Date.UTC(year, month, 0)).getUTCDate();
}
