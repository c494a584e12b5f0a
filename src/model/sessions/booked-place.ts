import type { AttentionItem, MutateResult } from '../../../sync/client/api.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { saidBeside, wordsBeside, type BookedPlace, type BookedSaid, type RefusedWord } from './refused-words.ts';

/** What was booked: one session, or a series of them. */
export type BookedOf = { readonly appointment_id: string } | { readonly series_id: string };

export interface Booked {
  readonly of: BookedOf;
  /** Of the booking. */
  readonly uid: string;
  readonly owner: string;
  /** What was said of the booking that was refused, in place of which this is said: it goes once this is saved. */
  readonly replaces?: string | undefined;
}

type PlaceClient = Pick<OrchidClient, 'mutate'>;
type RefusalClient = Pick<OrchidClient, 'attention' | 'dismiss'>;

/**
 * Says where the client of a session or a series that was just booked will be. It is said over what that booking made: so it can be told
 * whose it was, should the booking be refused.
 */
export function sayBookedPlace(
  client: PlaceClient,
  booked: Booked,
  { client_state, license_reason }: BookedPlace,
): Promise<MutateResult> {
  const { of } = booked;
  const said = { client_state, ...(license_reason === '' ? {} : { license_reason }) };
  const options = optionsOf(booked, 'client_state');
  return 'series_id' in of
    ? client.mutate('series_place.say', { ...of, ...said }, options)
    : client.mutate('session_place.say', { ...of, ...said }, options);
}

/** [CA-13] Says in which office it is held, in the same way. */
export function sayBookedOffice(
  client: PlaceClient,
  booked: Booked,
  office_location_id: string,
): Promise<MutateResult> {
  const { of } = booked;
  const options = optionsOf(booked, 'office_location_id');
  return 'series_id' in of
    ? client.mutate('series_office.say', { ...of, office_location_id }, options)
    : client.mutate('session_office.say', { ...of, office_location_id }, options);
}

function optionsOf({ uid, owner, replaces }: Booked, field: string) {
  return { owner, base: { [field]: '', start: uid }, ...(replaces === undefined ? {} : { replaces }) };
}

/** How the saying went, of each that was said. */
export interface SaidBooked {
  readonly office: MutateResult | null;
  readonly place: MutateResult | null;
}

/**
 * Says all of this of what was just booked. What was said with a refused booking in whose place it stands goes only when what takes
 * its place is saved, in one transaction with that; what nobody says any more goes too, but never a text that somebody typed.
 */
export async function sayBooked(
  client: PlaceClient & Pick<RefusalClient, 'dismiss'>,
  booked: Omit<Booked, 'replaces'>,
  said: BookedSaid,
  before: readonly RefusedWord[] = [],
): Promise<SaidBooked> {
  const { office_location_id, client_state, license_reason = '' } = said;
  const offices = before.filter((word) => isOfOffice(word));
  const places = before.filter((word) => !isOfOffice(word));
  const office =
    office_location_id === undefined
      ? null
      : await sayBookedOffice(client, { ...booked, replaces: offices.at(-1)?.item.uid }, office_location_id);
  const place =
    client_state === undefined
      ? null
      : await sayBookedPlace(
          client,
          { ...booked, replaces: places.at(-1)?.item.uid },
          { client_state, license_reason },
        );
  const isOver = (word: RefusedWord): boolean => {
    const result = isOfOffice(word) ? office : place;
    const typed = word.said.license_reason ?? '';
    return (
      (result === null || result.kind === 'saved') && (typed === '' || (result !== null && typed === license_reason))
    );
  };
  const replaced = new Set([office && offices.at(-1), place && places.at(-1)]);
  for (const word of before) if (!replaced.has(word) && isOver(word)) await client.dismiss(word.item.uid);
  return { office, place };
}

function isOfOffice({ said }: RefusedWord): boolean {
  return said.office_location_id !== undefined;
}

/** What waits beside a refused booking. Read before another one takes its place: then nothing tells any more whose it was. */
export async function wordsOfRefused(
  client: Pick<RefusalClient, 'attention'>,
  bookingUid: string,
): Promise<readonly RefusedWord[]> {
  return wordsBeside(bookingUid, await client.attention());
}

/**
 * Books in place of what was refused, and says of it all that was said with that. Answers how the booking went; what could not be said
 * again waits in needs attention. Where that cannot be read, it fails and nothing is booked.
 */
export async function bookAgain(
  client: PlaceClient & RefusalClient,
  { refused, owner }: { readonly refused: Pick<AttentionItem, 'uid' | 'name'>; readonly owner: string },
  book: () => Promise<MutateResult>,
): Promise<MutateResult> {
  const words = await wordsOfRefused(client, refused.uid);
  const result = await book();
  if (result.kind !== 'saved' || words.length === 0) return result;
  const [id = ''] = result.ids;
  const of = refused.name === 'appointment_series.book' ? { series_id: id } : { appointment_id: id };
  // The booking stands whatever becomes of this: what was said before lies where it lay, and is shown from now on.
  await sayBooked(client, { of, uid: result.uid, owner }, saidBeside(words), words).catch(() => undefined);
  return result;
}

/** The person lets go of a refused booking, or of anything else that was refused: when it is gone, so is what was said with it. */
export async function letGoOf(client: RefusalClient, uid: string): Promise<void> {
  const words = await wordsOfRefused(client, uid);
  await client.dismiss(uid);
  for (const { item } of words) await client.dismiss(item.uid);
}
