import { toInstant } from '../../sync/core/instant.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { pullPageRows, type PullEnd } from '../../sync/protocol/pull-message.ts';
import type { OutcomeRow } from '../store/client-calls.ts';
import type { SumRow } from '../store/log-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { toResult } from './apply-mutations.ts';
import { decodeCursor, encodeCursor, isFirstSync, stages, type Cursor, type FirstSync } from './cursor.ts';
import { PageLines, piece } from './page-lines.ts';
import { PageWriter, type SealedPage } from './sealed-page.ts';

export interface PullInput {
  readonly principal: string;
  readonly cursor: string | null;
  readonly clientId: string;
  /** Send one whole collection again; the cursor stays. */
  readonly heal: string | null;
  /** With `heal`: this record of it alone. */
  readonly record?: string;
  /** Rows at most of the tail; a page as long as that is not complete. Without it, a pull's page. */
  readonly limit?: number;
  /** Bytes of bodies after which no more is read; a page as long as that is not complete. Without it, a pull's page. */
  readonly bytes?: number;
  /** Rows at most of any page that is no healing, a first sync's too; default: a pull's page. */
  readonly pageRows?: number;
}

/** How much one page of a pull brings at most. */
export interface PageLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** What one pull answers: the page, and whether the client id is the caller's at all. */
export type PullResult =
  | {
      readonly kind: 'ok';
      readonly page: SealedPage;
      readonly isComplete: boolean;
      /** Where a device stands that has applied them. */
      readonly cursor: string;
    }
  | { readonly kind: 'foreign' };

export interface ReadContext {
  readonly registry: Registry;
  readonly nowMs: number;
}

/**
 * Reads one page of a principal's log. [PL-1] Cursor, mark, outcomes and rows are of one snapshot. A pull without
 * changes reads the head, the mark and the open outcomes, whatever the principal holds.
 */
export function* readChanges(context: ReadContext, input: PullInput): Plan<PullResult> {
  const client = yield* call('getClient', input.clientId);
  if (client && client.principal !== input.principal) return { kind: 'foreign' };
  const epoch = (yield* call('getMeta', 'epoch')) ?? '';
  const head = yield* call('headOf', input.principal);
  const known = input.cursor === null ? null : decodeCursor(input.cursor, { ...head, epoch, nowMs: context.nowMs });
  const cursor: Cursor = known ?? { epoch, H: head.seq, anchor: context.nowMs, stage: 0, after: null, done: 0 };

  const writer = new PageWriter();
  const begin = {
    kind: 'begin',
    epoch,
    serverTime: toInstant(context.nowMs),
    reset: input.cursor !== null && known === null,
    principal: input.principal,
  };
  writer.line(JSON.stringify(begin));
  const heals = input.heal !== null && known !== null;
  const pageRows = input.pageRows ?? pullPageRows;
  const limit = heals ? Number.POSITIVE_INFINITY : isFirstSync(cursor) ? pageRows : (input.limit ?? pageRows);
  const rows = new PageLines(context.registry, { limit, bytes: input.bytes ?? mostPageBytes }, writer);
  const page = heals
    ? yield* readHeal(input, known, rows)
    : isFirstSync(cursor)
      ? yield* readFirstSync(input.principal, cursor, rows)
      : yield* readTail(input.principal, { epoch, seq: cursor.seq }, head.seq, rows);
  const sums = page.complete && page.changed ? yield* call('sumsOf', input.principal) : [];
  const { mark, outcomes } = yield* readOutcomes(input.clientId, client?.mark ?? 0);
  const end: PullEnd = {
    kind: 'end',
    cursor: encodeCursor(page.cursor),
    mark,
    outcomes: outcomes.map((row) => toResult(row)),
    complete: page.complete,
    left: page.left,
    ...(page.complete && page.changed ? { sums: toSums(sums, input.heal) } : {}),
  };
  return {
    kind: 'ok',
    isComplete: page.complete,
    cursor: end.cursor,
    page: writer.seal(end),
  };
}

/** Most outcomes told in one page. */
const mostOutcomes = 500;

/**
 * [OB-2] The refused and held outcomes that the device has not confirmed, oldest first. Where there are more than a page tells,
 * the mark is that of the last one told: what stands behind it stays in the outbox until its turn.
 */
function* readOutcomes(
  clientId: string,
  mark: number,
): Plan<{ readonly mark: number; readonly outcomes: readonly OutcomeRow[] }> {
  const found = yield* call('unconfirmedOf', clientId, mostOutcomes + 1);
  if (found.length <= mostOutcomes) return { mark, outcomes: found };
  const outcomes = found.slice(0, mostOutcomes);
  return { mark: outcomes.at(-1)?.id ?? mark, outcomes };
}

/** Rows that a pull may bring and still be read in one piece, between what others ask. */
const mostAtOnce = 12;
/** A page of long rows ends early: what is built of it lies in memory until it is sent. */
const mostPageBytes = 1024 * 1024;

/** What a pull from here would be: of somebody else's client, a page to be read at once, or one to be read piece by piece. */
export type PullLook = 'foreign' | 'short' | 'long';

/**
 * [AV-2] Looks ahead before anything is read; costs one look at the head of the log. [TR-1] Where a trace is to be left, at the client
 * instead: of somebody else's none is. Whose client it is elsewhere, the page itself says.
 */
export function* lookAhead(
  nowMs: number,
  input: Pick<PullInput, 'principal' | 'clientId' | 'cursor' | 'heal'>,
): Plan<PullLook> {
  if (input.cursor === null || input.heal !== null) {
    const client = yield* call('getClient', input.clientId);
    return client && client.principal !== input.principal ? 'foreign' : 'long';
  }
  const epoch = (yield* call('getMeta', 'epoch')) ?? '';
  const head = yield* call('headOf', input.principal);
  const known = decodeCursor(input.cursor, { ...head, epoch, nowMs });
  return known === null || isFirstSync(known) || head.seq - known.seq > mostAtOnce ? 'long' : 'short';
}

interface Page {
  readonly cursor: Cursor;
  readonly complete: boolean;
  /** Something came, so sums say something. */
  readonly changed: boolean;
  readonly left: number;
}

function* readHeal(input: PullInput, cursor: Cursor, page: PageLines): Plan<Page> {
  const { principal, heal, record } = input;
  const collection = heal ?? '';
  // One record alone: from just before its id on, and no further than to it.
  let after = record?.slice(0, -1) ?? '';
  for (;;) {
    // Whole, however long: a collection that is healed in part still does not sum up.
    const found = yield* call('pageCollection', { principal, collection, after, ...piece });
    after = found.at(-1)?.id ?? after;
    const wanted = record === undefined ? found : found.filter((row) => row.id === record);
    const isLast = yield* page.take(wanted, piece);
    if (record === undefined ? isLast : found.length === 0 || after >= record) break;
  }
  return { cursor, complete: true, changed: true, left: 0 };
}

function* readTail(
  principal: string,
  cursor: { readonly epoch: string; readonly seq: number },
  head: number,
  page: PageLines,
): Plan<Page> {
  if (cursor.seq >= head) return { cursor, complete: true, changed: false, left: 0 };
  let { seq } = cursor;
  let complete = false;
  while (!page.isFull && !complete) {
    const { room } = page;
    const found = yield* call('pageAfter', { principal, seq, ...room });
    complete = yield* page.take(found, room);
    seq = found.at(-1)?.seq ?? seq;
  }
  if (complete) seq = head;
  return { cursor: { epoch: cursor.epoch, seq }, complete, changed: true, left: complete ? 0 : head - seq };
}

/** Live rows as of H in the order of their use, then the tail beyond H. */
function* readFirstSync(principal: string, cursor: FirstSync, page: PageLines): Plan<Page> {
  const { epoch, H, anchor } = cursor;
  const plan = stages(anchor);
  let { stage, after } = cursor;
  while (stage < plan.length && !page.isFull) {
    const range = plan[stage] ?? { from: '', to: '' };
    const { room } = page;
    const found = yield* call('pageStage', { principal, head: H, ...range, after, ...room });
    const last = found.at(-1);
    if (last) after = { at: last.at, collection: last.collection, id: last.id };
    if (!(yield* page.take(found, room))) continue;
    stage += 1;
    after = null;
  }
  const done = cursor.done + page.rows;
  if (stage < plan.length) {
    const sums = yield* call('sumsOf', principal);
    const total = sums.reduce((sum, row) => sum + row.count, 0);
    const next: FirstSync = { epoch, H, anchor, stage, after, done };
    return { cursor: next, complete: false, changed: true, left: Math.max(1, total - done) };
  }
  const head = yield* call('headOf', principal);
  const tail = yield* readTail(principal, { epoch, seq: H }, head.seq, page);
  return { ...tail, changed: true };
}

function toSums(sums: readonly SumRow[], heal: string | null): Record<string, [number, number, number]> {
  const named = heal === null ? sums : sums.filter((sum) => sum.collection === heal);
  return Object.fromEntries(named.map((sum) => [sum.collection, [sum.count, sum.a, sum.b]]));
}
