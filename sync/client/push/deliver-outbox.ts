import type { Body, ReplicaRow } from '../../ports.ts';
import { toBase64Url } from '../../core/base64url.ts';
import { fromInstant } from '../../core/instant.ts';
import { maxMutationsPerPush, type PushRequest, type PushRow } from '../../protocol/push-message.ts';
import { protocolVersion } from '../../protocol/version.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import {
  afterAccepted,
  afterRefusal,
  batchLimit,
  isolationKey,
  readIsolation,
  type Isolation,
  type RowRefusal,
} from './isolation.ts';
import { putMeta, readMeta, type Meta } from '../replica/meta.ts';
import { outboxEnd, outboxKey, readOutboxMeta } from '../write/outbox-meta.ts';
import { together } from '../replica/together.ts';

/*
 * The delivery of the outbox, over any replica store and without a key: which rows go, in which order, how many at once, and
 * what an answer settles. Pages and the service worker deliver by these rules alone; what needs keys (another history, a
 * change that moves to needs attention) is the page's, in `push.ts`.
 */

/** Characters of boxes in one push: well under the server's limit of 4 MiB. */
const maxBoxCharacters = 700_000;

/** The next push, and whether its rows may still be rewritten until the line is drawn above them. */
export interface Draft {
  readonly kind: 'draft';
  readonly request: PushRequest;
  /** No row of it can change any more: it may leave while the line is drawn. */
  readonly isFixed: boolean;
  /** Where the line must be drawn; null where it is there already. */
  readonly line: number | null;
}

/**
 * The next rows to send, by reading alone. Null where nothing waits. `likelyMark`: what the mark was when last read; where
 * few rows lie above it, one round trip does.
 */
export function* draftPush(fence: Fence, nowMs: number, likelyMark = 0): Body<Draft | Hold | null> {
  const [, [client, mark, sent, cursor], waiting, isolation] = yield* together(
    assertLeads(fence),
    readMeta('client', 'mark', 'sent', 'cursor'),
    rowsAbove(likelyMark),
    keptIsolation(),
  );
  if (!client || !mark || client.lastId <= mark.mark) return null;
  const found = yield* stillWaiting(waiting, { likelyMark, mark: mark.mark });
  const holdMs = typingHoldMs(found, nowMs);
  if (holdMs > 0) return { kind: 'hold', holdMs };
  const rows = denseRows(found, { mark: mark.mark, lastId: client.lastId, isolation });
  const last = rows.at(-1);
  if (!last) return null;
  const request = { protocol: protocolVersion, clientId: client.clientId, highest: client.lastId, rows };
  const isFixed = found.every((row) => isFixedRow(row, { sent: sent?.through ?? 0, last: last.id }));
  const line = last.id > (sent?.through ?? 0) ? last.id : null;
  const place = cursor?.complete && !cursor.resetting ? cursor.cursor : null;
  // A push that empties the outbox asks for what a pull would bring.
  if (last.id < client.lastId || place === null) return { kind: 'draft', request, isFixed, line };
  const at = { cursor: place, confirmed: cursor?.confirmed ?? 0 };
  return { kind: 'draft', request: { ...request, at }, isFixed, line };
}

/** [OB-3] Only an unsent row with a coalesce key is ever rewritten. */
function isFixedRow(row: ReplicaRow, { sent, last }: { readonly sent: number; readonly last: number }): boolean {
  const meta = readOutboxMeta(row);
  return meta === null || meta.id <= sent || meta.id > last || meta.coalesceKey === undefined;
}

/**
 * Takes the next rows to send and, in the same transaction, draws the line above which rows may still be rewritten:
 * `sent` is written before bytes leave. [PU-1]
 */
export function* preparePush(fence: Fence, nowMs: number, likelyMark = 0): Body<PushRequest | Hold | null> {
  const draft = yield* draftPush(fence, nowMs, likelyMark);
  if (draft?.kind !== 'draft') return draft;
  if (draft.line !== null) yield [putMeta('sent', { through: draft.line })];
  return draft.request;
}

/**
 * Draws the line above what has left. Where nothing of it can be rewritten this may wait for the answer: a mark above the
 * line, after a death in between, starts a new client id at worst, under which the server knows every uid. [PU-3]
 */
export function* raiseSent(fence: Fence, request: Pick<PushRequest, 'clientId' | 'rows'>): Body<void> {
  const [, [client, sent]] = yield* together(assertLeads(fence), readMeta('client', 'sent'));
  const through = lineAbove(request, { client, sent });
  if (through > (sent?.through ?? 0)) yield [putMeta('sent', { through })];
}

/** Where the line lies once this push is known to have left. */
export function lineAbove(
  request: Pick<PushRequest, 'clientId' | 'rows'>,
  { client, sent }: { readonly client: Meta<'client'> | null; readonly sent: Meta<'sent'> | null },
): number {
  const last = client?.clientId === request.clientId ? (request.rows.at(-1)?.id ?? 0) : 0;
  return Math.max(last, sent?.through ?? 0);
}

export function* keptIsolation(): Body<Isolation | null> {
  const [kept] = yield [{ op: 'get', table: 'meta', keys: [isolationKey] }];
  return readIsolation(kept?.[0]?.m);
}

function* rowsAbove(mark: number): Body<readonly ReplicaRow[]> {
  const range = { from: outboxKey(mark + 1), to: outboxEnd, limit: maxMutationsPerPush };
  const [found] = yield [{ op: 'range', table: 'outbox', by: 'k', ...range }];
  return (found ?? []).filter((row) => row !== undefined);
}

/** Of the rows above where the mark was: those above where it is. Asked for again only where more lie there than were asked for. */
function* stillWaiting(
  found: readonly ReplicaRow[],
  { likelyMark, mark }: { readonly likelyMark: number; readonly mark: number },
): Body<readonly ReplicaRow[]> {
  if (mark === likelyMark) return found;
  if (mark < likelyMark || found.length === maxMutationsPerPush) return yield* rowsAbove(mark);
  return found.filter((row) => row.k >= outboxKey(mark + 1));
}

/** Somebody is typing: wait that long before drawing the line, so that a paragraph is one mutation and not thirty. */
export interface Hold {
  readonly kind: 'hold';
  readonly holdMs: number;
}

const typingPauseMs = 1000;
const typingLimitMs = 5000;

/** [OB-4] Only edits that may still merge wait, for a pause of 1 s, at most 5 s from the first; nothing else does. */
function typingHoldMs(rows: readonly ReplicaRow[], nowMs: number): number {
  const metas = rows.map((row) => readOutboxMeta(row));
  const first = metas[0];
  const last = metas.at(-1);
  if (!first || !last || metas.some((meta) => meta?.coalesceKey === undefined)) return 0;
  const sinceLast = nowMs - fromInstant(last.at);
  const sinceFirst = nowMs - fromInstant(first.since ?? first.at);
  // A clock that was set back must not hold anything.
  if (sinceLast < 0 || sinceFirst < 0) return 0;
  return Math.max(0, Math.min(typingPauseMs - sinceLast, typingLimitMs - sinceFirst));
}

interface BatchPlace {
  readonly mark: number;
  readonly lastId: number;
  readonly isolation: Isolation | null;
}

/**
 * [PU-2] Ids stay dense: a withdrawn, damaged or missing row goes out as `void`, so that nothing behind it waits; so does
 * one that was refused alone. [PU-6]
 */
function denseRows(found: readonly ReplicaRow[], place: BatchPlace): PushRow[] {
  const { mark, lastId, isolation } = place;
  const byKey = new Map(found.map((row) => [row.k, row]));
  const limit = Math.min(maxMutationsPerPush, batchLimit(isolation, mark));
  const rows: PushRow[] = [];
  for (let id = mark + 1; id <= lastId && rows.length < limit; id += 1) {
    const row = byKey.get(outboxKey(id));
    const meta = row ? readOutboxMeta(row) : null;
    if (!row?.z || !meta || id === isolation?.voidId) {
      rows.push({ kind: 'void', id });
      continue;
    }
    rows.push({ kind: 'sealed', id, key: meta.key, box: toBase64Url(row.z) });
  }
  return fitting(rows);
}

/** The first row that is settled and still here: no pull has brought its outcome yet. Null where there is none. */
export function* firstSettled(): Body<number | null> {
  const [mark] = yield* readMeta('mark');
  if (!mark) return null;
  const range = { from: '', to: outboxKey(mark.mark + 1), limit: 1 };
  const [found] = yield [{ op: 'range', table: 'outbox', by: 'k', ...range }];
  const id = Number(found?.[0]?.k);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/**
 * [PU-8] What is settled and still here goes out once more. Who begins to lead cannot know whether this profile was put back since:
 * the refusal of such a row may have been read and confirmed in the meantime, and is told anew only to who sends it again.
 */
export function* unsettle(fence: Fence): Body<void> {
  const [, first] = yield* together(assertLeads(fence), firstSettled());
  if (first !== null) yield [putMeta('mark', { mark: first - 1 })];
}

/** As many rows, from the first, as fit one request; always one: the server answers for a row that is too long alone. */
export function fitting(rows: PushRow[]): PushRow[] {
  let characters = 0;
  const end = rows.findIndex((row, index) => {
    characters += row.kind === 'sealed' ? row.box.length : 0;
    return index > 0 && characters > maxBoxCharacters;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/**
 * [PU-6] The server refused a push for what is in it (413, 422): the next one is smaller, until the row that cannot pass
 * is found. `narrowed`: push again at once. `all-refused`: it is not a row's fault; treat it as a server that is away.
 */
export function* narrowPush(
  fence: Fence,
  request: Pick<PushRequest, 'rows'>,
  refusal: RowRefusal,
): Body<'narrowed' | 'all-refused'> {
  yield* assertLeads(fence);
  const { step, next } = afterRefusal(yield* keptIsolation(), request.rows, refusal);
  yield [{ op: 'put', table: 'meta', rows: [{ k: isolationKey, m: next }] }];
  return step;
}

/** What an answered push left behind: whether the server's mark is of this history, and what it settled. */
export interface Settled {
  readonly client: Meta<'client'>;
  readonly mark: Meta<'mark'>;
  readonly isolation: Isolation | null;
  /** No row up to here may change any more. */
  readonly through: number;
  /** The last row of the push. */
  readonly last: number;
}

/** Draws the line above what left with this push, whatever the answer to it says. */
export function* settlePush(fence: Fence, request: Pick<PushRequest, 'clientId' | 'rows'>): Body<Settled> {
  const [, [client, mark, sent], isolation] = yield* together(
    assertLeads(fence),
    readMeta('client', 'mark', 'sent'),
    keptIsolation(),
  );
  if (!client || !mark) throw new Error('the replica has no client id');
  const through = lineAbove(request, { client, sent });
  if (through > (sent?.through ?? 0)) yield [putMeta('sent', { through })];
  return { client, mark, isolation, through, last: request.rows.at(-1)?.id ?? through };
}

/**
 * Takes the server's mark where it is of this history, and answers up to where; null where it is not. Rows leave the outbox only
 * when a pull has brought their effects.
 */
export function* raiseMark({ mark, through, last }: Settled, said: number): Body<number | null> {
  // What never left this device cannot be settled: a higher mark is of another history.
  if (said > through) return null;
  // [PU-7] The server has compared what this push brought. In a profile that was put back, what is settled behind it can be other
  // changes under the ids of those that lie here: they go out, and it says so.
  const taken = Math.min(said, last);
  if (taken > mark.mark) yield [putMeta('mark', { mark: taken })];
  return taken;
}

/** [PU-6] What is still to be looked for once the server has settled everything up to `mark`. */
export function* putIsolation(isolation: Isolation, mark: number): Body<void> {
  const next = afterAccepted(isolation, mark);
  yield next === null
    ? [{ op: 'delete', table: 'meta', keys: [isolationKey] }]
    : [{ op: 'put', table: 'meta', rows: [{ k: isolationKey, m: next }] }];
}

/** [PU-6] The sealed path: the mark alone. What passed only empty moves to needs attention when an unlocked page hears of it. */
export function* acceptSealed(
  fence: Fence,
  request: Pick<PushRequest, 'clientId' | 'rows'>,
  mark: number,
): Body<'raised' | 'not-raised'> {
  const settled = yield* settlePush(fence, request);
  // Of another numbering by now: for an unlocked page to sort out.
  const taken = settled.client.clientId === request.clientId ? yield* raiseMark(settled, mark) : null;
  if (taken === null) return 'not-raised';
  if (settled.isolation) yield* putIsolation(settled.isolation, taken);
  return taken > settled.mark.mark ? 'raised' : 'not-raised';
}
