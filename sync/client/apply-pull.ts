import type { Body, Durability, ReplicaRow } from '../ports.ts';
import { addToChecksum, emptyChecksum, isSameChecksum, type Checksum } from '../core/checksum.ts';
import { collectionOfKey, recordKey, type StoredRecord } from '../core/record.ts';
import type { MutationResult } from '../protocol/push-message.ts';
import type { PullEnd, PullRecord } from '../protocol/pull-message.ts';
import { allRows } from './all-rows.ts';
import { attentionRow } from './attention-row.ts';
import { assertLeads, type Fence } from './fence.ts';
import type { HeldKeys } from './held-keys.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';
import { isQuiet, outboxEnd, outboxKey, readOutboxMeta, rowToMutation } from './outbox.ts';
import { startNewClient } from './push.ts';
import { pendingRows, rebase } from './rebase.ts';
import { assertUnlocked, isOfTomorrow, recordToRow, type BaseMeta, type Replica } from './replica.ts';
import { readStanding, type Standing } from './sync-status.ts';
import { together } from './together.ts';

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
  /** Collections whose sums differ from the server's. */
  readonly diverged: readonly string[];
  /** Nothing differs, and nothing was left unhealed earlier. */
  readonly isWhole: boolean;
  readonly generation: number;
  /** As it was before this page; only a restored log and a new client id change anything of it. */
  readonly standing: Standing;
}

export interface ApplyOptions {
  /** A pending mutation threw when it was replayed. */
  readonly onProblem: (uid: string) => void;
  /** The page's rows, sealed while the page before it was being written. */
  readonly sealed?: SealedPage;
  /** What this run of a first sync has written; storage is asked for everything where it is left out. */
  readonly held?: HeldKeys;
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
  const { onProblem, held, sealed } = options;
  if (held && page.from === null) yield* beginIfEmpty(held);
  const patch = patchOf(page);
  const keys = [...patch.puts.keys(), ...patch.drops];
  // All that may be asked for is asked for at once: round trips to storage are what a small page costs.
  const [, , metas, before, outbox, overlay, standing] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'client', 'sent', 'unhealed', 'mark'),
    getBase(held?.among(keys) ?? keys),
    allRows('outbox'),
    allRows('overlay'),
    readStanding(),
  );
  const [cursorNow, sumsNow, client, sent, unhealed, kept] = metas;
  if (!cursorNow || !client) throw new Error('the replica has no client id');
  if (cursorNow.cursor !== page.from) return 'stale';
  // [PL-6] Another account's session answered: nothing of it may lie here.
  if (page.principal !== replica.actor.principal) return 'stale';
  held?.add(patch.puts.keys());

  const generation = page.reset ? cursorNow.generation + 1 : cursorNow.generation;
  const sums = new SumBook(page.reset ? {} : (sumsNow ?? {}));
  const baseChanged = yield* patchBase(replica, patch, { generation, sums, before, ...(sealed ? { sealed } : {}) });
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
  const diverged = page.end.complete && page.end.sums ? sums.differences(page.end.sums) : [];
  const isWhole = diverged.length === 0 && (unhealed ?? []).length === 0;
  const isRestored = cursorNow.epoch !== '' && cursorNow.epoch !== page.epoch;
  return { complete: page.end.complete, isNewClient: isForeign, isRestored, diverged, isWhole, generation, standing };
}

function* ownClientId(): Body<string> {
  const [client] = yield* readMeta('client');
  return client?.clientId ?? '';
}

function* beginIfEmpty(held: HeldKeys): Body<void> {
  const [any] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: outboxEnd, limit: 1 }];
  if ((any ?? []).length === 0) held.begin();
}

function* getBase(keys: readonly string[]): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'get', table: 'base', keys }];
  return (rows ?? []).filter((row) => row !== undefined);
}

/** What a page does to the base, before it is known what lies there. */
interface Patch {
  readonly puts: ReadonlyMap<string, StoredRecord>;
  readonly drops: ReadonlySet<string>;
  readonly scopesGone: readonly string[];
}

/** One record may come twice in a page: the last word counts. */
export function patchOf(page: Pick<PulledPage, 'records' | 'gone' | 'scopesGone'>): Patch {
  const puts = new Map<string, StoredRecord>();
  const drops = new Set<string>();
  for (const line of page.records) {
    puts.set(recordKey(line.c, line.i), {
      collection: line.c,
      id: line.i,
      scope: line.s,
      cls: line.k,
      version: line.v,
      shape: line.h,
      body: line.b,
      stamps: line.t,
    });
  }
  for (const line of page.gone) {
    const key = recordKey(line.c, line.i);
    puts.delete(key);
    drops.add(key);
  }
  return { puts, drops, scopesGone: page.scopesGone };
}

/** The rows of a page as they will lie in the base. */
export interface SealedPage {
  readonly generation: number;
  readonly rows: ReadonlyMap<string, ReplicaRow>;
}

/** Seals the records of a page before its turn has come: for the generation that it will be written in. */
export function sealPage(replica: Replica, page: PulledPage, generation: number): SealedPage {
  const { puts } = patchOf(page);
  return {
    generation,
    rows: new Map([...puts].map(([key, record]) => [key, baseRow(replica, record, generation)])),
  };
}

function baseRow(replica: Replica, record: StoredRecord, generation: number): ReplicaRow {
  const isUnknown = isOfTomorrow(replica.registry, record);
  return recordToRow(replica, 'base', record, isUnknown ? { g: generation, parked: true } : { g: generation });
}

interface PatchOptions {
  readonly generation: number;
  readonly sealed?: SealedPage;
  readonly sums: SumBook;
  /** What lies under the keys of the patch. */
  readonly before: readonly ReplicaRow[];
}

/** Writes the records of a page and takes away what is gone; keeps the sums. Returns whether anything changed. */
export function* patchBase(replica: Replica, patch: Patch, options: PatchOptions): Body<boolean> {
  const { sums, generation } = options;
  const { puts } = patch;
  const ended = yield* rowsOfScopes(patch.scopesGone, puts);
  const drops = new Set([...patch.drops, ...ended.map((row) => row.k)]);
  if (puts.size === 0 && drops.size === 0) return false;

  const old = new Map(
    [...options.before, ...ended].flatMap((row) => (isOf(row, generation) ? [[row.k, row] as const] : [])),
  );
  const rows: ReplicaRow[] = [];
  const parked = new Set<string>();
  for (const [key, record] of puts) {
    const had = old.get(key);
    // Versions only grow: a page that was overtaken must not turn a record back.
    if (had && (had.v ?? 0) > record.version) continue;
    if (had) sums.change(record.collection, record.id, had.v ?? 0, -1);
    sums.change(record.collection, record.id, record.version, 1);
    if (isOfTomorrow(replica.registry, record)) parked.add(record.collection);
    const ready = options.sealed?.generation === generation ? options.sealed.rows.get(key) : undefined;
    rows.push(ready ?? baseRow(replica, record, generation));
  }
  for (const key of drops) {
    const had = old.get(key);
    if (had) sums.change(collectionOfKey(key), key.slice(key.indexOf('|') + 1), had.v ?? 0, -1);
  }
  yield [
    // What is pending is laid over them anew in this same transaction.
    { op: 'put', table: 'base', rows, isBare: true },
    { op: 'delete', table: 'base', keys: [...drops] },
  ];
  if (parked.size > 0) yield* noteParked(parked);
  return true;
}

/** [EV-1] Said on screen until a build comes that can read them. */
function* noteParked(collections: ReadonlySet<string>): Body<void> {
  const [before] = yield* readMeta('parked');
  const all = new Set([...(before ?? []), ...collections]);
  if (all.size > (before ?? []).length) yield [putMeta('parked', [...all])];
}

function isOf(row: ReplicaRow, generation: number): boolean {
  return (row.m as BaseMeta | undefined)?.g === generation;
}

/** [AC-2] Everything held of scopes whose access ended, except what this very page brings of them. */
function* rowsOfScopes(
  scopes: readonly string[],
  puts: ReadonlyMap<string, StoredRecord>,
): Body<readonly ReplicaRow[]> {
  if (scopes.length === 0) return [];
  const ended = new Set(scopes);
  const rows = yield* allRows('base');
  return rows.filter((row) => ended.has(row.s ?? '') && !puts.has(row.k));
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
    { op: 'delete', table: 'outbox', keys: settled.map((row) => row.k) },
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
  if (!outcome || outcome.outcome === 'applied' || isQuiet(meta.name)) return [];
  const mutation = rowToMutation(replica, row, context.clientId);
  // A row that went out empty was not held by the server: what it held is here.
  const kind = outcome.outcome === 'parked' ? 'parked' : 'rejected';
  const code = outcome.code ?? (outcome.outcome === 'void' ? 'unreadable' : outcome.outcome);
  const said = { name: meta.name, at: meta.at, kind, code } as const;
  return [attentionRow(replica, meta.uid, mutation ? { ...said, args: mutation.args, ctx: mutation.ctx } : said)];
}

/** Sums per collection while a page is applied. */
export class SumBook {
  readonly #sums: Map<string, Checksum>;

  constructor(entries: Meta<'sums'>) {
    this.#sums = new Map(Object.entries(entries).map(([name, [count, a, b]]) => [name, { count, a, b }]));
  }

  change(collection: string, id: string, version: number, sign: 1 | -1): void {
    this.#sums.set(collection, addToChecksum(this.#sums.get(collection) ?? emptyChecksum, id, version, sign));
  }

  clear(collection: string): void {
    this.#sums.delete(collection);
  }

  get entries(): Meta<'sums'> {
    return Object.fromEntries(
      [...this.#sums].map(([name, sum]): [string, [number, number, number]] => [name, [sum.count, sum.a, sum.b]]),
    );
  }

  /** Collections that do not sum up to what the server says. */
  differences(server: NonNullable<PullEnd['sums']>): readonly string[] {
    const names = new Set([...this.#sums.keys(), ...Object.keys(server)]);
    return [...names].filter((name) => {
      const [count, a, b] = server[name] ?? [0, 0, 0];
      return !isSameChecksum(this.#sums.get(name) ?? emptyChecksum, { count, a, b });
    });
  }
}
