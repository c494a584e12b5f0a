import * as v from 'valibot';
import { longestOpeningMinutes, type AvailabilityOpening } from '../../../../sync/collections/availability-opening.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { addDays, localTimeIn, minutesBetween, partsOfLocal } from '../../../lib/time.ts';
import {
  anyOffer,
  clock,
  offerChange,
  offerEntries,
  offerFieldWords,
  offerTexts,
  opened,
} from './availability-offer.ts';
import type { MeantTime } from './grid-moves.ts';

export const openingSchema = v.object({
  date: v.pipe(v.string(), v.isoDate('Please choose a day')),
  from: clock,
  to: clock,
  ...offerEntries,
  opened,
});
export type OpeningValues = v.InferInput<typeof openingSchema>;
export type OpeningSaid = v.InferOutput<typeof openingSchema>;

export const openingWords: Readonly<Record<keyof OpeningValues, string>> = {
  date: 'Date',
  from: 'From',
  to: 'To',
  ...offerFieldWords,
  opened: '',
};

/** A new opening: an hour of the day that was pointed at. */
export function newOpening(date: string): OpeningValues {
  return { date, from: '09:00', to: '12:00', ...anyOffer, opened: { texts: {}, stamps: {} } };
}

/** An opening as its form shows it. */
export function openingValues(body: AvailabilityOpening, stamps: Readonly<Record<string, string>>): OpeningValues {
  const [from, to] = [body.local_start, localTimeIn(body.end, body.zone)];
  const texts = {
    date: partsOfLocal(from).date,
    from: from.slice(-5),
    to: to.slice(-5),
    ...offerTexts(body),
  };
  return { ...texts, opened: { texts: { ...texts }, stamps } };
}

/** The time that was said, over midnight where it ends before it begins; a sentence where it is none. */
export function openedTime({ date, from, to }: OpeningValues, zone: string): MeantTime | string {
  const local_start = `${date}T${from}`;
  const start = instantOf(local_start, zone);
  if (start === null) return 'There is no such day or time.';
  const end = instantOf(`${to > from ? date : addDays(date, 1)}T${to}`, zone);
  if (end === null) return 'There is no such day or time.';
  const minutes = minutesBetween(start, end);
  if (minutes < 1) return 'It has to end after it begins.';
  if (minutes > longestOpeningMinutes) return 'At most a day at a time.';
  return { local_start, zone, minutes, start };
}

/** What somebody changes of an opening, and over which versions; nothing of what they left. `time`: of what is said. */
export function openingChange(said: OpeningSaid, time: MeantTime) {
  const { texts, stamps } = said.opened;
  const isMoved = (['date', 'from', 'to'] as const).some((name) => said[name] !== texts[name]);
  const offer = offerChange(said, texts, stamps);
  return {
    change: { ...(isMoved ? time : {}), ...offer.change },
    base: { ...(isMoved ? { start: stamps['start'] ?? '' } : {}), ...offer.base },
  };
}
