import type { Registry } from '../../core/run-mutation.ts';
import type { Json, StoredRecord } from '../../core/record.ts';

const opened = new WeakMap<Registry, WeakMap<object, StoredRecord>>();

/** The record that this very value, as the sealer answered it, was found to be; a row says the scope in the clear as well. */
export function recordOf(registry: Registry, value: Json, scope: string): StoredRecord | undefined {
  const record = isObject(value) ? opened.get(registry)?.get(value) : undefined;
  return record?.scope === scope ? record : undefined;
}

/** Kept for as long as the value is: who opens the same row again need not examine it again. */
export function noteRecord(registry: Registry, value: Json, record: StoredRecord): void {
  if (!isObject(value)) return;
  const records = opened.get(registry) ?? new WeakMap<object, StoredRecord>();
  opened.set(registry, records);
  records.set(value, record);
}

function isObject(value: Json): value is Exclude<Json, null | boolean | number | string> {
  return typeof value === 'object' && value !== null;
}
