import type { Body, Clock, Log, Transport } from '../../ports.ts';
import type { PulledPage } from '../pull/apply-pull.ts';
import { brokenAfter, brokenCommands } from '../replica/broken-records.ts';
import { forgetParked } from '../pull/forget-parked.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import { putMeta, readMeta, type Meta } from '../replica/meta.ts';
import { patchBase, patchOf } from '../pull/patch-base.ts';
import { fetchPage } from '../pull/pull.ts';
import { pendingRows, rebase } from '../write/rebase.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';
import { SumBook } from '../pull/sum-book.ts';
import { together } from '../replica/together.ts';

/** One collection is re-downloaded at most this often; after that it is an alarm, never a loop. */
const healEveryMs = 10 * 60 * 1000;

/** Whether the same was asked for again so lately that it is left alone now. A clock that was set back holds nothing up. */
export function isTooSoon(last: number | undefined, nowMs: number): boolean {
  return last !== undefined && Math.abs(nowMs - last) < healEveryMs;
}

/**
 * Whether a page that was to heal is of another log than what lies here: the server knows the place no more, as after it was
 * put back, and answers with the first page of everything. Only a pull makes something of that.
 */
export function isOfAnotherLog(page: PulledPage, cursor: Meta<'cursor'>): boolean {
  return page.reset || page.epoch !== cursor.epoch;
}

/** [IN-1] Replaces one collection by what the server says it holds: the pages of a `heal` pull, in one transaction. */
export function* applyHeal(
  replica: Replica,
  fence: Fence,
  heal: { readonly collection: string; readonly page: PulledPage; readonly nowMs: number },
): Body<boolean> {
  const { collection, page } = heal;
  const [, , [cursor, sumsNow, healed, client, brokenNow]] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'healed', 'client', 'broken'),
  );
  if (!cursor || !client) throw new Error('the replica has no client id');
  if (page.principal !== replica.actor.principal) return false;
  if (isOfAnotherLog(page, cursor)) {
    yield [putMeta('healed', { ...healed, [collection]: heal.nowMs })];
    return false;
  }
  const sums = new SumBook(sumsNow ?? {});
  sums.clear(collection);
  const [held] = yield [{ op: 'range', table: 'base', by: 'k', from: `${collection}|`, to: `${collection}}` }];
  const all = (held ?? []).flatMap((row) => (row ? [row.k] : []));
  // Everything out first: sums start from nothing, and versions may have to go back.
  if (all.length > 0) yield [{ op: 'delete', table: 'base', keys: all }];
  // Of others neither what lies here was asked for, nor taken out.
  const records = page.records.filter(({ c }) => c === collection);
  const patch = patchOf({ records, gone: [], scopesGone: [] });
  const { broken } = yield* patchBase(replica, patch, { generation: cursor.generation, sums, before: [], beside: [] });
  yield* forgetParked(collection);
  const before = brokenNow ?? [];
  // All that was of it is as it came now.
  yield brokenCommands(
    before,
    brokenAfter(before, { found: broken, mended: (key) => key.startsWith(`${collection}|`) }),
  );
  yield [putMeta('sums', sums.entries), putMeta('healed', { ...healed, [collection]: heal.nowMs })];
  // Also what the server has settled and no pull has brought.
  const pending = yield* pendingRows(cursor.confirmed);
  yield* rebase(replica, pending, { clientId: client.clientId, complete: cursor.complete, onProblem: () => undefined });
  const server = page.end.sums?.[collection];
  return server ? sums.differences({ ...sums.entries, [collection]: server }).length === 0 : true;
}

/** What healing needs of the engine that asks for it. */
export interface HealPorts {
  readonly replica: Replica;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
}

/** Re-downloads what does not sum up; false where it still does not, or was healed too lately to try again. */
export async function heal(
  ports: HealPorts,
  fence: Fence,
  what: { readonly collections: readonly string[]; readonly signal: AbortSignal },
): Promise<boolean> {
  const { store } = ports.replica;
  const [before] = await store.read(() => readMeta('unhealed'));
  const wanted = new Set([...what.collections, ...(before ?? [])]);
  const unhealed: string[] = [];
  for (const collection of wanted) {
    ports.log.error('sync.diverged', { collection });
    if (!(await healOne(ports, fence, { collection, signal: what.signal }))) unhealed.push(collection);
  }
  // Without changes a pull carries no sums: what did not agree is remembered, and not called synced.
  if (wanted.size > 0)
    await store.tx('relaxed', function* () {
      yield [putMeta('unhealed', unhealed)];
    });
  return unhealed.length === 0;
}

async function healOne(
  ports: HealPorts,
  fence: Fence,
  what: { readonly collection: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { replica, transport, clock } = ports;
  const { collection, signal } = what;
  const [cursor, client, healed] = await replica.store.read(() => readMeta('cursor', 'client', 'healed'));
  const last = healed?.[collection];
  if (isTooSoon(last, clock.now()) || !cursor || !client) return false;
  const answer = await fetchPage(
    { transport, sodium: replica.sodium },
    {
      cursor: cursor.cursor,
      clientId: client.clientId,
      confirmed: cursor.confirmed,
      account: replica.actor.principal,
      heal: collection,
    },
    signal,
  );
  if (answer.kind !== 'answered') return false;
  const { page } = answer.value;
  return replica.store.tx('relaxed', () => applyHeal(replica, fence, { collection, page, nowMs: clock.now() }));
}
