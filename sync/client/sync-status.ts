import type { Body, StoreCommand } from '../ports.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import type { SyncProblem } from './api.ts';
import type { Fence } from './fence.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';

/** Beyond this a device's clock is said to be wrong; nothing depends on it, but times on screen do. */
const clockToleranceMs = 10 * 60 * 1000;

/** Work may be gone, and nothing mends that: it is said until a person has read it, whatever else goes well or wrong. [SN-1] */
type Lasting = 'lost-outbox' | 'server-restored';

/** What is written of the status, and what a person is to read of it from now on. */
export type StatusChange = Partial<Omit<Meta<'status'>, 'unread'>> & { readonly toRead?: Lasting };

function isLasting(problem: SyncProblem | null): problem is Lasting {
  return problem === 'lost-outbox' || problem === 'server-restored';
}

/** What nobody has read yet. */
export function unreadOf({ unread, problem }: Meta<'status'>): readonly Lasting[] {
  return [...new Set([...(unread ?? []), ...(isLasting(problem) ? [problem] : [])])];
}

/** The person has read these. */
export function* dropRead(read: readonly SyncProblem[]): Body<void> {
  const [status] = yield* readMeta('status');
  if (!status) return;
  const unread = unreadOf(status).filter((problem) => !read.includes(problem));
  yield [putMeta('status', { ...status, problem: isLasting(status.problem) ? null : status.problem, unread })];
}

/**
 * Writes what changed of the status, and nothing where nothing did or another tab leads. `standing`: what this transaction
 * has read of it and not changed since.
 */
export function* putStatus(fence: Fence, change: StatusChange, standing?: Standing): Body<void> {
  const { leader, status } = standing ?? (yield* readStanding());
  yield statusCommands({ fence, leader, status }, change);
}

interface KnownStatus {
  readonly fence: Fence;
  readonly leader: Meta<'leader'> | null;
  readonly status: Meta<'status'> | null;
}

function statusCommands(known: KnownStatus, { toRead, ...change }: StatusChange): readonly StoreCommand[] {
  const { fence, leader, status } = known;
  if (leader?.owner !== fence.owner || !status) return [];
  const isOver = (change.online === true && status.problem === 'signed-out') || isLasting(status.problem);
  const unread = [...new Set([...unreadOf(status), ...(toRead ? [toRead] : [])])];
  const next = {
    ...status,
    ...(isOver ? { problem: null } : {}),
    ...change,
    ...(unread.length > 0 || status.unread ? { unread } : {}),
  };
  return JSON.stringify(next) === JSON.stringify(status) ? [] : [putMeta('status', next)];
}

/** Who leads, what is said on screen, and what waits, as a transaction found it. */
export interface Standing {
  readonly leader: Meta<'leader'> | null;
  readonly status: Meta<'status'> | null;
  readonly time: Meta<'time'> | null;
  readonly client: Meta<'client'> | null;
  readonly mark: Meta<'mark'> | null;
}

/** Read in one batch with whatever else a transaction asks for. */
export function* readStanding(): Body<Standing> {
  const [leader, status, time, client, mark] = yield* readMeta('leader', 'status', 'time', 'client', 'mark');
  return { leader, status, time, client, mark };
}

/**
 * A pull came to its end: says so with its time, and answers whether something waits to go out. `standing`: what this
 * transaction has read of it and not changed since.
 */
export function* putPulled(
  fence: Fence,
  pulled: { readonly isWhole: boolean; readonly serverTime: string; readonly nowMs: number },
  standing?: Standing,
): Body<boolean> {
  const { isWhole, serverTime, nowMs } = pulled;
  const { leader, status, time, client, mark } = standing ?? (yield* readStanding());
  const now = toInstant(nowMs);
  const problem = problemOf(isWhole, Math.abs(nowMs - fromInstant(serverTime)));
  const change = {
    online: true,
    phase: 'idle',
    done: 0,
    left: 0,
    problem,
    ...(isWhole ? { syncedAt: now } : {}),
  } as const;
  const latest = time && time.serverTime > serverTime ? time.serverTime : serverTime;
  yield [...statusCommands({ fence, leader, status }, change), putMeta('time', { serverTime: latest, contact: now })];
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

function problemOf(isWhole: boolean, skewMs: number): Meta<'status'>['problem'] {
  if (!isWhole) return 'diverged';
  return skewMs > clockToleranceMs ? 'clock' : null;
}
