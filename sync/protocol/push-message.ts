import * as v from 'valibot';
import { idSchema, instantSchema } from '../collections/values.ts';
import { jsonSchema } from './mutation-message.ts';

/** Most mutations in one request; a longer outbox takes several. */
export const maxMutationsPerPush = 500;

/**
 * One outbox row as it lies on the device: sealed once, sent as it is by page and service worker alike. `box` is
 * base64url of `nonce || XChaCha20-Poly1305`, under deposit key `key`, with the associated data of `deposit-box.ts`.
 * A withdrawn or unreadable row is sent as `void`, so that ids stay dense.
 */
export const pushRow = v.variant('kind', [
  v.object({
    kind: v.literal('sealed'),
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    key: idSchema,
    box: v.pipe(v.string(), v.maxLength(800_000)),
  }),
  v.object({ kind: v.literal('void'), id: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
]);
export type PushRow = v.InferOutput<typeof pushRow>;

export const pushRequest = v.object({
  protocol: v.number(),
  clientId: idSchema,
  /** Whose outbox this is; under another's session the push is refused as signed out. Older clients do not say. */
  principal: v.optional(idSchema),
  /** Highest id that this device has ever made: lets the server name a lost outbox. */
  highest: v.pipe(v.number(), v.integer(), v.minValue(0)),
  rows: v.pipe(v.array(pushRow), v.maxLength(maxMutationsPerPush)),
  /**
   * Where the replica stands, sent with a push that empties the outbox: the answer then brings what a pull from there would.
   * `confirmed`: highest id whose outcome it has taken in.
   */
  at: v.optional(v.object({ cursor: v.string(), confirmed: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  /** Milliseconds since the person last acted on this device; the server ends idle sessions by it. */
  idleMs: v.optional(v.pipe(v.number(), v.minValue(0))),
});
export type PushRequest = v.InferOutput<typeof pushRequest>;

/** What became of one mutation. `parked`: its mutator failed; the payload is kept and people are alerted. */
export const mutationResult = v.object({
  id: v.number(),
  uid: v.optional(v.string()),
  outcome: v.picklist(['applied', 'rejected', 'parked', 'void']),
  code: v.optional(v.string()),
  /** What a refusal says beside its code; each code has its own form (`error-details.ts`). Since version 4. */
  detail: v.optional(jsonSchema),
});
export type MutationResult = v.InferOutput<typeof mutationResult>;

/**
 * `ok`: results in order, `mark` is the highest id of this client that is settled. `gap`: the push did not continue at
 * `mark + 1`; nothing changed. `digests` (of the last outcomes) let a restored profile find its place.
 */
export const pushResponse = v.variant('kind', [
  v.object({
    kind: v.literal('ok'),
    mark: v.number(),
    results: v.array(mutationResult),
    epoch: v.string(),
    serverTime: instantSchema,
    /** The lines of a pull from `at`, read after this push: whole, complete and small, or absent. */
    page: v.optional(v.array(v.string())),
  }),
  v.object({
    kind: v.literal('gap'),
    mark: v.number(),
    epoch: v.string(),
    serverTime: instantSchema,
    /** uid by id for the ids above what the device sent from, newest 1,000. */
    known: v.array(v.object({ id: v.number(), uid: v.string() })),
  }),
  /** The deposit key is no longer known: rows stay where they are, and go out re-sealed after the next sign-in. */
  v.object({ kind: v.literal('unknown-key'), key: v.string(), epoch: v.string(), serverTime: instantSchema }),
  /** Kept sealed until this device signs in again (signed out, password changed, access ended). */
  v.object({ kind: v.literal('quarantined'), mark: v.number(), epoch: v.string(), serverTime: instantSchema }),
]);
export type PushResponse = v.InferOutput<typeof pushResponse>;
