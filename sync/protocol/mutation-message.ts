import * as v from 'valibot';
import { idSchema, instantSchema, zoneSchema } from '../collections/values.ts';
import type { Json } from '../core/record.ts';

/** Deeper than anything of ours; a request nested deeper is refused instead of walked. */
const maxDepth = 64;

/** Whether this is JSON and nothing else. One pass: a schema of unions would try each level several ways, 2^depth in all. */
function isJson(value: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: item, depth } = next;
    if (item === null || typeof item === 'string' || typeof item === 'boolean') continue;
    if (typeof item === 'number' && Number.isFinite(item)) continue;
    if (typeof item !== 'object' || depth >= maxDepth) return false;
    const parts: unknown[] = Array.isArray(item) ? item : Object.values(item);
    for (const part of parts) if (part !== undefined) open.push({ value: part, depth: depth + 1 });
  }
  return true;
}

/** JSON of any form, at most 64 levels deep. */
export const jsonSchema = v.custom<Json>(isJson, 'not JSON');

/** What a deposit box holds: one mutation, as the mutator needs it. `clientId` and `id` are bound by the box itself. */
export const mutationMessage = v.object({
  uid: idSchema,
  name: v.pipe(v.string(), v.maxLength(80)),
  args: jsonSchema,
  ctx: v.object({
    now: instantSchema,
    zone: zoneSchema,
    ids: v.pipe(v.array(idSchema), v.maxLength(100)),
    base: v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(80))),
  }),
  after: v.optional(v.pipe(v.array(idSchema), v.maxLength(1000))),
});
export type MutationMessage = v.InferOutput<typeof mutationMessage>;
