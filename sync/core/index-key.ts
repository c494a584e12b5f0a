import { assert } from './assert.ts';

/**
 * Index keys are one ASCII string, so that IndexedDB (UTF-16 code units) and SQLite (bytes) sort them alike. Parts are
 * joined by `|`, which no id, instant or enum contains; `}` is the character after it and closes a prefix range.
 */
export type IndexKey = string;

const partPattern = /^[\x21-\x7b~]*$/;

/** Joins parts to a key. A part with a space, a `|` or anything outside ASCII is a bug in an index definition. */
export function indexKey(...parts: readonly string[]): IndexKey {
  for (const part of parts) assert(partPattern.test(part), 'an index part must be plain ASCII without | or }');
  return parts.join('|');
}

/** Half-open range of keys that start with these whole parts. */
export function prefixRange(...parts: readonly string[]): { from: IndexKey; to: IndexKey } {
  const prefix = indexKey(...parts);
  return { from: `${prefix}|`, to: `${prefix}}` };
}

/** Half-open range `[from, to)` of the last part under a fixed prefix of whole parts. */
export function betweenRange(prefix: readonly string[], from: string, to: string): { from: IndexKey; to: IndexKey } {
  return { from: indexKey(...prefix, from), to: indexKey(...prefix, to) };
}
