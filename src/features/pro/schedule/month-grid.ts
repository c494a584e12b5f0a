import { addDays, addMonths, datesFrom, mondayOf } from '../../../lib/time.ts';

/** The weeks that hold a month, each from Monday to Sunday; dates alone, so a change of clocks moves none. */
export function monthWeeks(date: string): readonly (readonly string[])[] {
  const first = `${date.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: (readonly string[])[] = [];
  for (let monday = mondayOf(first); monday <= last; monday = addDays(monday, 7)) weeks.push(datesFrom(monday, 7));
  return weeks;
}

/** Whether two dates are of one month. */
export function isSameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}
