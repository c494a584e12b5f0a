import * as v from 'valibot';
import type { ReplicaRow } from '../../ports.ts';
import { instantSchema } from '../../collections/values.ts';

/** What an outbox row says in the clear: ids and the mutator's name; arguments are in the box. */
export const outboxMeta = v.object({
  id: v.number(),
  uid: v.string(),
  name: v.string(),
  at: instantSchema,
  /** When the first version of it was written: typing is held back from then, not from the last key. */
  since: v.optional(instantSchema),
  /** The deposit key that the box is sealed under. */
  key: v.string(),
  coalesceKey: v.optional(v.string()),
  wrote: v.array(v.string()),
  loaded: v.array(v.string()),
});
export type OutboxMeta = v.InferOutput<typeof outboxMeta>;

/** Outbox keys sort as numbers. */
export function outboxKey(id: number): string {
  return String(id).padStart(12, '0');
}

export const outboxEnd = '~';

/** The clear half of an outbox row, or null where it is damaged. */
export function readOutboxMeta(row: ReplicaRow): OutboxMeta | null {
  const parsed = v.safeParse(outboxMeta, row.m);
  return parsed.success ? parsed.output : null;
}
