import { fromInstant, toInstant } from '../core/instant.ts';
import type { Fence } from './fence.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';
import type { Reads as Body } from './together.ts';

/** Beyond this a device's clock is said to be wrong; nothing depends on it, but times on screen do. */
const clockToleranceMs = 10 * 60 * 1000;

/** Writes what changed of the status, and nothing where nothing did or another tab leads. */
export function* putStatus(fence: Fence, change: Partial<Meta<'status'>>): Body<void> {
  const [leader, status] = yield* readMeta('leader', 'status');
  if (leader?.owner !== fence.owner || !status) return;
  const cleared = change.online === true && status.problem === 'signed-out' ? { problem: null } : {};
  // A lost outbox is said until a person has seen it: the next good pull does not unsay it.
  const kept = status.problem === 'lost-outbox' && change.problem === null ? { problem: status.problem } : {};
  const next = { ...status, ...cleared, ...change, ...kept };
  if (JSON.stringify(next) !== JSON.stringify(status)) yield [putMeta('status', next)];
}

/** A pull came to its end: says so with its time, and answers whether something waits to go out. */
export function* putPulled(
  fence: Fence,
  pulled: { readonly isWhole: boolean; readonly serverTime: string; readonly nowMs: number },
): Body<boolean> {
  const { isWhole, serverTime, nowMs } = pulled;
  const now = toInstant(nowMs);
  const skewMs = Math.abs(nowMs - fromInstant(serverTime));
  yield* putStatus(fence, {
    online: true,
    phase: 'idle',
    done: 0,
    left: 0,
    problem: problemOf(isWhole, skewMs),
    ...(isWhole ? { syncedAt: now } : {}),
  });
  const [time] = yield* readMeta('time');
  const latest = time && time.serverTime > serverTime ? time.serverTime : serverTime;
  yield [putMeta('time', { serverTime: latest, contact: now })];
  return yield* hasWork();
}

/** Whether something waits to go out. */
export function* hasWork(): Body<boolean> {
  const [client, mark] = yield* readMeta('client', 'mark');
  return (client?.lastId ?? 0) > (mark?.mark ?? 0);
}

function problemOf(isWhole: boolean, skewMs: number): Meta<'status'>['problem'] {
  if (!isWhole) return 'diverged';
  return skewMs > clockToleranceMs ? 'clock' : null;
}
