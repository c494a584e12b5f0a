import * as v from 'valibot';
import { daysFrom, longestAwayDays, type Unavailability } from '../../../../sync/collections/unavailability.ts';
import { opened } from './availability-offer.ts';

const day = v.pipe(v.string(), v.isoDate('Please choose a day'));

export const awaySchema = v.pipe(
  v.object({ from_date: day, to_date: day, opened }),
  v.forward(
    v.partialCheck(
      [['from_date'], ['to_date']],
      ({ from_date, to_date }) => from_date <= to_date,
      'The last day cannot be before the first',
    ),
    ['to_date'],
  ),
  v.forward(
    v.partialCheck(
      [['from_date'], ['to_date']],
      ({ from_date, to_date }) => daysFrom(from_date, to_date) <= longestAwayDays,
      `At most ${longestAwayDays} days at a time`,
    ),
    ['to_date'],
  ),
);
export type AwayValues = v.InferInput<typeof awaySchema>;
export type AwaySaid = v.InferOutput<typeof awaySchema>;

export const awayFieldWords: Readonly<Record<keyof AwayValues, string>> = {
  from_date: 'First day',
  to_date: 'Last day',
  opened: '',
};

export function newAway(today: string): AwayValues {
  return { from_date: today, to_date: today, opened: { texts: {}, stamps: {} } };
}

/** A time away as its form shows it. */
export function awayValues(
  { from_date, to_date }: Unavailability,
  stamps: Readonly<Record<string, string>>,
): AwayValues {
  const texts = { from_date, to_date };
  return { ...texts, opened: { texts: { ...texts }, stamps } };
}

/** What somebody changes of a time away, and over which version: its days are one fact. */
export function awayChange({ from_date, to_date, opened: { texts, stamps } }: AwaySaid) {
  const isOther = from_date !== texts['from_date'] || to_date !== texts['to_date'];
  return isOther
    ? { change: { from_date, to_date }, base: { from_date: stamps['from_date'] ?? '' } }
    : { change: {}, base: {} };
}
