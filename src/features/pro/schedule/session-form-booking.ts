import * as v from 'valibot';
import { clientPlaces, type ClientPlace } from '../../../../sync/collections/session-place.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import type { KnownPlace } from '../../../model/sessions/use-known-place.ts';
import { sessionSchema, sessionWords } from './session-form.ts';

/** Chosen where it is not known where the client will be, whatever was known before. */
export const unsaidPlace = 'unsaid';

/** What is asked of a new session: all that is asked of any, and of one by video where the client will be. */
export const bookingSchema = v.intersect([
  sessionSchema,
  v.object({
    /** '': as far as it is known here. */
    client_state: v.picklist(['', unsaidPlace, ...clientPlaces], errorTexts.invalid_arguments),
    license_reason: v.pipe(v.string(), v.trim(), v.maxLength(300, 'At most 300 characters')),
  }),
]);
export type BookingValues = v.InferInput<typeof bookingSchema>;

export const bookingWords: Readonly<Record<keyof BookingValues, string>> = {
  ...sessionWords,
  client_state: 'Where the client will be',
  license_reason: 'Why you hold it there (optional)',
};

/** Where the client of a session by video will be, as the form says it or as it is known; null where nobody says. */
export function placeSaid(
  { place, client_state: state }: Pick<BookingValues, 'place' | 'client_state'>,
  known: KnownPlace | null,
): ClientPlace | null {
  if (place !== 'telehealth' || state === unsaidPlace) return null;
  return state === '' ? (known?.place ?? null) : state;
}
