import { canRead, type Registry } from '../../sync/core/run-mutation.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import type { RangeEntry, RangeOfRecords } from '../store/record-calls.ts';
import { rolesOf } from './audience.ts';
import { liftRecord } from './lift-record.ts';

/** Who reads, for REST reads: the same rule as a pull. */
export interface ReaderContext {
  readonly registry: Registry;
  readonly principal: string;
}

/** The record, where it exists and the principal reads it. */
export function* readRecord(context: ReaderContext, collection: string, id: string): Plan<StoredRecord | undefined> {
  const head = yield* call('getHead', collection, id);
  // What is not there is asked about like what is somebody else's: neither is opened, and both take the same steps.
  const roles = yield* rolesOf(context.principal, head?.scope ?? '');
  if (!head || !canRead(context.registry, { collection, cls: head.cls }, roles)) return undefined;
  const stored = yield* call('getRecord', collection, id);
  return stored && liftRecord(context.registry, stored);
}

/** Where the records of a range are that the principal reads, without opening one. */
export function* readEntries(
  context: ReaderContext,
  scope: string,
  range: RangeOfRecords,
): Plan<readonly RangeEntry[]> {
  const roles = yield* rolesOf(context.principal, scope);
  const found = yield* call('rangeEntries', range);
  const { collection } = range;
  return found.filter(
    (entry) => entry.scope === scope && canRead(context.registry, { collection, cls: entry.cls }, roles),
  );
}

/** Steps of a list after which others have their turn. */
const stepsPerPiece = 4;

/** Counts the steps of a plan that reads a list, and pauses after so many. */
export class ReadingSteps {
  #steps = 0;

  *step(count = 1): Plan<void> {
    this.#steps += count;
    if (this.#steps < stepsPerPiece) return;
    this.#steps = 0;
    yield* call('pause');
  }
}
