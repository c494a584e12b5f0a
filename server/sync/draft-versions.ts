import { isDraftNote } from '../../sync/collections/note-body.ts';
import type { Instant, Json, StoredRecord } from '../../sync/core/record.ts';
import { draftVersionKept } from '../../sync/domain/draft-versions.ts';
import { call, type Plan } from '../store/port.ts';

/** A draft that stood for so long before it was overwritten is kept: somebody paused there. With 0 every draft is. */
export const defaultDraftPauseMs = 2 * 60 * 1000;

/** Most pauses kept of one record, beside the first and last version of each day and what is kept for good. */
const mostPauses = 200;

/** Collections of which drafts are thinned, and what a draft is there; of every other clinical one each version is kept. */
const draftOf: Readonly<Record<string, (body: Json) => boolean>> = { note: isDraftNote };

/**
 * [NB-2] Keeps the version that is about to be overwritten. Each holds the whole of a growing text: of drafts only those that
 * stood for a pause, and the first and last of a day, are kept for longer than until the next one.
 */
export function* keepOverwritten(
  context: { readonly now: Instant; readonly draftPauseMs: number },
  before: StoredRecord,
): Plan<void> {
  const { collection, id } = before;
  const isDraft = draftOf[collection]?.(before.body) ?? false;
  if (!isDraft) {
    yield* call('keepVersion', collection, id, context.now, 'good');
    return;
  }
  const [last, lastBut] = yield* call('newestVersions', collection, id, 2);
  const times = { now: context.now, written: last?.at ?? null, dayBefore: lastBut?.at ?? null };
  const kept = draftVersionKept(times, context.draftPauseMs);
  if (last?.kept === 'next') yield* call('dropVersion', collection, id, last.version);
  yield* call('keepVersion', collection, id, context.now, kept);
  if (kept === 'pause' && context.draftPauseMs > 0) yield* call('dropOldPauses', collection, id, mostPauses);
}
