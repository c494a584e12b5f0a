import * as v from 'valibot';
import type { Body, ReplicaRow } from '../../ports.ts';
import { newId } from '../../core/new-id.ts';
import { pushResponse, type MutationResult, type PushRequest, type PushResponse } from '../../protocol/push-message.ts';
import { attentionRow } from '../write/attention-row.ts';
import { allRows } from '../replica/all-rows.ts';
import { putIsolation, raiseMark, settlePush } from './deliver-outbox.ts';
import type { Fence } from '../replica/fence.ts';
import { isolationKey, type Isolation } from './isolation.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { mutationToRow, rowToMutation } from '../write/outbox.ts';
import { outboxKey, readOutboxMeta } from '../write/outbox-meta.ts';
import { outboxTombstone } from '../write/outbox-tombstone.ts';
import { pendingRows, rebase } from '../write/rebase.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';

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
  const settled = answer.results.find((result) => result.id === isolation.voidId);
  // An outcome with a uid is that of the change itself: it had arrived after all.
  if (settled?.outcome === 'void' && settled.uid === undefined) yield* moveToAttention(replica, isolation);
  yield* putIsolation(isolation, answer.mark);
}

function* moveToAttention(replica: Replica, isolation: Isolation): Body<void> {
  // [LK-1, EV-2] Nothing else of an answer is sealed, or laid over records.
  yield* assertUnlocked(replica);
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
    { op: 'put', table: 'outbox', rows: [{ k: key, m: outboxTombstone }] },
  ];
  yield* showWhatIsLeft(replica);
}

/** [OB-2] What has moved is no longer on screen as if it were true. */
function* showWhatIsLeft(replica: Replica): Body<void> {
  const [client, cursor] = yield* readMeta('client', 'cursor');
  if (!client || !cursor) return;
  yield* rebase(replica, yield* pendingRows(cursor.confirmed), {
    clientId: client.clientId,
    complete: cursor.complete,
    onProblem: () => undefined,
  });
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
  const settledPush = yield* settlePush(fence, request);
  const { client, mark, isolation, through } = settledPush;
  if (answer.kind === 'unknown-key') return 'register-key';
  if (answer.kind === 'quarantined') return 'quarantined';
  const isOther = answer.kind === 'ok' && (yield* isOfOtherHistory(request.rows, answer.results));
  const taken = answer.kind === 'ok' && !isOther ? yield* raiseMark(settledPush, answer.mark) : null;
  if (answer.kind === 'ok' && taken !== null) {
    if (isolation) yield* concludeIsolation(replica, isolation, { mark: taken, results: answer.results });
    return taken < client.lastId ? 'more' : 'drained';
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

/**
 * [PU-3] A row that went out empty is compared by nobody but us: where the server has settled another change under its id, what
 * stands here has not passed.
 */
function* isOfOtherHistory(rows: PushRequest['rows'], results: readonly MutationResult[]): Body<boolean> {
  const empty = new Set(rows.filter(({ kind }) => kind === 'void').map(({ id }) => id));
  const named = results.filter(({ id, uid }) => uid !== undefined && empty.has(id));
  if (named.length === 0) return false;
  const [found] = yield [{ op: 'get', table: 'outbox', keys: named.map(({ id }) => outboxKey(id)) }];
  return named.some(({ uid }, index) => {
    const row = found?.[index];
    const meta = row ? readOutboxMeta(row) : null;
    return meta !== null && meta.uid !== uid;
  });
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
        : { ...row, k: outboxKey(id), m: { ...(typeof row.m === 'object' ? row.m : null), id } },
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
