import * as v from 'valibot';
import { clientPlaces, type ClientPlace } from '../../../../sync/collections/session-place.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { regions } from '../../../model/lists/regions.ts';

export const whereSchema = v.object({
  client_state: v.pipe(v.string(), v.picklist(clientPlaces, errorTexts.invalid_arguments)),
  license_reason: v.pipe(v.string(), v.trim(), v.maxLength(300, 'At most 300 characters')),
  /** Kept with what is typed: the version that was on screen when it was begun. */
  seen: v.string(),
});
export type WhereValues = v.InferInput<typeof whereSchema>;
export type WhereSaid = v.InferOutput<typeof whereSchema>;

export const whereWords = {
  client_state: 'State',
  license_reason: 'Why you hold it there (optional)',
  seen: '',
} as const;

/** What a place is called where a person reads it. */
export function placeName(place: ClientPlace): string {
  if (place === 'elsewhere') return 'Outside the United States';
  return regions.US.find(({ code }) => code === place)?.name ?? place;
}

/** Every place, and that nothing was said yet. */
export const placeOptions = [
  { value: '', label: 'Please choose' },
  ...clientPlaces.map((place) => ({ value: place, label: placeName(place) })),
];

export function isPlace(text: string): text is ClientPlace {
  return clientPlaces.some((place) => place === text);
}
