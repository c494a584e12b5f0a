import * as v from 'valibot';

/** The field with which a person goes on. */
export interface WrongField {
  readonly name: string;
  /** Nothing stands in it yet. */
  readonly isMissing: boolean;
}

/** Of the fields in their order on screen the first that a schema does not take; null where it takes them all. */
export function firstWrong(schema: v.GenericSchema, values: object, words: object): WrongField | null {
  const wrong = new Set((v.safeParse(schema, values).issues ?? []).map((issue) => v.getDotPath(issue)));
  const name = Object.keys(words).find((field) => wrong.has(field));
  if (name === undefined) return null;
  const value: unknown = Reflect.get(values, name);
  return { name, isMissing: typeof value === 'string' ? value.trim() === '' : value === false };
}

/** The first wrong field as it is said to the person who wants to go on. */
export function wrongText({ name, isMissing }: WrongField, words: object): string {
  const label = `“${String(Reflect.get(words, name))}”`;
  return isMissing ? `${label} is still missing.` : `Please look at ${label} again.`;
}
