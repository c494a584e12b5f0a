import * as v from 'valibot';
import type { Json } from '../core/record.ts';

/** How much of something there may be at least and at most, and what so much of it looks like. */
export interface Bound {
  readonly least: number;
  readonly most: number;
  readonly of: (much: number) => Json;
  /** Of a number: then half of one more is refused, and what is below nothing. */
  readonly isNumber?: true;
}

/** A text of so many characters. */
export function text(least: number, most: number, of: (length: number) => Json = (n) => 'a'.repeat(n)): Bound {
  return { least, most, of };
}

/** A whole number. */
export function whole(least: number, most: number, of: (value: number) => Json = (n) => n): Bound {
  return { least, most, of, isNumber: true };
}

/** A list of so many of these. */
export function list(least: number, most: number, one: Json): Bound {
  return { least, most, of: (length) => Array.from({ length }, () => one) };
}

/** What most records and arguments are made of: an id, a line of text, a zone, an e-mail, the digits of a phone. */
export const id = text(1, 80);
export const line = text(0, 300);
export const zone = text(1, 64);
export const mail = text(5, 320, (length) => `${'a'.repeat(length - 4)}@b.c`);
export const phone = text(10, 10, (length) => '5'.repeat(length));

/** These arguments, or this body, with something else at a place: `people.0.dob`; `*` is the first name of those that are there. */
export function placed(inside: Json | undefined, path: string, value: Json): Json {
  const [name = '', ...rest] = path.split('.');
  const next = (held: Json | undefined): Json => (rest.length === 0 ? value : placed(held, rest.join('.'), value));
  if (isList(inside)) return inside.map((one, index) => (String(index) === name ? next(one) : one));
  const fields = typeof inside === 'object' && inside !== null ? inside : {};
  const field = name === '*' ? (Object.keys(fields)[0] ?? 'a') : name;
  return { ...fields, [field]: next(fields[field]) };
}

function isList(inside: Json | undefined): inside is readonly Json[] {
  return Array.isArray(inside);
}

/** In what a schema is another one than this bound at a place; none where it holds at both ends and lets nothing beyond them through. */
export function otherwise(
  schema: v.GenericSchema,
  sample: Json,
  [path, bound]: readonly [string, Bound],
): readonly string[] {
  const { least, most, of, isNumber = false } = bound;
  const takes = (much: number): boolean => v.safeParse(schema, placed(sample, path, of(much))).success;
  return [
    ...[least, most].flatMap((much) => (takes(much) ? [] : [`${path} refuses ${much}`])),
    ...(isNumber || least > 0 ? [least - 1] : []).flatMap((much) => (takes(much) ? [`${path} takes ${much}`] : [])),
    ...(isNumber ? [most + 1, least + 0.5] : [most + 1]).flatMap((much) =>
      takes(much) ? [`${path} takes ${much}`] : [],
    ),
  ];
}

/**
 * Where a schema bounds how much there may be, as paths: the items of a list are `0`, those under any name `*`. For the question
 * whether a table names all of them; what the bounds are it does not say.
 */
export function boundedPaths(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const within = (name: string, inner: unknown) => boundedPaths(inner, path === '' ? name : `${path}.${name}`);
  const parts = Object.entries(schema).flatMap(([part, inner]: readonly [string, unknown]) => {
    if (part === 'entries') return Object.entries(inner ?? {}).flatMap(([name, one]) => within(name, one));
    if (part === 'item') return within('0', inner);
    if (part === 'value' && 'key' in schema) return within('*', inner);
    if (part === 'wrapped') return boundedPaths(inner, path);
    if (part !== 'pipe' && part !== 'options') return [];
    return Array.isArray(inner) ? inner.flatMap((one: unknown) => (one === schema ? [] : boundedPaths(one, path))) : [];
  });
  return [...new Set([...(isBound(schema) ? [path] : []), ...parts])];
}

/** Whether this bounds by a number, or by a count in a pattern: the digits of a date are none. */
function isBound(action: object): boolean {
  if (!('kind' in action && action.kind === 'validation' && 'requirement' in action)) return false;
  const { requirement } = action;
  if (!(requirement instanceof RegExp)) return typeof requirement === 'number';
  return /\{\d+(,\d+)?\}/.test(requirement.source) && !requirement.source.startsWith('^\\d{4}-');
}
