import type { Body, Durability, ReplicaRow } from '../../ports.ts';
import { companionOf, type PlacedRecord } from '../../core/fits.ts';
import { fromInstant } from '../../core/instant.ts';
import { collectionOfKey, recordKey } from '../../core/record.ts';
import type { Registry } from '../../core/run-mutation.ts';
import type { MutationResult } from '../../protocol/push-message.ts';
import type { PullEnd, PullRecord } from '../../protocol/pull-message.ts';
import { allRows } from '../replica/all-rows.ts';
import { attentionRow } from '../write/attention-row.ts';
import { brokenAfter, brokenCommands } from '../replica/broken-records.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import type { ExistenceFilter } from './existence-filter.ts';
import { putMeta, readMeta, type Meta } from '../replica/meta.ts';
import { isView } from '../../core/define.ts';
import { rowToMutation } from '../write/outbox.ts';
import { outboxEnd, outboxKey, readOutboxMeta } from '../write/outbox-meta.ts';
import { patchBase, patchOf, type Patch, type SealedPage } from './patch-base.ts';
import { startNewClient } from '../push/push.ts';
import { pendingRows, rebase } from '../write/rebase.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';
import { SumBook } from './sum-book.ts';
import { readSnapshot, type SyncSnapshot } from '../status/sync-status.ts';
import { together } from '../replica/together.ts';
import { isOf } from '../replica/row-meta.ts';

/** One complete page of a pull, parsed. A page without its last line never comes here. */
export interface PulledPage {
  /** The cursor that the page was asked with: applied only on top of it. */
  readonly from: string | null;
  /** The client id that `end.mark` and `end.outcomes` speak of. */
  readonly clientId: string;
  /** Whose log it is of. */
  readonly principal: string;
  readonly epoch: string;
  readonly reset: boolean;
  readonly records: readonly PullRecord[];
  readonly gone: readonly { readonly c: string; readonly i: string }[];
  readonly scopesGone: readonly string[];
  readonly end: PullEnd;
}

/**
 * [OB-2] The next pull tells the server that a page's outcomes are in, and it forgets them: what was refused must lie in
 * needs attention on stable storage by then. All else could be fetched again.
 */
export function durabilityOf(page: PulledPage): Durability {
  return page.end.outcomes.some(({ outcome }) => outcome !== 'applied') ? 'strict' : 'relaxed';
}

export interface ApplyResult {
  readonly complete: boolean;
  /** The outbox moved to a new client id: its key must be registered for that one before a locked device can deliver. */
  readonly isNewClient: boolean;
  /** The log is of another epoch: the server was put back, and may lack what it had taken. */
  readonly isRestored: boolean;
  /** A reset that neither a restored server nor a long absence explains: obeyed, and said. [PL-7] */
  readonly isUnexplained: boolean;
  /** How much of this page was refused without a name to ask for it by. [BR-1] */
  readonly nameless: number;
  /** Collections whose sums differ from the server's. */
  readonly diverged: readonly string[];
  /** Nothing differs, and nothing was left unhealed earlier. */
  readonly isWhole: boolean;
  readonly generation: number;
  /** As it was before this page; only a restored log and a new client id change anything of it. */
  readonly snapshot: SyncSnapshot;
}

export interface ApplyOptions {
  /** A pending mutation threw when it was replayed. */
  readonly onProblem: (uid: string) => void;
  /** The page's rows, sealed while the page before it was being written. */
  readonly sealed?: SealedPage;
  /** When the page was made, by the server's clock. */
  readonly serverTime?: string;
  /** What this run of a first sync has written; storage is asked for everything where it is left out. */
  readonly existing?: ExistenceFilter;
}

/**
 * [PL-1] One transaction: base <- patch, refused mutations to needs attention with their content, confirmed ones out
 * of the outbox, pending ones replayed into the overlay, cursor moved. All of it or nothing.
 */
export function* applyPage(
  replica: Replica,
  fence: Fence,
  page: PulledPage,
  options: ApplyOptions,
): Body<ApplyResult | 'stale'> {
  const { onProblem, existing, sealed, serverTime } = options;
  if (existing && page.from === null) yield* beginIfEmpty(existing);
  const patch = patchOf(page);
  const keys = [...patch.puts.keys(), ...patch.drops];
  const companions = companionsOf(replica.registry, patch, existing?.isKnown === true);
  // All that may be asked for is asked for at once: round trips to storage are what a small page costs.
  const [, , metas, before, beside, outbox, overlay, snapshot] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'client', 'sent', 'unhealed', 'mark', 'broken'),
    getBase(existing?.mayExist(keys) ?? keys),
    getBase(existing?.mayExist(companions) ?? companions),
    allRows('outbox'),
    allRows('overlay'),
    readSnapshot(),
  );
  const [cursorNow, sumsNow, client, sent, unhealed, kept, brokenNow] = metas;
  if (!cursorNow || !client) throw new Error('the replica has no client id');
  if (cursorNow.cursor !== page.from) return 'stale';
  // [PL-6] Another account's session answered: nothing of it may lie here.
  if (page.principal !== replica.actor.principal) return 'stale';
  existing?.add(patch.puts.keys());

  const generation = page.reset ? cursorNow.generation + 1 : cursorNow.generation;
  const sums = new SumBook(page.reset ? {} : (sumsNow ?? {}));
  const patched = yield* patchBase(replica, patch, {
    generation,
    sums,
    before,
    beside: placesOf(beside),
    ...(sealed ? { sealed } : {}),
  });
  const baseChanged = patched.isChanged;
  const knownBroken = brokenNow ?? [];
  const broken = brokenAfter(knownBroken, { found: patched.broken, mended: (key) => patched.mended.has(key) });
  yield brokenCommands(knownBroken, broken);
  const resetting = page.reset || cursorNow.resetting;
  if (page.end.complete && resetting) yield* dropOlderGenerations(generation);

  // A new client id since this page was asked for: its marks are of another numbering.
  const isOurs = page.clientId === client.clientId;
  // [PU-3] What never left this device cannot be settled: the mark is of a profile that this one was copied from.
  const isForeign = isOurs && page.end.mark > (sent?.through ?? 0);
  if (isForeign) yield* startNewClient(replica, client.clientId);
  // [PU-7] Only what the answer to a push has confirmed, uid by uid, is settled. The pull's own mark counts ids, and in a
  // profile that was put back an id can be of another change.
  const mark = isOurs && !isForeign ? Math.min(page.end.mark, kept?.mark ?? 0) : 0;
  const settled = outbox.filter((row) => row.k < outboxKey(mark + 1));
  yield* settle(replica, settled, { outcomes: page.end.outcomes, clientId: client.clientId });
  const cursor: Meta<'cursor'> = {
    cursor: page.end.cursor,
    epoch: page.epoch,
    complete: page.end.complete || (cursorNow.complete && !page.reset),
    generation,
    confirmed: isForeign ? 0 : Math.max(cursorNow.confirmed, mark),
    resetting: resetting && !page.end.complete,
  };
  yield [putMeta('cursor', cursor), ...(baseChanged || page.reset ? [putMeta('sums', sums.entries)] : [])];
  if (baseChanged || resetting || settled.length > 0 || isForeign) {
    yield* rebase(replica, isForeign ? yield* pendingRows(0) : outbox.slice(settled.length), {
      clientId: isForeign ? yield* ownClientId() : client.clientId,
      complete: cursor.complete,
      onProblem,
      overlay,
    });
  }
  // What came broken, and may not be counted here, is asked for again alone.
  const asked = new Set(patched.broken.map(collectionOfKey));
  const differing = page.end.complete && page.end.sums ? sums.differences(page.end.sums) : [];
  const diverged = differing.filter((name) => !asked.has(name));
  const isWhole = broken.length === 0 && diverged.length === 0 && (unhealed ?? []).length === 0;
  const isRestored = cursorNow.epoch !== '' && cursorNow.epoch !== page.epoch;
  return {
    complete: page.end.complete,
    isNewClient: isForeign,
    isRestored,
    isUnexplained: page.reset && !isRestored && !isExplained(cursorNow, snapshot.time, serverTime),
    nameless: patched.nameless,
    diverged,
    isWhole,
    generation,
    snapshot,
  };
}

/** The server forgets an unfinished first sync after seven days, and what is gone after ninety. */
const forgottenMs = { unfinished: 7 * 24 * 60 * 60 * 1000, finished: 90 * 24 * 60 * 60 * 1000 } as const;

/** [PL-7] A device that was away for as long as a server remembers has to begin anew. */
function isExplained(cursor: Meta<'cursor'>, time: Meta<'time'> | null, serverTime: string | undefined): boolean {
  // Nothing is known of when it was there last, or it asked without a place.
  if (cursor.cursor === null || !time || serverTime === undefined) return true;
  const awayMs = fromInstant(serverTime) - fromInstant(time.contact);
  return awayMs >= (cursor.complete ? forgottenMs.finished : forgottenMs.unfinished);
}

/** In a first sync, where nothing was held before, the companions of more records than this are not asked for: they mostly come along. */
const fewRecords = 20;

/** Keys of the records with which those of a page must lie, where these do not come along. */
function companionsOf(registry: Registry, { puts }: Patch, isFirstSync: boolean): readonly string[] {
  const wanted = [...puts.values()].flatMap((record) => companionOf(registry, record) ?? []);
  if (isFirstSync && wanted.length > fewRecords) return [];
  return wanted.map(({ collection, id }) => recordKey(collection, id)).filter((key) => !puts.has(key));
}

/** Where the records of these rows live; it lies in the clear, bound by their seals. */
function placesOf(rows: readonly ReplicaRow[]): readonly PlacedRecord[] {
  return rows.map(({ k, s = '' }) => {
    const collection = collectionOfKey(k);
    return { collection, id: k.slice(collection.length + 1), scope: s };
  });
}

function* ownClientId(): Body<string> {
  const [client] = yield* readMeta('client');
  return client?.clientId ?? '';
}

function* beginIfEmpty(existing: ExistenceFilter): Body<void> {
  const [any] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: outboxEnd, limit: 1 }];
  if ((any ?? []).length === 0) existing.begin();
}

function* getBase(keys: readonly string[]): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'get', table: 'base', keys }];
  return (rows ?? []).filter((row) => row !== undefined);
}

/** The end of a reset: what the server did not name again is no longer ours to see. */
function* dropOlderGenerations(generation: number): Body<void> {
  const rows = yield* allRows('base');
  const stale = rows.flatMap((row) => (isOf(row, generation) ? [] : [row.k]));
  if (stale.length > 0) yield [{ op: 'delete', table: 'base', keys: stale }];
}

/**
 * [OB-2] What the server settled leaves the outbox; what it refused or holds goes to needs attention with its content,
 * in the same transaction. A lost answer loses nothing: the server repeats outcomes until they are confirmed.
 */
function* settle(
  replica: Replica,
  settled: readonly ReplicaRow[],
  by: { readonly outcomes: readonly MutationResult[]; readonly clientId: string },
): Body<void> {
  if (settled.length === 0) return;
  const refused = new Map(by.outcomes.map((outcome) => [outcome.id, outcome]));
  const attention = settled.flatMap((row) => toAttention(replica, row, { refused, clientId: by.clientId }));
  yield [
    { op: 'put', table: 'attention', rows: attention },
    {
      op: 'delete',
      table: 'outbox',
      keys: settled.map((row) => row.k),
      settles: settled.flatMap((row) => readOutboxMeta(row)?.uid ?? []),
    },
  ];
}

function toAttention(
  replica: Replica,
  row: ReplicaRow,
  context: { readonly refused: ReadonlyMap<number, MutationResult>; readonly clientId: string },
): ReplicaRow[] {
  const meta = readOutboxMeta(row);
  if (!meta) return [];
  const outcome = context.refused.get(meta.id);
  if (!outcome || outcome.outcome === 'applied' || isView(meta.name)) return [];
  const mutation = rowToMutation(replica, row, context.clientId);
  // A row that went out empty was not held by the server: what it held is here.
  const kind = outcome.outcome === 'parked' ? 'parked' : 'rejected';
  const code = outcome.code ?? (outcome.outcome === 'void' ? 'unreadable' : outcome.outcome);
  const { detail } = outcome;
  const said = { name: meta.name, at: meta.at, kind, code, ...(detail === undefined ? {} : { detail }) } as const;
  return [attentionRow(replica, meta.uid, mutation ? { ...said, args: mutation.args, ctx: mutation.ctx } : said)];
}
