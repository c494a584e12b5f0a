import { useEffect } from 'react';
import type { AttentionItem, MutateResult } from '../../../sync/client/api.ts';
import type { ClientPlace } from '../../../sync/collections/session-place.ts';
import { useClient } from '../../lib/client-context.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { followWork } from '../work/follow-work.ts';
import { isPlace } from './client-place.ts';

/** Where the client of a session will be, as it was said at its booking. */
export interface BookedPlace {
  readonly client_state: ClientPlace;
  readonly license_reason: string;
}

/** What is said of a booking beside it. */
export type BookedSaid = Partial<BookedPlace> & { readonly office_location_id?: string };

/** What was booked: one session, or a series of them. */
export type BookedOf = { readonly appointment_id: string } | { readonly series_id: string };

interface Booked {
  readonly of: BookedOf;
  /** Of the booking. */
  readonly uid: string;
  readonly owner: string;
}

type PlaceClient = Pick<OrchidClient, 'mutate'>;
type RefusalClient = Pick<OrchidClient, 'attention' | 'dismiss' | 'watchWork' | 'session'>;

/**
 * Says where the client of a session or a series that was just booked will be. It is said over what that booking made: so it can be told
 * whose it was, should the booking be refused.
 */
export function sayBookedPlace(
  client: PlaceClient,
  { of, uid, owner }: Booked,
  { client_state, license_reason }: BookedPlace,
): Promise<MutateResult> {
  const said = { client_state, ...(license_reason === '' ? {} : { license_reason }) };
  const options = { owner, base: { client_state: '', start: uid } };
  return 'series_id' in of
    ? client.mutate('series_place.say', { ...of, ...said }, options)
    : client.mutate('session_place.say', { ...of, ...said }, options);
}

/** [CA-13] Says in which office it is held, in the same way. */
export function sayBookedOffice(
  client: PlaceClient,
  { of, uid, owner }: Booked,
  office_location_id: string,
): Promise<MutateResult> {
  const options = { owner, base: { office_location_id: '', start: uid } };
  return 'series_id' in of
    ? client.mutate('series_office.say', { ...of, office_location_id }, options)
    : client.mutate('session_office.say', { ...of, office_location_id }, options);
}

/** What was said with bookings that were refused, by the uid of the booking: as long as this page lives and is not locked. */
const ofRefused = new Map<string, BookedSaid>();
const watched = new WeakSet<object>();

/** What was said with a booking that was refused, so that the one in its place says it again. */
export function placeOfRefused(bookingUid: string): BookedSaid | null {
  return ofRefused.get(bookingUid) ?? null;
}

/**
 * From now on, what was said of the place or the office of a session or a series that was never booked goes with its booking: it is no work of its own that needs
 * anybody. Only what was refused for the want of what was booked; everything else waits for the person.
 */
export function watchRefusedPlaces(client: RefusalClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.session.subscribe(() => {
    if (client.session.get().kind !== 'unlocked') ofRefused.clear();
  });
  followWork(
    client,
    // Of a locked device nothing is read.
    () => (client.session.get().kind === 'unlocked' ? client.attention() : Promise.resolve([])),
    (items) => {
      for (const item of items) {
        const left = leftOf(item, items);
        if (!left) continue;
        ofRefused.set(left.booking, { ...ofRefused.get(left.booking), ...left.said });
        // What somebody typed waits with its booking, through a lock and a reload; a state or an office alone is asked again.
        if ((left.said.license_reason ?? '') !== '') continue;
        // Where it is not let go now it is with the next look.
        client.dismiss(item.uid).catch(() => undefined);
      }
    },
  );
}

/** The booking was made anew, with what was said of its place: what waited of that is done with. */
export async function settleRefusedPlace(client: RefusalClient, bookingUid: string): Promise<void> {
  const items = await client.attention();
  for (const item of items) if (leftOf(item, items)?.booking === bookingUid) await client.dismiss(item.uid);
}

/** A refused session was booked as it was, at another time: what was said with it is said of this one, and done with there. */
export async function sayRefusedAgain(
  client: PlaceClient & RefusalClient,
  refusedUid: string,
  booked: Booked,
): Promise<void> {
  const { client_state, license_reason = '', office_location_id } = placeOfRefused(refusedUid) ?? {};
  if (office_location_id !== undefined) await sayBookedOffice(client, booked, office_location_id);
  if (client_state !== undefined) await sayBookedPlace(client, booked, { client_state, license_reason });
  await settleRefusedPlace(client, refusedUid);
}

/** The same for a screen on which refused bookings are shown. */
export function useRefusedPlaces(): void {
  const client = useClient();
  useEffect(() => watchRefusedPlaces(client), [client]);
}

const saying: readonly string[] = ['session_place.say', 'series_place.say', 'session_office.say', 'series_office.say'];

/** Refused since it follows a refused booking, or, where that was long before, since there is no such session or series. */
const ofNoSession: readonly string[] = ['depends_on_refused', 'not_found'];

/** What of a refused booking is left here; null of anything else. */
function leftOf(
  item: AttentionItem,
  all: readonly AttentionItem[],
): { readonly booking: string; readonly said: BookedSaid } | null {
  const booking = item.base?.['start'];
  const { name, code, args } = item;
  if (!saying.includes(name) || !ofNoSession.includes(code) || booking === undefined) return null;
  if (typeof args !== 'object' || args === null) return null;
  // Where the booking stands, something else is the matter, and somebody has to know.
  if (code === 'not_found' && !all.some(({ uid }) => uid === booking)) return null;
  const office: unknown = Reflect.get(args, 'office_location_id');
  if (typeof office === 'string') return { booking, said: { office_location_id: office } };
  const state: unknown = Reflect.get(args, 'client_state');
  const reason: unknown = Reflect.get(args, 'license_reason');
  if (typeof state !== 'string' || !isPlace(state)) return null;
  return { booking, said: { client_state: state, license_reason: typeof reason === 'string' ? reason : '' } };
}
