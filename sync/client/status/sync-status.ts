import type { Body, StoreCommand } from '../../ports.ts';
import { fromInstant, toInstant } from '../../core/instant.ts';
import { lastingProblems, type SyncProblem } from '../api.ts';
import type { Fence } from '../replica/fence.ts';
import { putMeta, readMeta, type Meta } from '../replica/meta.ts';

/** Beyond this a device's clock is said to be wrong; nothing depends on it, but times on screen do. */
const clockToleranceMs = 10 * 60 * 1000;

type Lasting = (typeof lastingProblems)[number];

/** What is written of the status, and what a person is to read of it from now on. */
export type StatusChange = Partial<Meta<'status'>> & { readonly toRead?: Lasting };

function isLasting(problem: SyncProblem | null | undefined): problem is Lasting {
  return lastingProblems.some((lasting) => lasting === problem);
}

/** A build that kept it among the passing problems may have left one there: nobody has read that either. */
function* addUnread(...problems: readonly (SyncProblem | null | undefined)[]): Body<void> {
  const found = problems.filter(isLasting);
  if (found.length === 0) return;
  const [unread] = yield* readMeta('unread');
  yield [putMeta('unread', [...new Set([...(unread ?? []), ...found])])];
}

/** The person has read these. */
export function* dropRead(read: readonly SyncProblem[]): Body<void> {
  const [status, unread] = yield* readMeta('status', 'unread');
  yield [
    putMeta(
      'unread',
      (unread ?? []).filter((problem) => !read.includes(problem)),
    ),
  ];
  if (status && isLasting(status.problem) && read.includes(status.problem))
    yield [putMeta('status', { ...status, problem: null })];
}

/**
 * Writes what changed of the status, and nothing where nothing did or another tab leads. `snapshot`: what this transaction
 * has read of it and not changed since.
 */
export function* putStatus(fence: Fence, { toRead, ...change }: StatusChange, snapshot?: SyncSnapshot): Body<void> {
  const { leader, status } = snapshot ?? (yield* readSnapshot());
  if (leader?.owner !== fence.owner || !status) return;
  yield statusCommands(status, change);
  yield* addUnread(status.problem, toRead);
}

function statusCommands(status: Meta<'status'>, change: Partial<Meta<'status'>>): readonly StoreCommand[] {
  const isOver = (change.online === true && status.problem === 'signed-out') || isLasting(status.problem);
  const next = { ...status, ...(isOver ? { problem: null } : {}), ...change };
  return JSON.stringify(next) === JSON.stringify(status) ? [] : [putMeta('status', next)];
}

/** Who leads, what is said on screen, and what waits, as a transaction found it. */
export interface SyncSnapshot {
  readonly leader: Meta<'leader'> | null;
  readonly status: Meta<'status'> | null;
  readonly time: Meta<'time'> | null;
  readonly client: Meta<'client'> | null;
  readonly mark: Meta<'mark'> | null;
}

/** Read in one batch with whatever else a transaction asks for. */
export function* readSnapshot(): Body<SyncSnapshot> {
  const [leader, status, time, client, mark] = yield* readMeta('leader', 'status', 'time', 'client', 'mark');
  return { leader, status, time, client, mark };
}

/** How a pull came to its end. */
export interface Pulled {
  /** The sums agree. */
  readonly isAgreed: boolean;
  /** No record is known to be broken. */
  readonly isMended: boolean;
  readonly serverTime: string;
  /** This device's clock when the page was asked for; null: it came by itself. */
  readonly askedMs: number | null;
  readonly nowMs: number;
}

/** [AC-3] A first sync that has not come to its end shows records too: their time runs from its first page on. */
export function* putFirstContact({
  serverTime,
  askedMs,
  nowMs,
}: Pick<Pulled, 'serverTime' | 'askedMs' | 'nowMs'>): Body<void> {
  const [kept] = yield* readMeta('time');
  if (kept || askedMs === null) return;
  yield [putMeta('time', { serverTime, contact: serverTime, at: toInstant(Math.min(askedMs, nowMs)) })];
}

/**
 * A pull came to its end: says so with its time, and answers whether something waits to go out. `snapshot`: what this
 * transaction has read of it and not changed since.
 */
export function* putPulled(fence: Fence, pulled: Pulled, snapshot?: SyncSnapshot): Body<boolean> {
  const { isAgreed, isMended, serverTime, askedMs, nowMs } = pulled;
  const { leader, status, client, mark } = snapshot ?? (yield* readSnapshot());
  const now = toInstant(nowMs);
  const problem = problemOf(isAgreed, Math.abs(nowMs - fromInstant(serverTime)));
  const change = {
    online: true,
    phase: 'idle',
    done: 0,
    left: 0,
    problem,
    ...(isAgreed && isMended ? { syncedAt: now } : {}),
  } as const;
  // [AC-3] The server's word, whatever was kept before: an answer with a wrong time is corrected by the next.
  // From the question on: a device that slept between question and answer has had no contact meanwhile. What came by itself may
  // have waited for the waking; the next pull is seconds away.
  const at = askedMs === null ? null : toInstant(Math.min(askedMs, nowMs));
  const contact = at === null ? [] : [putMeta('time', { serverTime, contact: serverTime, at })];
  if (leader?.owner === fence.owner && status) {
    yield [...statusCommands(status, change), ...contact];
    yield* addUnread(status.problem);
  } else yield contact;
  return (client?.lastId ?? 0) > (mark?.mark ?? 0);
}

/** Where a replica stands: what waits to go out, what the server has settled, and from where to pull on. */
export interface Work {
  readonly waits: boolean;
  readonly mark: number;
  readonly clientId: string | null;
  readonly cursor: Meta<'cursor'> | null;
}

/** Read at the beginning of a cycle, in one round trip. */
export function* readWork(): Body<Work> {
  const [client, mark, cursor] = yield* readMeta('client', 'mark', 'cursor');
  return {
    waits: (client?.lastId ?? 0) > (mark?.mark ?? 0),
    mark: mark?.mark ?? 0,
    clientId: client?.clientId ?? null,
    cursor,
  };
}

function problemOf(isAgreed: boolean, skewMs: number): Meta<'status'>['problem'] {
  if (!isAgreed) return 'diverged';
  return skewMs > clockToleranceMs ? 'clock' : null;
}
