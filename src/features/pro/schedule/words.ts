import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { clockSpan, dateIn, minuteSpan, minuteWords, shortDay, weekdayName } from '../../../lib/time.ts';
import type { GridPlace, GridSpan } from './grid-moves.ts';

export { notTakenWords } from '../../../lib/use-change.ts';

/** `Tue 24 Nov, 10:00–10:50`: when something is, short enough for one line. */
export function whenWords(body: Pick<Appointment, 'start' | 'end'>, zone: string, today: string): string {
  return `${shortDay(dateIn(body.start, zone), today)}, ${clockSpan(body, zone)}`;
}

/** `Tuesday 10:00–10:50`: a place on the grid, as it is said while something is moved. */
export function spanWords({ date, minute, minutes }: GridSpan): string {
  return `${weekdayName(date)} ${minuteSpan(minute, minute + minutes)}`;
}

/** `Tuesday 10:15`: a quarter of an hour of the grid. */
export function placeWords({ date, minute }: GridPlace): string {
  return `${weekdayName(date)} ${minuteWords(minute)}`;
}
