import * as v from 'valibot';
import { idSchema, instantSchema, zoneSchema } from '../collections/values.ts';
import type { Json } from '../core/record.ts';

/** JSON of any form, bounded in depth by the request's size limit. */
export const jsonSchema: v.GenericSchema<unknown, Json> = v.lazy(() =>
  v.union([
    v.null(),
    v.boolean(),
    v.pipe(v.number(), v.finite()),
    v.string(),
    v.array(jsonSchema),
    v.record(v.string(), jsonSchema),
  ]),
);

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
