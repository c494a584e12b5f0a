import type { AnyCollection } from './define.ts';
import { recordKey, type StoredRecord } from './record.ts';
import type { Registry } from './run-mutation.ts';
import { kindOfScope } from './scope.ts';

/** What of a record says where it lives. */
export type PlacedRecord = Pick<StoredRecord, 'collection' | 'id' | 'scope'>;

type Named = Pick<StoredRecord, 'collection' | 'id'>;

const companions = new WeakMap<Registry, ReadonlySet<string>>();

/** Whether id, scope and body of a record of the present shape go together. Its body has passed its schema. */
export function fitsItself(collection: AnyCollection, record: StoredRecord): boolean {
  if (collection.livesIn && !collection.livesIn.includes(kindOfScope(record.scope))) return false;
  return collection.fits?.(record) ?? true;
}

/** The record with which one of this name must lie; undefined where it lies by itself. */
export function companionOf(registry: Registry, { collection, id }: Named): Named | undefined {
  const rule = registry.collections.get(collection)?.liesWith;
  return rule && { collection: rule.collection, id: rule.idOf(id) };
}

/** Whether records of other collections lie with those of this one. */
export function isCompanion(registry: Registry, collection: string): boolean {
  const known =
    companions.get(registry) ??
    new Set([...registry.collections.values()].flatMap(({ liesWith }) => liesWith?.collection ?? []));
  companions.set(registry, known);
  return known.has(collection);
}

/** Keys of records that live in another scope than the one with which they must lie: others read them, and no change is made to them. */
export function misplaced(registry: Registry, records: Iterable<PlacedRecord>): readonly string[] {
  const scopes = new Map<string, string>();
  const bound: (readonly [PlacedRecord, string])[] = [];
  for (const record of records) {
    const companion = companionOf(registry, record);
    if (companion) bound.push([record, recordKey(companion.collection, companion.id)]);
    if (isCompanion(registry, record.collection)) scopes.set(recordKey(record.collection, record.id), record.scope);
  }
  return bound.flatMap(([{ collection, id, scope }, companion]) => {
    const wanted = scopes.get(companion);
    return wanted !== undefined && wanted !== scope ? [recordKey(collection, id)] : [];
  });
}
