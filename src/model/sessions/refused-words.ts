import type { AttentionItem } from '../../../sync/client/api.ts';
import type { ClientPlace } from '../../../sync/collections/session-place.ts';
import { isPlace } from './client-place.ts';

/** Where the client of a session will be, as it was said at its booking. */
export interface BookedPlace {
  readonly client_state: ClientPlace;
  readonly license_reason: string;
}

/** What is said of a booking beside it. */
export type BookedSaid = Partial<BookedPlace> & { readonly office_location_id?: string };

/** What was said with a booking that was refused. It waits in needs attention beside it until it is said again or the booking is let go of. */
export interface RefusedWord {
  readonly item: AttentionItem;
  /** The uid of the booking. */
  readonly booking: string;
  readonly said: BookedSaid;
}

/** What waits beside this refused booking, the oldest first. Pure. */
export function wordsBeside(bookingUid: string, all: readonly AttentionItem[]): readonly RefusedWord[] {
  return all
    .flatMap((item) => wordOf(item, all) ?? [])
    .filter(({ booking }) => booking === bookingUid)
    .toSorted((one, other) => (one.item.at < other.item.at ? -1 : 1));
}

/** What needs a person by itself: all but what waits beside its booking, which is shown and decided on with that. Pure. */
export function withoutWords(all: readonly AttentionItem[]): readonly AttentionItem[] {
  return all.filter((item) => wordOf(item, all) === null);
}

/** All that was said with a booking, of each thing what was said last. Pure. */
export function saidBeside(words: readonly RefusedWord[]): BookedSaid {
  return words.reduce<BookedSaid>((said, word) => ({ ...said, ...word.said }), {});
}

const bookings: readonly string[] = ['appointment.book', 'appointment_series.book'];
const saying: readonly string[] = ['session_place.say', 'series_place.say', 'session_office.say', 'series_office.say'];

/** Refused since it follows a refused booking, or, where that was long before, since there is no such session or series. */
const ofNoSession: readonly string[] = ['depends_on_refused', 'not_found'];

/** Null of all that waits for the person by itself: also of a word whose booking stands, since there something else is the matter. */
function wordOf(item: AttentionItem, all: readonly AttentionItem[]): RefusedWord | null {
  const { name, code, args, base } = item;
  const booking = base?.['start'];
  if (!saying.includes(name) || !ofNoSession.includes(code) || booking === undefined) return null;
  if (!all.some((one) => one.uid === booking && bookings.includes(one.name))) return null;
  if (typeof args !== 'object' || args === null) return null;
  const office: unknown = Reflect.get(args, 'office_location_id');
  if (typeof office === 'string') return { item, booking, said: { office_location_id: office } };
  const state: unknown = Reflect.get(args, 'client_state');
  const reason: unknown = Reflect.get(args, 'license_reason');
  if (typeof state !== 'string' || !isPlace(state)) return null;
  return { item, booking, said: { client_state: state, license_reason: typeof reason === 'string' ? reason : '' } };
}
