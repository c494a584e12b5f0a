import { openStretches, wholeDays } from '../../../../sync/domain/free-slots.ts';
import { addDays } from '../../../lib/time.ts';
import type { Interval } from '../../../model/sessions/free-times.ts';
import type { Availability } from '../../../model/sessions/use-availability.ts';
import type { Said } from './availability-acts.ts';
import { minutesOfDay } from './grid-shape.ts';

/** A stretch of the grid, and what was said that it comes of. */
export interface Band extends Interval {
  readonly said: Said;
}

/** What of a clinician's availability lies in and around these days, behind the sessions: hours that are open, and days away. Pure. */
export function bandsOf(
  { periods, openings, away }: Availability,
  dates: readonly string[],
  zone: string,
): readonly Band[] {
  const [first] = dates;
  if (first === undefined) return [];
  const gone = away.flatMap((record): readonly Band[] => {
    const time = wholeDays(record.body.from_date, record.body.to_date, record.body.zone);
    return time ? [{ said: { kind: 'away', record }, ...time }] : [];
  });
  const weekly = periods.flatMap((record) =>
    openStretches({ zone, first: addDays(first, -1), days: dates.length + 2, weekly: [record.body], openings: [] }).map(
      (time): Band => ({ said: { kind: 'period', record }, ...time }),
    ),
  );
  const once = openings.map((record): Band => {
    const { start, end } = record.body;
    return { said: { kind: 'opening', record }, start, end };
  });
  // Where she is away nothing is open.
  const open = [...weekly, ...once].filter(
    (one) => !gone.some(({ start, end }) => start <= one.start && one.end <= end),
  );
  return [...open, ...gone];
}

/** So much room the name of a band wants. */
const labelMinutes = 30;

/**
 * The minute at which a band is named: the first half hour or whole one in it that nothing lies over, so that it can be read and pressed; its
 * beginning where there is none. Pure.
 */
export function labelMinute(
  band: { readonly from: number; readonly to: number },
  over: readonly { readonly from: number; readonly to: number }[],
): number {
  for (let minute = band.from; minute + labelMinutes <= band.to; minute += labelMinutes) {
    if (over.every(({ from, to }) => to <= minute || minute + labelMinutes <= from)) return minute;
  }
  return band.from;
}

/** The hours of a grid, and as many more as what is open in these days needs. Pure. */
export function hoursWith(
  bands: readonly Band[],
  shown: { readonly first: number; readonly last: number },
  { dates, zone }: { readonly dates: readonly string[]; readonly zone: string },
): { readonly first: number; readonly last: number } {
  const open = bands
    .filter(({ said }) => said.kind !== 'away')
    .flatMap((band) => dates.flatMap((date) => minutesOfDay(band, date, zone) ?? []));
  return {
    first: Math.min(shown.first, ...open.map(({ from }) => Math.floor(from / 60))),
    last: Math.max(shown.last, ...open.map(({ to }) => Math.ceil(to / 60))),
  };
}
