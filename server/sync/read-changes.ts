import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { pullPageRows, type PullEnd } from '../../sync/protocol/pull-message.ts';
import type { PageRow, SumRow } from '../store/log-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { toResult } from './apply-mutations.ts';
import { decodeCursor, encodeCursor, isFirstSync, stages, type Cursor, type FirstSync } from './cursor.ts';
import { liftRecord } from './lift-record.ts';
import { sealLines } from './seal-lines.ts';

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
}

/** What one pull answers: the lines, and whether the client id is the caller's at all. */
export type PullResult =
  | {
      readonly kind: 'ok';
      readonly lines: readonly string[];
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

  const page =
    input.heal !== null && known
      ? yield* readHeal(input, known)
      : isFirstSync(cursor)
        ? yield* readFirstSync(input.principal, cursor)
        : yield* readTail(input.principal, { epoch, seq: cursor.seq }, head.seq, input.limit ?? pullPageRows);
  const sums = page.complete && page.changed ? yield* call('sumsOf', input.principal) : [];
  const outcomes = yield* call('unconfirmedOf', input.clientId);
  const end: PullEnd = {
    kind: 'end',
    cursor: encodeCursor(page.cursor),
    mark: client?.mark ?? 0,
    outcomes: outcomes.map((row) => toResult(row)),
    complete: page.complete,
    left: page.left,
    ...(page.complete && page.changed ? { sums: toSums(sums, input.heal) } : {}),
  };
  const begin = {
    kind: 'begin',
    epoch,
    serverTime: toInstant(context.nowMs),
    reset: input.cursor !== null && known === null,
    principal: input.principal,
  };
  return {
    kind: 'ok',
    isComplete: page.complete,
    cursor: end.cursor,
    lines: sealLines([JSON.stringify(begin), ...page.rows.flatMap((row) => toLine(context.registry, row))], end),
  };
}

interface Page {
  readonly rows: readonly PageRow[];
  readonly cursor: Cursor;
  readonly complete: boolean;
  /** Something came, so sums say something. */
  readonly changed: boolean;
  readonly left: number;
}

function* readHeal(input: PullInput, cursor: Cursor): Plan<Page> {
  const { record } = input;
  const all = yield* call('pageCollection', input.principal, input.heal ?? '');
  const rows = record === undefined ? all : all.filter((row) => row.id === record);
  return { rows, cursor, complete: true, changed: true, left: 0 };
}

function* readTail(
  principal: string,
  cursor: { readonly epoch: string; readonly seq: number },
  head: number,
  limit: number,
): Plan<Page> {
  if (cursor.seq >= head) return { rows: [], cursor, complete: true, changed: false, left: 0 };
  const rows = yield* call('pageAfter', principal, cursor.seq, limit);
  const complete = rows.length < limit;
  const seq = complete ? head : (rows.at(-1)?.seq ?? head);
  return { rows, cursor: { epoch: cursor.epoch, seq }, complete, changed: true, left: complete ? 0 : head - seq };
}

/** Live rows as of H in the order of their use, then the tail beyond H. */
function* readFirstSync(principal: string, cursor: FirstSync): Plan<Page> {
  const { epoch, H, anchor } = cursor;
  const rows: PageRow[] = [];
  const plan = stages(anchor);
  let { stage, after } = cursor;
  while (stage < plan.length && rows.length < pullPageRows) {
    const range = plan[stage] ?? { from: '', to: '' };
    const limit = pullPageRows - rows.length;
    const found = yield* call('pageStage', { principal, head: H, ...range, after, limit });
    rows.push(...found);
    const last = found.at(-1);
    if (last && found.length === limit) {
      after = { at: last.at, collection: last.collection, id: last.id };
    } else {
      stage += 1;
      after = null;
    }
  }
  const done = cursor.done + rows.length;
  if (stage < plan.length) {
    const sums = yield* call('sumsOf', principal);
    const total = sums.reduce((sum, row) => sum + row.count, 0);
    const next: FirstSync = { epoch, H, anchor, stage, after, done };
    return { rows, cursor: next, complete: false, changed: true, left: Math.max(1, total - done) };
  }
  const head = yield* call('headOf', principal);
  const room = pullPageRows - rows.length;
  if (room === 0) return { rows, cursor: { epoch, seq: H }, complete: false, changed: true, left: head.seq - H };
  const tail = yield* readTail(principal, { epoch, seq: H }, head.seq, room);
  return { ...tail, rows: [...rows, ...tail.rows], changed: true };
}

function toSums(sums: readonly SumRow[], heal: string | null): Record<string, [number, number, number]> {
  const named = heal === null ? sums : sums.filter((sum) => sum.collection === heal);
  return Object.fromEntries(named.map((sum) => [sum.collection, [sum.count, sum.a, sum.b]]));
}

/** The line of a row; none for one that belongs to an ended access. Bodies go out as the text they are stored as. */
function toLine(registry: Registry, row: PageRow): readonly string[] {
  if (row.gone) {
    const line = row.collection === '' ? { kind: 'x', s: row.id } : { kind: 'g', c: row.collection, i: row.id };
    return [JSON.stringify(line)];
  }
  if (!row.visible || !row.record) return [];
  const { scope, cls, version } = row.record;
  const { shape, body } = currentBody(registry, row, row.record);
  const fixed = JSON.stringify({ kind: 'r', c: row.collection, i: row.id, s: scope, k: cls, v: version, h: shape });
  return [`${fixed.slice(0, -1)},"b":${body},"t":${row.record.stamps}}`];
}

function currentBody(
  registry: Registry,
  row: PageRow,
  record: NonNullable<PageRow['record']>,
): { readonly shape: number; readonly body: string } {
  const collection = registry.collections.get(row.collection);
  if (!collection || record.shape >= collection.shape) return record;
  const old: StoredRecord = {
    collection: row.collection,
    id: row.id,
    ...record,
    body: JSON.parse(record.body) as Json,
    stamps: {},
  };
  const lifted = liftRecord(registry, old);
  return { shape: lifted.shape, body: canonicalJson(lifted.body) };
}
