import * as v from 'valibot';
import { places } from '../../../../sync/collections/appointment.ts';
import type { Offer } from '../../../../sync/collections/availability-period-offer.ts';

/** A time of day as the browser's field says it, in minutes from midnight. */
export function minuteOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

/** A minute of the day as the browser's field takes it; the end of a day is midnight. */
export function clockText(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${hour}:${rest}`;
}

export const clock = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'Please choose a time'));

/** Something as somebody found it: what it said, and the version of each fact. */
export const opened = v.object({
  texts: v.record(v.string(), v.string()),
  stamps: v.record(v.string(), v.string()),
});

/** What an open time is for, as its form has it; '' is all. */
export const offerEntries = {
  place: v.picklist(['', ...places]),
  office: v.string(),
  /** Ids with commas between. */
  types: v.string(),
} as const;

export interface OfferValues {
  readonly place: '' | (typeof places)[number];
  readonly office: string;
  readonly types: string;
}

export const offerFieldWords: Readonly<Record<keyof OfferValues, string>> = {
  place: 'Place',
  office: 'Office',
  types: 'Session types',
};

export const anyOffer: OfferValues = { place: '', office: '', types: '' };

/** What an open time is for as its form shows it. */
export function offerTexts({ place, office_location_id, appointment_type_ids }: Offer): OfferValues {
  return { place: place ?? '', office: office_location_id ?? '', types: (appointment_type_ids ?? []).join(',') };
}

/** What of that somebody says that it did not say before, and over which versions; null takes away. */
export function offerChange(said: OfferValues, texts: Readonly<Record<string, string>>, stamps: Stamps) {
  const office = said.place === 'office_location' ? said.office : '';
  const isPlaceOther = said.place !== (texts['place'] ?? '') || office !== (texts['office'] ?? '');
  const isForOther = said.types !== (texts['types'] ?? '');
  return {
    change: {
      ...(isPlaceOther
        ? { place: said.place === '' ? null : said.place, office_location_id: office === '' ? null : office }
        : {}),
      ...(isForOther ? { appointment_type_ids: said.types === '' ? null : said.types.split(',') } : {}),
    },
    base: {
      ...(isPlaceOther ? { place: stamps['place'] ?? '' } : {}),
      ...(isForOther ? { appointment_type_ids: stamps['appointment_type_ids'] ?? '' } : {}),
    },
  };
}

type Stamps = Readonly<Record<string, string>>;
