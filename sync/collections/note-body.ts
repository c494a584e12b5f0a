import * as v from 'valibot';
import { idSchema, instantSchema, lineSchema, longTextSchema } from './values.ts';

/** An answer: text, one choice, several choices, or a choice per grid row. */
export const answerSchema = v.union([
  longTextSchema,
  v.pipe(v.array(lineSchema), v.maxLength(100)),
  v.pipe(
    v.record(lineSchema, lineSchema),
    v.check((grid) => Object.keys(grid).length <= 100),
  ),
]);
export type Answer = v.InferOutput<typeof answerSchema>;

/** Another version of a field that was written at the same time elsewhere and waits for a person's choice. */
export const otherVersionSchema = v.object({
  field: v.pipe(v.string(), v.maxLength(80)),
  /** uid of the mutation that wrote it. */
  uid: idSchema,
  value: answerSchema,
  at: instantSchema,
  by: idSchema,
});
export type OtherVersion = v.InferOutput<typeof otherVersionSchema>;

export const noteBody = v.object({
  note_schema_id: idSchema,
  note_schema_revision: v.number(),
  appointment_id: idSchema,
  author: idSchema,
  author_name: lineSchema,
  started: instantSchema,
  session_start: instantSchema,
  answers: v.record(v.pipe(v.string(), v.maxLength(80)), answerSchema),
  /** Who wrote a field's current value, and when on that device: shown when two versions meet. */
  written: v.record(v.string(), v.object({ at: instantSchema, by: idSchema })),
  others: v.array(otherVersionSchema),
  archived: v.optional(instantSchema),
  signed: v.optional(
    v.object({
      by: idSchema,
      name: lineSchema,
      /** When the person pressed Sign, by the device's clock. */
      at: instantSchema,
      /** When it reached the server, by the server's clock: the time that a device cannot choose. */
      received: v.optional(instantSchema),
    }),
  ),
});
export type Note = v.InferOutput<typeof noteBody>;
