import { patchBase, patchOf, SumBook, type PulledPage } from './apply-pull.ts';
import { assertLeads, type Fence } from './fence.ts';
import { putMeta, readMeta } from './meta.ts';
import { pendingRows, rebase } from './rebase.ts';
import { assertUnlocked, type Replica } from './replica.ts';
import { together, type Reads as Body } from './together.ts';

/** One collection is re-downloaded at most this often; after that it is an alarm, never a loop. */
export const healEveryMs = 10 * 60 * 1000;

/** [IN-1] Replaces one collection by what the server says it holds: the pages of a `heal` pull, in one transaction. */
export function* applyHeal(
  replica: Replica,
  fence: Fence,
  heal: { readonly collection: string; readonly page: PulledPage; readonly nowMs: number },
): Body<boolean> {
  const { collection, page } = heal;
  const [, , [cursor, sumsNow, healed, client, mark]] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'healed', 'client', 'mark'),
  );
  if (!cursor || !client) throw new Error('the replica has no client id');
  if (page.principal !== replica.actor.principal) return false;
  const sums = new SumBook(sumsNow ?? {});
  sums.clear(collection);
  const [held] = yield [{ op: 'range', table: 'base', by: 'k', from: `${collection}|`, to: `${collection}}` }];
  const all = (held ?? []).flatMap((row) => (row ? [row.k] : []));
  // Everything out first: sums start from nothing, and versions may have to go back.
  if (all.length > 0) yield [{ op: 'delete', table: 'base', keys: all }];
  const patch = patchOf({ records: page.records, gone: [], scopesGone: [] });
  yield* patchBase(replica, patch, { generation: cursor.generation, sums, before: [] });
  yield [putMeta('sums', sums.entries), putMeta('healed', { ...healed, [collection]: heal.nowMs })];
  const pending = yield* pendingRows(mark?.mark ?? 0);
  yield* rebase(replica, pending, { clientId: client.clientId, complete: cursor.complete, onProblem: () => undefined });
  const server = page.end.sums?.[collection];
  return server ? sums.differences({ ...sums.entries, [collection]: server }).length === 0 : true;
}
