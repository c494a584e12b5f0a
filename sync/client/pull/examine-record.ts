import * as v from 'valibot';
import { fitsItself } from '../../core/fits.ts';
import { recordIdForm } from '../../collections/values.ts';
import type { Json, StoredRecord } from '../../core/record.ts';
import type { AnyCollection } from '../../core/define.ts';
import type { Registry } from '../../core/run-mutation.ts';
import { isOfTomorrow } from '../replica/replica.ts';

/**
 * What a record that came is worth. `damaged`: it has a name and a version, and its body or its place is none: it is kept
 * aside and counted. `refused`: not even that; nothing of it is kept. [BR-1]
 */
export type Worth = 'good' | 'of-tomorrow' | 'damaged' | 'refused';

/** A version counts the changes of one record: a million a second for twelve days. */
export const highestVersion = 2 ** 40;
const highestShape = 10_000;

const collectionName = /^[a-z][a-z_]{0,59}$/;
const scopeForm = /^[a-z]+:[A-Za-z0-9_.~:-]{1,160}$/;
const classForm = /^[a-z][a-z-]{0,39}$/;
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether this names a record at all: what is asked for again must have a name. */
export function isNamed(record: Pick<StoredRecord, 'collection' | 'id'>): boolean {
  return collectionName.test(record.collection) && !reserved.has(record.collection) && recordIdForm.test(record.id);
}

/** Looks at a record that came, before anything is made of it. Never throws. */
export function examine(registry: Registry, record: StoredRecord): Worth {
  if (!isNamed(record) || !isCounted(record)) return 'refused';
  if (!scopeForm.test(record.scope) || !classForm.test(record.cls)) return 'refused';
  if (!isStamps(record.stamps) || hasReserved(record.body)) return 'damaged';
  if (isOfTomorrow(registry, record)) return 'of-tomorrow';
  const collection = registry.collections.get(record.collection);
  const lifted = collection && lift(collection, record);
  return lifted && fitsItself(collection, lifted) ? 'good' : 'damaged';
}

function isCounted({ version, shape }: StoredRecord): boolean {
  return (
    Number.isInteger(version) &&
    version >= 1 &&
    version <= highestVersion &&
    Number.isInteger(shape) &&
    shape >= 1 &&
    shape <= highestShape
  );
}

/** The record in the form of this build; null where its body is none of its shape. */
function lift(collection: AnyCollection, record: StoredRecord): StoredRecord | null {
  let { body } = record;
  try {
    for (let { shape } = record; shape < collection.shape; shape += 1)
      body = collection.upcast?.[shape]?.(body) ?? null;
  } catch {
    // What cannot be lifted was none of its shape.
    return null;
  }
  return v.is(collection.body, body) ? { ...record, shape: collection.shape, body } : null;
}

/** Whether these are stamps: uids by field. */
export function isStamps(stamps: unknown): stamps is StoredRecord['stamps'] {
  if (typeof stamps !== 'object' || stamps === null || Array.isArray(stamps)) return false;
  // Each record of a first sync comes by here: nothing is copied to look at it.
  const texts = stamps as Readonly<Record<string, unknown>>;
  for (const field in texts) if (reserved.has(field) || typeof texts[field] !== 'string') return false;
  return true;
}

/** A name that means something to the language itself stands nowhere in a body: a copy by name would change what the copy is. */
function hasReserved(body: Json): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return (body as readonly Json[]).some(hasReserved);
  const fields = body as Readonly<Record<string, Json | undefined>>;
  for (const name in fields) {
    if (reserved.has(name)) return true;
    const value = fields[name];
    if (typeof value === 'object' && hasReserved(value)) return true;
  }
  return false;
}
