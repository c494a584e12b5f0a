import * as v from 'valibot';
import type { Body, ReplicaRow } from '../ports.ts';
import { toBase64Url } from '../core/base64url.ts';
import { fromInstant } from '../core/instant.ts';
import { newId } from '../core/new-id.ts';
import {
  maxMutationsPerPush,
  pushResponse,
  type PushRequest,
  type PushResponse,
  type PushRow,
} from '../protocol/push-message.ts';
import { protocolVersion } from '../protocol/version.ts';
import { attentionRow } from './attention-row.ts';
import { allRows } from './all-rows.ts';
import { assertLeads, type Fence } from './fence.ts';
import {
  afterAccepted,
  afterRefusal,
  batchLimit,
  isolationKey,
  readIsolation,
  type Isolation,
  type RowRefusal,
} from './isolation.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';
import { mutationToRow, outboxEnd, outboxKey, readOutboxMeta, rowToMutation } from './outbox.ts';
import { movedOut } from './moved-out.ts';
import type { Replica } from './replica.ts';
import { together } from './together.ts';

/** Bytes of boxes in one push: well under the server's limit of 4 MiB. */
const maxPushBytes = 700_000;

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
 * it still is, one round trip does.
 */
export function* draftPush(fence: Fence, nowMs: number, likelyMark = 0): Body<Draft | Hold | null> {
  const [, [client, mark, sent, cursor], waiting, isolation] = yield* together(
    assertLeads(fence),
    readMeta('client', 'mark', 'sent', 'cursor'),
    rowsAbove(likelyMark),
    keptIsolation(),
  );
  if (!client || !mark || client.lastId <= mark.mark) return null;
  const found = mark.mark === likelyMark ? waiting : yield* rowsAbove(mark.mark);
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
function lineAbove(
  request: Pick<PushRequest, 'clientId' | 'rows'>,
  { client, sent }: { readonly client: Meta<'client'> | null; readonly sent: Meta<'sent'> | null },
): number {
  const last = client?.clientId === request.clientId ? (request.rows.at(-1)?.id ?? 0) : 0;
  return Math.max(last, sent?.through ?? 0);
}

function* keptIsolation(): Body<Isolation | null> {
  const [kept] = yield [{ op: 'get', table: 'meta', keys: [isolationKey] }];
  return readIsolation(kept?.[0]?.m);
}

function* rowsAbove(mark: number): Body<readonly ReplicaRow[]> {
  const range = { from: outboxKey(mark + 1), to: outboxEnd, limit: maxMutationsPerPush };
  const [found] = yield [{ op: 'range', table: 'outbox', by: 'k', ...range }];
  return (found ?? []).filter((row) => row !== undefined);
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
  let bytes = 0;
  for (let id = mark + 1; id <= lastId && rows.length < limit && bytes < maxPushBytes; id += 1) {
    const row = byKey.get(outboxKey(id));
    const meta = row ? readOutboxMeta(row) : null;
    if (!row?.z || !meta || id === isolation?.voidId) {
      rows.push({ kind: 'void', id });
      continue;
    }
    const box = toBase64Url(row.z);
    bytes += box.length;
    rows.push({ kind: 'sealed', id, key: meta.key, box });
  }
  return rows;
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

/**
 * [PU-6] What went out as `void` because it cannot pass, and was settled so, moves to needs attention with its content,
 * in this transaction; its place in the outbox stays, empty, until a pull settles it. Where the server had taken the
 * change itself after all, the pull says so.
 */
function* concludeIsolation(
  replica: Replica,
  isolation: Isolation,
  answer: Pick<Extract<PushResponse, { kind: 'ok' }>, 'mark' | 'results'>,
): Body<void> {
  const next = afterAccepted(isolation, answer.mark);
  const settled = answer.results.find((result) => result.id === isolation.voidId);
  // An outcome with a uid is of another change under that id: what stands here has not passed.
  if (settled?.outcome === 'void' && settled.uid === undefined) yield* moveToAttention(replica, isolation);
  yield next === null
    ? [{ op: 'delete', table: 'meta', keys: [isolationKey] }]
    : [{ op: 'put', table: 'meta', rows: [{ k: isolationKey, m: next }] }];
}

function* moveToAttention(replica: Replica, isolation: Isolation): Body<void> {
  const key = outboxKey(isolation.voidId ?? 0);
  const [client] = yield* readMeta('client');
  const [rows] = yield [{ op: 'get', table: 'outbox', keys: [key] }];
  const row = rows?.[0];
  const meta = row ? readOutboxMeta(row) : null;
  if (!row || !meta) return;
  const mutation = rowToMutation(replica, row, client?.clientId ?? '');
  const content = { name: meta.name, at: meta.at, code: isolation.code };
  const item = attentionRow(
    replica,
    meta.uid,
    mutation ? { ...content, args: mutation.args, ctx: mutation.ctx } : content,
  );
  yield [
    { op: 'put', table: 'attention', rows: [item] },
    { op: 'put', table: 'outbox', rows: [{ k: key, m: movedOut }] },
  ];
}

/** What the engine does next. */
export type PushStep = 'more' | 'drained' | 'register-key' | 'new-client' | 'lost-outbox' | 'quarantined';

/** A push that has left, and what the server said to it. */
export interface AnsweredPush {
  readonly request: Pick<PushRequest, 'clientId' | 'rows'>;
  readonly answer: PushResponse;
}

/**
 * Takes the server's word on a push, and draws the line above what left with it. Rows leave the outbox only when a pull has
 * brought their effects.
 */
export function* acceptPush(replica: Replica, fence: Fence, { request, answer }: AnsweredPush): Body<PushStep> {
  const [, [client, mark, sent], isolation] = yield* together(
    assertLeads(fence),
    readMeta('client', 'mark', 'sent'),
    keptIsolation(),
  );
  if (!client || !mark) throw new Error('the replica has no client id');
  const through = lineAbove(request, { client, sent });
  if (through > (sent?.through ?? 0)) yield [putMeta('sent', { through })];
  if (answer.kind === 'unknown-key') return 'register-key';
  if (answer.kind === 'quarantined') return 'quarantined';
  // What never left this device cannot be settled: a higher mark is of another history.
  if (answer.kind === 'ok' && answer.mark <= through) {
    if (answer.mark > mark.mark) yield [putMeta('mark', { mark: answer.mark })];
    if (isolation) yield* concludeIsolation(replica, isolation, answer);
    return answer.mark < client.lastId ? 'more' : 'drained';
  }
  const settled = answer.mark;
  if (answer.kind === 'gap' && settled > mark.mark && settled <= through) {
    const known = new Map(answer.known.map((item) => [item.id, item.uid]));
    if (yield* isOurs(known, mark.mark, settled)) {
      // A lost answer: what the server settled is what we sent.
      yield [putMeta('mark', { mark: settled })];
      return settled < client.lastId ? 'more' : 'drained';
    }
  }
  // [PU-3] The server's mark is not of this history: a restored profile, a restored server, or a lost outbox. All that
  // is still here goes out again under a new client id and the same uids; each uid is applied once per account.
  yield* startNewClient(replica, client.clientId);
  return settled > client.lastId ? 'lost-outbox' : 'new-client';
}

function* isOurs(known: ReadonlyMap<number, string>, from: number, to: number): Body<boolean> {
  const [rows] = yield [{ op: 'range', table: 'outbox', by: 'k', from: outboxKey(from + 1), to: outboxKey(to + 1) }];
  return (rows ?? []).every((row) => {
    const meta = row ? readOutboxMeta(row) : null;
    return !meta || known.get(meta.id) === undefined || known.get(meta.id) === meta.uid;
  });
}

/**
 * Moves every unconfirmed mutation to a new client id: dense from 1, same uids, sealed again for the new place. None may
 * be rewritten afterwards: its bytes may have left under its old place.
 */
export function* startNewClient(replica: Replica, oldClientId: string): Body<void> {
  const present = yield* allRows('outbox');
  const clientId = newId(replica.random);
  let id = 0;
  const moved: ReplicaRow[] = [];
  for (const row of present) {
    const meta = readOutboxMeta(row);
    const mutation = rowToMutation(replica, row, oldClientId);
    id += 1;
    // Damaged rows keep a place, so that they stay visible and go out as void.
    moved.push(
      mutation && meta
        ? mutationToRow(replica, { ...mutation, clientId, id }, meta)
        : { ...row, k: outboxKey(id), m: { ...(row.m as object), id } },
    );
  }
  yield [
    { op: 'delete', table: 'outbox', keys: present.map((row) => row.k) },
    { op: 'put', table: 'outbox', rows: moved },
    // Ids mean other rows from here on.
    { op: 'delete', table: 'meta', keys: [isolationKey] },
    putMeta('client', { clientId, lastId: id }),
    putMeta('mark', { mark: 0 }),
    putMeta('sent', { through: id }),
  ];
  const [cursor] = yield* readMeta('cursor');
  if (cursor) yield [putMeta('cursor', { ...cursor, confirmed: 0 })];
}

/** A schema-valid answer, or null: a captive portal's page is no answer. */
export function parsePushResponse(value: unknown): PushResponse | null {
  const parsed = v.safeParse(pushResponse, value);
  return parsed.success ? parsed.output : null;
}
