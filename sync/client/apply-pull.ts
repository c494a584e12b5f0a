import type { ReplicaRow } from '../ports.ts';
import { addToChecksum, emptyChecksum, isSameChecksum, type Checksum } from '../core/checksum.ts';
import { collectionOfKey, recordKey, type StoredRecord } from '../core/record.ts';
import type { MutationResult } from '../protocol/push-message.ts';
import type { PullEnd, PullRecord } from '../protocol/pull-message.ts';
import { assertLeads, type Fence } from './fence.ts';
import type { HeldKeys } from './held-keys.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';
import { outboxEnd, outboxKey, readOutboxMeta, rowToMutation } from './outbox.ts';
import { startNewClient } from './push.ts';
import { pendingRows, rebase } from './rebase.ts';
import { assertUnlocked, recordToRow, type BaseMeta, type Replica } from './replica.ts';
import { together, type Reads as Body } from './together.ts';

/** One complete page of a pull, parsed. A page without its last line never comes here. */
export interface PulledPage {
  /** The cursor that the page was asked with: applied only on top of it. */
  readonly from: string | null;
  /** The client id that `end.mark` and `end.outcomes` speak of. */
  readonly clientId: string;
  readonly epoch: string;
  readonly reset: boolean;
  readonly records: readonly PullRecord[];
  readonly gone: readonly { readonly c: string; readonly i: string }[];
  readonly scopesGone: readonly string[];
  readonly end: PullEnd;
}

export interface ApplyResult {
  readonly complete: boolean;
  /** The outbox moved to a new client id: its key must be registered for that one before a locked device can deliver. */
  readonly isNewClient: boolean;
  /** Collections whose sums differ from the server's. */
  readonly diverged: readonly string[];
  /** Nothing differs, and nothing was left unhealed earlier. */
  readonly isWhole: boolean;
  readonly generation: number;
}

export interface ApplyOptions {
  /** A pending mutation threw when it was replayed. */
  readonly onProblem: (uid: string) => void;
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
  const { onProblem, held } = options;
  const [, , [cursorNow, sumsNow, client, sent, unhealed]] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('cursor', 'sums', 'client', 'sent', 'unhealed'),
  );
  if (!cursorNow || !client) throw new Error('the replica has no client id');
  if (cursorNow.cursor !== page.from) return 'stale';

  const generation = page.reset ? cursorNow.generation + 1 : cursorNow.generation;
  const sums = new SumBook(page.reset ? {} : (sumsNow ?? {}));
  if (held && page.from === null) yield* beginIfEmpty(held);
  const baseChanged = yield* patchBase(replica, page, { generation, sums, ...(held ? { held } : {}) });
  const resetting = page.reset || cursorNow.resetting;
  if (page.end.complete && resetting) yield* dropOlderGenerations(generation);

  // A new client id since this page was asked for: its marks are of another numbering.
  const isOurs = page.clientId === client.clientId;
  // [PU-3] What never left this device cannot be settled: the mark is of a profile that this one was copied from.
  const isForeign = isOurs && page.end.mark > (sent?.through ?? 0);
  if (isForeign) yield* startNewClient(replica, client.clientId);
  const mark = isOurs && !isForeign ? page.end.mark : 0;
  const outboxChanged = yield* settle(replica, { mark, outcomes: page.end.outcomes }, client);
  const cursor: Meta<'cursor'> = {
    cursor: page.end.cursor,
    epoch: page.epoch,
    complete: page.end.complete || (cursorNow.complete && !page.reset),
    generation,
    confirmed: isForeign ? 0 : Math.max(cursorNow.confirmed, mark),
    resetting: resetting && !page.end.complete,
  };
  yield [putMeta('cursor', cursor), putMeta('sums', sums.entries)];
  if (baseChanged || outboxChanged || isForeign) {
    const [clientNow] = yield* readMeta('client');
    const pending = yield* pendingRows(mark);
    yield* rebase(replica, pending, {
      clientId: clientNow?.clientId ?? client.clientId,
      complete: cursor.complete,
      onProblem,
    });
  }
  const diverged = page.end.complete && page.end.sums ? sums.differences(page.end.sums) : [];
  const isWhole = diverged.length === 0 && (unhealed ?? []).length === 0;
  return { complete: page.end.complete, isNewClient: isForeign, diverged, isWhole, generation };
}

function* beginIfEmpty(held: HeldKeys): Body<void> {
  const [any] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: outboxEnd, limit: 1 }];
  if ((any ?? []).length === 0) held.begin();
}

interface PatchOptions {
  readonly generation: number;
  readonly sums: SumBook;
  readonly held?: HeldKeys;
}

/** Writes the records of a page and takes away what is gone; keeps the sums. Returns whether anything changed. */
export function* patchBase(
  replica: Replica,
  page: Pick<PulledPage, 'records' | 'gone' | 'scopesGone'>,
  options: PatchOptions,
): Body<boolean> {
  const { sums, generation, held } = options;
  // One record may come twice in a page: the last word counts.
  const puts = new Map<string, StoredRecord>();
  const drops = new Set<string>();
  for (const line of page.records) {
    const key = recordKey(line.c, line.i);
    puts.set(key, {
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
  for (const key of yield* keysOfScopes(page.scopesGone, puts)) drops.add(key);
  if (puts.size === 0 && drops.size === 0) return false;

  const keys = [...puts.keys(), ...drops];
  const [before] = yield [{ op: 'get', table: 'base', keys: held?.among(keys) ?? keys }];
  held?.add(puts.keys());
  const old = new Map((before ?? []).flatMap((row) => (row && isOf(row, generation) ? [[row.k, row] as const] : [])));
  const rows: ReplicaRow[] = [];
  for (const [key, record] of puts) {
    const had = old.get(key);
    // Versions only grow: a page that was overtaken must not turn a record back.
    if (had && (had.v ?? 0) > record.version) continue;
    if (had) sums.change(record.collection, record.id, had.v ?? 0, -1);
    sums.change(record.collection, record.id, record.version, 1);
    rows.push(recordToRow(replica, 'base', record, { g: generation }));
  }
  for (const key of drops) {
    const had = old.get(key);
    if (had) sums.change(collectionOfKey(key), key.slice(key.indexOf('|') + 1), had.v ?? 0, -1);
  }
  if (rows.length > 0) yield [{ op: 'put', table: 'base', rows }];
  if (drops.size > 0) yield [{ op: 'delete', table: 'base', keys: [...drops] }];
  return true;
}

function isOf(row: ReplicaRow, generation: number): boolean {
  return (row.m as BaseMeta | undefined)?.g === generation;
}

/** [AC-2] Everything held of scopes whose access ended, except what this very page brings of them. */
function* keysOfScopes(scopes: readonly string[], puts: ReadonlyMap<string, StoredRecord>): Body<readonly string[]> {
  if (scopes.length === 0) return [];
  const ended = new Set(scopes);
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: outboxEnd }];
  return (rows ?? []).flatMap((row) => (row && ended.has(row.s ?? '') && !puts.has(row.k) ? [row.k] : []));
}

/** The end of a reset: what the server did not name again is no longer ours to see. */
function* dropOlderGenerations(generation: number): Body<void> {
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: outboxEnd }];
  const stale = (rows ?? []).flatMap((row) => (row && !isOf(row, generation) ? [row.k] : []));
  if (stale.length > 0) yield [{ op: 'delete', table: 'base', keys: stale }];
}

/**
 * [OB-2] What the server settled leaves the outbox; what it refused or holds goes to needs attention with its content,
 * in the same transaction. A lost answer loses nothing: the server repeats outcomes until they are confirmed.
 */
function* settle(replica: Replica, end: Pick<PullEnd, 'mark' | 'outcomes'>, client: Meta<'client'>): Body<boolean> {
  const [rows, kept] = yield [
    { op: 'range', table: 'outbox', by: 'k', from: '', to: outboxKey(end.mark + 1) },
    { op: 'get', table: 'meta', keys: ['mark'] },
  ];
  const settled = (rows ?? []).filter((row) => row !== undefined);
  const mark = (kept?.[0]?.m as { mark?: number } | undefined)?.mark ?? 0;
  if (end.mark > mark) yield [putMeta('mark', { mark: end.mark })];
  if (settled.length === 0) return false;
  const refused = new Map(end.outcomes.map((outcome) => [outcome.id, outcome]));
  const attention = settled.flatMap((row) => toAttention(replica, row, { refused, clientId: client.clientId }));
  if (attention.length > 0) yield [{ op: 'put', table: 'attention', rows: attention }];
  yield [{ op: 'delete', table: 'outbox', keys: settled.map((row) => row.k) }];
  return true;
}

function toAttention(
  replica: Replica,
  row: ReplicaRow,
  context: { readonly refused: ReadonlyMap<number, MutationResult>; readonly clientId: string },
): ReplicaRow[] {
  const meta = readOutboxMeta(row);
  if (!meta) return [];
  const outcome = context.refused.get(meta.id);
  if (!outcome || outcome.outcome === 'applied') return [];
  const mutation = rowToMutation(replica, row, context.clientId);
  const content = mutation
    ? { args: mutation.args, ctx: { ...mutation.ctx, ids: [...mutation.ctx.ids], base: { ...mutation.ctx.base } } }
    : null;
  const kind = outcome.outcome === 'rejected' ? 'rejected' : 'parked';
  const code = outcome.code ?? (outcome.outcome === 'void' ? 'unreadable' : outcome.outcome);
  return [
    {
      k: meta.uid,
      v: 1,
      z: replica.sealer.seal('attention', meta.uid, 1, { ...content, name: meta.name, at: meta.at, kind, code }),
      m: { kind },
    },
  ];
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
