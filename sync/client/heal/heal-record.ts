import type { Body, ReplicaRow } from '../../ports.ts';
import { companionOf, misplaced, type PlacedRecord } from '../../core/fits.ts';
import { collectionOfKey, recordKey } from '../../core/record.ts';
import type { PulledPage } from '../pull/apply-pull.ts';
import { brokenAfter, brokenCommands } from '../replica/broken-records.ts';
import { forgetParked } from '../pull/forget-parked.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import { isOfAnotherLog, isTooSoon, type HealPorts } from './heal.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { aside, baseRow, patchOf } from '../pull/patch-base.ts';
import { fetchPage } from '../pull/pull.ts';
import { pendingRows, rebase } from '../write/rebase.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';
import { SumBook } from '../pull/sum-book.ts';
import { together } from '../replica/together.ts';
import { isBroken, isOf } from '../replica/row-meta.ts';

/** So many are asked for one by one in a cycle; the others are in the next. */
const mostAtOnce = 20;

/**
 * [BR-4] Puts what the server says of one record in the place of what lies here, whichever version that claims to be; takes
 * it away where the server does not name it. Answers whether it is well now.
 */
export function* applyRecordHeal(
  replica: Replica,
  fence: Fence,
  heal: { readonly key: string; readonly page: PulledPage; readonly nowMs: number },
): Body<boolean> {
  const { key, page, nowMs } = heal;
  const [, , [cursor, sumsNow, healed, client, brokenNow], [found], beside] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'healed', 'client', 'broken'),
    getBaseRow(key),
    companionHere(replica, key),
  );
  if (!cursor || !client) throw new Error('the replica has no client id');
  if (page.principal !== replica.actor.principal) return false;
  if (isOfAnotherLog(page, cursor)) {
    // What it does not name is not gone: the next pull begins anew, and brings it.
    yield [putMeta('healed', { ...healed, [key]: nowMs })];
    return false;
  }
  const record = patchOf({ records: page.records, gone: [], scopesGone: [] }).puts.get(key);
  const made = record ? baseRow(replica, record, cursor.generation) : undefined;
  const isApart = record !== undefined && misplaced(replica.registry, [record, ...beside]).length > 0;
  const row = made && isApart ? aside(made) : made;
  const isWell = row === undefined || (row !== null && !isBroken(row));
  const sums = new SumBook(sumsNow ?? {});
  const [collection, id] = [collectionOfKey(key), key.slice(key.indexOf('|') + 1)];
  if (row !== null) {
    const isCounted = found !== undefined && isOf(found, cursor.generation);
    if (isCounted) sums.change(collection, id, found.v ?? 0, -1);
    if (row) sums.change(collection, id, row.v ?? 0, 1);
    yield [
      row ? { op: 'put', table: 'base', rows: [row], isBare: true } : { op: 'delete', table: 'base', keys: [key] },
      putMeta('sums', sums.entries),
    ];
  }
  yield* forgetParked(collection);
  const before = brokenNow ?? [];
  yield brokenCommands(before, isWell ? brokenAfter(before, { found: [], mended: (one) => one === key }) : before);
  const { [key]: _last, ...others } = healed ?? {};
  yield [putMeta('healed', isWell ? others : { ...others, [key]: nowMs })];
  yield* rebase(replica, yield* pendingRows(cursor.confirmed), {
    clientId: client.clientId,
    complete: cursor.complete,
    onProblem: () => undefined,
  });
  return isWell;
}

/** The record that it must lie with, where that lies here and is well: by it the place of what comes is judged. [BR-1] */
function* companionHere({ registry }: Replica, key: string): Body<readonly PlacedRecord[]> {
  const companion = companionOf(registry, { collection: collectionOfKey(key), id: key.slice(key.indexOf('|') + 1) });
  if (!companion) return [];
  const [row] = yield* getBaseRow(recordKey(companion.collection, companion.id));
  return row && !isBroken(row) ? [{ ...companion, scope: row.s ?? '' }] : [];
}

function* getBaseRow(key: string): Body<readonly (ReplicaRow | undefined)[]> {
  const [rows] = yield [{ op: 'get', table: 'base', keys: [key] }];
  return rows ?? [];
}

/** [BR-4] Asks again for each broken record alone, at most once in ten minutes. */
export async function healRecords(ports: HealPorts, fence: Fence, signal: AbortSignal): Promise<void> {
  const { replica, clock } = ports;
  const [broken, healed] = await replica.store.read(() => readMeta('broken', 'healed'));
  const due = (broken ?? []).filter((key) => !isTooSoon(healed?.[key], clock.now()));
  for (const key of due.slice(0, mostAtOnce)) {
    ports.log.error('sync.damaged', { collection: collectionOfKey(key) });
    await healRecord(ports, fence, { key, signal });
  }
}

async function healRecord(
  { replica, transport, clock }: HealPorts,
  fence: Fence,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<void> {
  const [cursor, client] = await replica.store.read(() => readMeta('cursor', 'client'));
  if (!cursor || !client) return;
  const collection = collectionOfKey(key);
  const request = {
    cursor: cursor.cursor,
    clientId: client.clientId,
    confirmed: cursor.confirmed,
    account: replica.actor.principal,
    heal: collection,
    record: key.slice(recordKey(collection, '').length),
  };
  const answer = await fetchPage({ transport, sodium: replica.sodium }, request, signal);
  if (answer.kind !== 'answered') return;
  const { page } = answer.value;
  await replica.store.tx('relaxed', () => applyRecordHeal(replica, fence, { key, page, nowMs: clock.now() }));
}
