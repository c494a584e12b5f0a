import * as v from 'valibot';
import type { Collection } from '../../sync/core/define.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import { assert } from '../../sync/core/assert.ts';

/** Lifts a body of an older shape to the current one, a step at a time. */
export function liftRecord(registry: Registry, record: StoredRecord): StoredRecord {
  const collection = registry.collections.get(record.collection);
  if (!collection || record.shape >= collection.shape) return record;
  let body: Json = record.body;
  for (let shape = record.shape; shape < collection.shape; shape += 1) {
    const step = collection.upcast?.[shape];
    assert(step, 'every older shape can be lifted');
    body = step(body);
  }
  return { ...record, body, shape: collection.shape };
}

/** The same with the body that its collection declares. Throws where it has another. */
export function liftTo<Body>(
  registry: Registry,
  collection: Collection<Body>,
  record: StoredRecord,
): StoredRecord<Body> {
  const lifted = liftRecord(registry, record);
  return { ...lifted, body: v.parse(collection.body, lifted.body) };
}
