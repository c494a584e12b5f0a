import * as v from 'valibot';
import { canonicalJson } from '../core/canonical-json.ts';
import type { StoredRecord } from '../core/record.ts';
import { places } from './appointment.ts';
import { idSchema } from './values.ts';

const place = v.picklist(places);
const types = v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(50));

/** What an open time is for. What is not said leaves it open for all: every place, every office, every session type. */
export const offerFacts = {
  place: v.optional(place),
  /** Of `office_location` alone. */
  office_location_id: v.optional(idSchema),
  appointment_type_ids: v.optional(types),
} as const;

/** The same as a change says it: null takes away what was said. */
export const offerArgs = {
  place: v.optional(v.nullable(place)),
  office_location_id: v.optional(v.nullable(idSchema)),
  appointment_type_ids: v.optional(v.nullable(types)),
} as const;

export interface Offer {
  readonly place?: v.InferOutput<typeof place> | undefined;
  readonly office_location_id?: string | undefined;
  readonly appointment_type_ids?: readonly string[] | undefined;
}

type OfferSaid = { readonly [Name in keyof Offer]?: Offer[Name] | null };

/**
 * What an open time is for after a change, and which facts of that are other ones: `place` stands for the office as well. Null where an
 * office is named of what is not held in one.
 */
export function offerAfter(said: OfferSaid, before: Offer | undefined) {
  const isPlaceSaid = said.place !== undefined;
  const place = isPlaceSaid ? said.place : before?.place;
  const office_location_id =
    said.office_location_id === undefined && !isPlaceSaid ? before?.office_location_id : said.office_location_id;
  const ids = said.appointment_type_ids === undefined ? before?.appointment_type_ids : said.appointment_type_ids;
  if (office_location_id && place !== 'office_location') return null;
  const offer = {
    ...(place ? { place } : {}),
    ...(office_location_id ? { office_location_id } : {}),
    ...(ids ? { appointment_type_ids: [...new Set(ids)].toSorted() } : {}),
  };
  const isPlaceOther = offer.place !== before?.place || offer.office_location_id !== before?.office_location_id;
  const isForOther =
    canonicalJson(offer.appointment_type_ids ?? []) !== canonicalJson([...(before?.appointment_type_ids ?? [])]);
  return {
    offer,
    changed: [...(isPlaceOther ? ['place'] : []), ...(isForOther ? ['appointment_type_ids'] : [])],
  };
}

/** What a change of an own record comes to. */
type Settled =
  | { readonly reject: 'changed_meanwhile' }
  | { readonly reject: null; readonly fields: readonly string[]; readonly isGone: boolean };

interface Change {
  /** The facts that are other ones. */
  readonly changed: readonly string[];
  readonly removed: boolean | undefined;
  readonly base: Readonly<Record<string, string>>;
}

/**
 * Which fields a change of an own record writes, and whether the record is gone then; refused where that would write over what was not on
 * screen, or into what was taken away. What goes or comes goes whole: then every version that was on screen counts.
 */
export function settleChange(
  record: StoredRecord<{ readonly removed?: string | undefined }> | undefined,
  { changed, removed, base }: Change,
): Settled {
  const wasGone = record?.body.removed !== undefined;
  const isGone = removed ?? wasGone;
  const isMoved = isGone !== wasGone;
  if (changed.length === 0 && !isMoved) return { reject: null, fields: [], isGone };
  if (wasGone && removed !== false) return { reject: 'changed_meanwhile' };
  const asked = isMoved ? Object.keys(base) : changed;
  if (record && asked.some((name) => name in base && base[name] !== (record.stamps[name] ?? '')))
    return { reject: 'changed_meanwhile' };
  return { reject: null, fields: [...changed, ...(isMoved ? ['removed'] : [])], isGone };
}
