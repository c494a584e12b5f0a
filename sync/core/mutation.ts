import type { Instant, Json } from './record.ts';

/** Captured once, when the person acted. Replays and the server use the same values. */
export interface MutationContext {
  /** Annotation only: no device clock decides anything. */
  readonly now: Instant;
  /** IANA name of the zone the device was in. */
  readonly zone: string;
  /** Ids for whatever the mutator creates. What is sent here counts for retired mutators alone: all others' follow from the uid. */
  readonly ids: readonly string[];
  /** For each field edited: the uid of the mutation whose value was on screen ('' for a field never written). */
  readonly base: Readonly<Record<string, string>>;
}

/** A named intent made on a device. `id` is dense per client; `uid` is unique for ever and applied at most once. */
export interface Mutation {
  readonly clientId: string;
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly args: Json;
  readonly ctx: MutationContext;
  /** uids of pending mutations that wrote a record which this one loaded: refused with them, held with them. */
  readonly after?: readonly string[];
}

/** Who a device works as: `sub`, or `sub~guarded account`. Taken from the session, never from the wire. */
export interface Actor {
  readonly principal: string;
  readonly sub: string;
}
