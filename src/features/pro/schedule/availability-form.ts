import * as v from 'valibot';
import type { AvailabilityPeriod } from '../../../../sync/collections/availability-period.ts';
import {
  anyOffer,
  clock,
  clockText,
  minuteOf,
  offerChange,
  offerEntries,
  offerFieldWords,
  offerTexts,
  opened,
} from './availability-offer.ts';

/** Midnight at the end is the end of the day. */
export const endOfHours = (text: string): number => (minuteOf(text) === 0 ? 24 * 60 : minuteOf(text));

export const periodSchema = v.pipe(
  v.object({
    /** Days of the week with commas between, 0 is Sunday: one, where hours are changed. */
    weekdays: v.pipe(v.string(), v.minLength(1, 'Please choose a day')),
    from: clock,
    to: clock,
    ...offerEntries,
    opened,
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      ({ from, to }) => minuteOf(from) < endOfHours(to),
      'It has to end after it begins',
    ),
    ['to'],
  ),
);
export type PeriodValues = v.InferInput<typeof periodSchema>;
export type PeriodSaid = v.InferOutput<typeof periodSchema>;

export const periodWords: Readonly<Record<keyof PeriodValues, string>> = {
  weekdays: 'Every week on',
  from: 'From',
  to: 'To',
  ...offerFieldWords,
  opened: '',
};

/** New hours: those of a working day, on days that are yet to be chosen. */
export const newPeriod: PeriodValues = {
  weekdays: '',
  from: '09:00',
  to: '17:00',
  ...anyOffer,
  opened: { texts: {}, stamps: {} },
};

/** Weekly hours as their form shows them. */
export function periodValues(body: AvailabilityPeriod, stamps: Readonly<Record<string, string>>): PeriodValues {
  const texts = {
    weekdays: String(body.weekday),
    from: clockText(body.from),
    to: clockText(body.to),
    ...offerTexts(body),
  };
  return { ...texts, opened: { texts: { ...texts }, stamps } };
}

/** What somebody changes of weekly hours, and over which versions; nothing of what they left. */
export function periodChange(said: PeriodSaid, weekday: number) {
  const { texts, stamps } = said.opened;
  const offer = offerChange(said, texts, stamps);
  const isMoved = String(weekday) !== texts['weekdays'] || said.from !== texts['from'] || said.to !== texts['to'];
  return {
    change: {
      ...(isMoved ? { weekday, from: minuteOf(said.from), to: endOfHours(said.to) } : {}),
      ...offer.change,
    },
    base: { ...(isMoved ? { from: stamps['from'] ?? '' } : {}), ...offer.base },
  };
}

/** The days that were chosen. */
export function daysOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(',').map(Number);
}
