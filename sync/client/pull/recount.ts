import { addToChecksum, emptyChecksum, type Checksum } from '../../core/checksum.ts';
import type { Body, ReplicaRow } from '../../ports.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';
import { together } from '../replica/together.ts';

/** Rows read in one transaction: whoever wants to write waits for it. */
const pageRows = 200;

/** A count under way over one collection. */
export interface Recount {
  readonly collection: string;
  /** The kept sums when it began: where they are others at its end, something came meanwhile and it says nothing. */
  readonly kept: string | null;
  readonly from: string;
  readonly sum: Checksum;
}

export function beginRecount(collection: string): Recount {
  return { collection, kept: null, from: `${collection}|`, sum: emptyChecksum };
}

/** What a page of a count came to. `other`: what lies here is not what the sums say. */
export type RecountStep = Recount | 'same' | 'other' | 'moved';

/**
 * [IN-3] Counts what lies in the base and compares it with the sums that are kept along with each change: a row that was put
 * back, taken away or added behind the engine's back is found here, a page of rows at a time. Only reads.
 */
export function* recountPage(replica: Replica, fence: Fence, count: Recount): Body<RecountStep> {
  const { collection } = count;
  const [, , [cursor, sums], rows] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums'),
    rowsOf(collection, count.from),
  );
  // Two generations lie side by side, or not all is here yet.
  if (!cursor?.complete || cursor.resetting) return 'moved';
  const kept = sums?.[collection] ?? [0, 0, 0];
  const name = JSON.stringify([cursor.generation, kept]);
  if (count.kept !== null && count.kept !== name) return 'moved';
  const sum = rows.reduce((so, row) => addToChecksum(so, row.k.slice(collection.length + 1), row.v ?? 0, 1), count.sum);
  const last = rows.at(-1);
  if (last && rows.length === pageRows) return { collection, kept: name, from: `${last.k}\0`, sum };
  return JSON.stringify([sum.count, sum.a, sum.b]) === JSON.stringify(kept) ? 'same' : 'other';
}

/** The last page of a count that came out otherwise, once more: where it still does, its collection is noted for healing. */
export function* noteOther(replica: Replica, fence: Fence, count: Recount): Body<RecountStep> {
  const [step, [unhealed]] = yield* together(recountPage(replica, fence, count), readMeta('unhealed'));
  if (step === 'other') yield [putMeta('unhealed', [...new Set([...(unhealed ?? []), count.collection])])];
  return step;
}

function* rowsOf(collection: string, from: string): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from, to: `${collection}}`, limit: pageRows }];
  return (rows ?? []).filter((row) => row !== undefined);
}
