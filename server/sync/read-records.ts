import { canRead, type Registry } from '../../sync/core/run-mutation.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import { rolesOf } from './audience.ts';
import { liftRecord } from './lift-record.ts';

/** Who reads, for REST reads: the same rule as a pull. */
export interface ReaderContext {
  readonly registry: Registry;
  readonly principal: string;
}

/** The record, where it exists and the principal reads it. */
export function* readRecord(context: ReaderContext, collection: string, id: string): Plan<StoredRecord | undefined> {
  const stored = yield* call('getRecord', collection, id);
  if (!stored) return undefined;
  const roles = yield* rolesOf(context.principal, stored.scope);
  return canRead(context.registry, stored, roles) ? liftRecord(context.registry, stored) : undefined;
}

/** Records of one scope in a range of one index, as far as the principal reads them. */
export function* readRange(
  context: ReaderContext,
  scope: string,
  range: { readonly collection: string; readonly index: string; readonly from: string; readonly to: string },
): Plan<readonly StoredRecord[]> {
  const roles = yield* rolesOf(context.principal, scope);
  const found = yield* call('rangeRecords', range);
  return found
    .filter((record) => record.scope === scope && canRead(context.registry, record, roles))
    .map((record) => liftRecord(context.registry, record));
}
