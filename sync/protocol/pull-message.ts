import * as v from 'valibot';
import { instantSchema } from '../collections/values.ts';
import { jsonSchema } from './mutation-message.ts';
import { mutationResult } from './push-message.ts';

/** Rows in one page of a pull. */
export const pullPageRows = 1000;

/**
 * The first line. `epoch` changes when the server was restored from a backup. `reset: true`: the cursor was of another
 * epoch or below the tombstone horizon; the device flushes its outbox, then takes the replica anew (reconcile: rows
 * not named until `complete` are dropped).
 */
export const pullBegin = v.object({
  kind: v.literal('begin'),
  epoch: v.string(),
  serverTime: instantSchema,
  reset: v.boolean(),
  /** Whose log this is: a replica takes no page of another's. */
  principal: v.string(),
});

/** A record, with short names because there are thousands: collection, id, scope, class, version, shape, body, stamps. */
export const pullRecord = v.object({
  kind: v.literal('r'),
  c: v.string(),
  i: v.string(),
  s: v.string(),
  /** The scope above by which it is seen, where it is not seen by its own; since version 4. */
  p: v.optional(v.string()),
  k: v.string(),
  v: v.number(),
  h: v.number(),
  b: jsonSchema,
  t: v.record(v.string(), v.string()),
});
export type PullRecord = v.InferOutput<typeof pullRecord>;

/** The record has left this principal's sight. */
export const pullGone = v.object({ kind: v.literal('g'), c: v.string(), i: v.string() });

/** Access to a whole scope ended: everything seen by it leaves the device, in this transaction. */
export const pullScopeGone = v.object({ kind: v.literal('x'), s: v.string() });

/**
 * The last line; without it the page does not count. `cursor`, `mark` and `outcomes` come from one snapshot.
 * `outcomes`: everything other than "applied" that this client has not confirmed yet. `complete`: nothing more follows
 * now, and `sums` (per collection: count, a, b of `core/checksum.ts`) are those of the whole replica.
 */
export const pullEnd = v.object({
  kind: v.literal('end'),
  cursor: v.string(),
  mark: v.number(),
  outcomes: v.array(mutationResult),
  complete: v.boolean(),
  /** For the progress of a first sync: rows still to come, roughly. */
  left: v.number(),
  /** Present when complete and something changed; a collection that is not named holds nothing. */
  sums: v.optional(v.record(v.string(), v.tuple([v.number(), v.number(), v.number()]))),
  /** Over all lines of the page, this one without it (`core/page-digest.ts`). Servers before version 3 send none. */
  digest: v.optional(v.string()),
});
export type PullEnd = v.InferOutput<typeof pullEnd>;

export const pullLine = v.variant('kind', [pullBegin, pullRecord, pullGone, pullScopeGone, pullEnd]);
export type PullLine = v.InferOutput<typeof pullLine>;
