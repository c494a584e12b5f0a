import * as v from 'valibot';
import type { Json } from '../core/record.ts';
import { sampleMark } from './sample.ts';
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

/**
 * On which device a version was written. `tag` is random and of one account's replica, so that it tells two devices of the same
 * kind apart without being anything by which a device is known elsewhere. Shown to the author alone. [CF-3]
 */
export const writtenOnSchema = v.object({
  /** What kind of device, in a few plain words; absent where it does not say. */
  name: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9 ]{0,39}$/))),
  tag: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8}$/)),
});
export type WrittenOn = v.InferOutput<typeof writtenOnSchema>;

/** Another version of a field that was written at the same time elsewhere and waits for a person's choice. */
export const otherVersionSchema = v.object({
  field: v.pipe(v.string(), v.maxLength(80)),
  /** uid of the mutation that wrote it. */
  uid: idSchema,
  value: answerSchema,
  at: instantSchema,
  by: idSchema,
  device: v.optional(writtenOnSchema),
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
  /** Who wrote a field's current value, when by that device, and on which: shown when two versions meet. */
  written: v.record(v.string(), v.object({ at: instantSchema, by: idSchema, device: v.optional(writtenOnSchema) })),
  others: v.array(otherVersionSchema),
  archived: v.optional(instantSchema),
  sample: sampleMark,
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

/** All that a draft consists of; whatever else a note has (a signature, later an addendum) makes it more than a draft. */
const draftFields: ReadonlySet<string> = new Set([
  'note_schema_id',
  'note_schema_revision',
  'appointment_id',
  'author',
  'author_name',
  'started',
  'session_start',
  'answers',
  'written',
  'others',
  'archived',
  'sample',
]);

/** Whether this body is a draft of which versions may be thinned: unsigned, and no field of it has two versions. */
export function isDraftNote(body: Json): boolean {
  const parsed = v.safeParse(v.looseObject({ others: v.array(v.unknown()) }), body);
  if (!parsed.success || parsed.output.others.length > 0) return false;
  return Object.entries(parsed.output).every(([field, value]) => value === undefined || draftFields.has(field));
}

/** Fields of one note, texts that wait for a choice, and characters in all: what a long one has, several times over. */
const mostFields = 100;
const mostOthers = 50;
const mostCharacters = 1_000_000;

/**
 * [NB-1] Whether a note may grow from `before` to `after`. One that is too long already may become shorter, so that a person
 * can mend it.
 */
export function isNoteTooLong(
  before: Pick<Note, 'answers' | 'others'>,
  after: Pick<Note, 'answers' | 'others'>,
): boolean {
  const [was, is] = [sizeOf(before), sizeOf(after)];
  return (
    (is.fields > mostFields && is.fields > was.fields) ||
    (is.others > mostOthers && is.others > was.others) ||
    (is.characters > mostCharacters && is.characters > was.characters)
  );
}

function sizeOf({ answers, others }: Pick<Note, 'answers' | 'others'>) {
  const values = [...Object.values(answers), ...others.map((other) => other.value)];
  const characters = values.reduce((sum: number, value) => sum + lengthOf(value), 0);
  return { fields: Object.keys(answers).length, others: others.length, characters };
}

function lengthOf(answer: Answer): number {
  if (typeof answer === 'string') return answer.length;
  return Object.entries(answer).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
