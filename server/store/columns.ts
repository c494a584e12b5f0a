import * as v from 'valibot';
import type { Json } from '../../sync/core/record.ts';

/** A column holds what no build of this product writes there: nothing is made of it. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError';
}

/** The stamps of a record's fields. */
export const stampsColumn = v.record(v.string(), v.string());

/** The value of a column that holds one of these words. Throws `ColumnError`; what stands there instead is not said. */
export function wordIn<const Words extends readonly string[]>(words: Words, value: string): Words[number] {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new ColumnError(`a column holds none of ${words.join(', ')}`);
  return found;
}

/** A column of JSON, by its schema. Throws `ColumnError` without a word of what stands there. */
export function readJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, parseJson(text));
  if (!parsed.success) throw new ColumnError(`a column of JSON does not fit: ${v.getDotPath(parsed.issues[0]) ?? ''}`);
  return parsed.output;
}

/** Any JSON. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}

/** Any JSON in UTF-8. */
export function parseBytes(bytes: Uint8Array): Json {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
