import type { Body, Clock, ReplicaStore, StoreCommand } from '../ports.ts';
import type { Api } from './client-ports.ts';

/**
 * Key of the row in the device database's `meta` table; the service worker reads it too. Named for what it first held: only
 * log-outs.
 */
export const debtKey = 'pending-logout';

/** Key of the row that says until when (ms) a debt is held back: a session is being begun that takes its place. */
export const heldKey = 'pending-logout-held';

/** Longer than a sign-in asks; a page that was killed while it did holds the debt back no longer. */
const longestHoldMs = 60_000;

/**
 * The Web Lock under which a session begins or ends, in pages and in the service worker: an end that is made good late must
 * never meet the session of a new sign-in.
 */
export const sessionLock = 'orchid-session';

/** What the server has still to hear of the session whose cookies this browser may hold. */
export type SessionDebt = 'lock' | 'logout';

/** How each is paid. */
export const debtPaths: Readonly<Record<SessionDebt, string>> = {
  lock: '/api/login/v1/lock',
  logout: '/api/login/v1/logout',
};

/** Where an end lies that the server has not heard of. */
export interface DebtBook {
  owed(): Promise<SessionDebt | null>;
  /** Only what was paid: another that came meanwhile is owed on. */
  forget(paid: SessionDebt): Promise<void>;
}

/** What a stored row says; builds before locks were owed wrote `true` for a log-out. */
export function readDebt(value: unknown): SessionDebt | null {
  if (value === undefined || value === null) return null;
  return value === 'lock' ? 'lock' : 'logout';
}

/** What is to be paid now: nothing while the debt is held back for a session that is being begun. */
export function payableDebt(debt: unknown, heldUntilMs: unknown, nowMs: number): SessionDebt | null {
  // Held from further off than anybody holds it: the clock was set back since.
  const isHeld = typeof heldUntilMs === 'number' && nowMs < heldUntilMs && heldUntilMs - nowMs <= longestHoldMs;
  return isHeld ? null : readDebt(debt);
}

/** Notes an end, in the transaction of whatever else comes with it. A log-out that is owed stays one. */
export function* owe(debt: SessionDebt): Body<void> {
  const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey] }];
  const before = readDebt(rows?.[0]?.m);
  yield [putDebt(before === 'logout' ? before : debt), { op: 'delete', table: 'meta', keys: [heldKey] }];
}

function putDebt(debt: SessionDebt): StoreCommand {
  return { op: 'put', table: 'meta', rows: [{ k: debtKey, m: debt }] };
}

/** Sets what is owed; it outlives the replica, which may be discarded. */
export async function setDebt(device: ReplicaStore, debt: SessionDebt): Promise<void> {
  await device.tx('strict', () => owe(debt));
}

/** Takes one kind of debt away: a log-out that came meanwhile is owed on. */
export async function forgetDebt(device: ReplicaStore, paid: SessionDebt): Promise<void> {
  await device.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey] }];
    if (readDebt(rows?.[0]?.m) === paid) yield [{ op: 'delete', table: 'meta', keys: [debtKey] }];
  });
}

/** Whether the server has carried it out: one that fails or is busy has not, whatever it answers. */
export function isEnded(answer: { readonly status: number } | null): boolean {
  return answer !== null && answer.status < 500 && answer.status !== 429;
}

/**
 * [LO-1] Tells the server now, where it is owed that: page and service worker alike. `owed`: it was not carried out, and
 * the debt stays.
 */
export async function payDebt(
  book: DebtBook,
  end: (path: string) => Promise<{ readonly status: number } | null>,
): Promise<'nothing' | 'paid' | 'owed'> {
  const debt = await book.owed();
  if (!debt) return 'nothing';
  if (!isEnded(await end(debtPaths[debt]))) return 'owed';
  await book.forget(debt);
  return 'paid';
}

/** What the server has still to hear. */
export function debtOf(device: ReplicaStore): Promise<SessionDebt | null> {
  return device.tx('relaxed', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey] }];
    return readDebt(rows?.[0]?.m);
  });
}

/**
 * [LO-1] A new session owes nothing of an earlier one, which the server ends in the call that begins it; paying the debt behind
 * it would end the new one. So the debt is held back while that is asked, and off the disk only when a session has begun: a
 * crash in between leaves it owed. One that is noted meanwhile is owed on.
 */
export async function untilBegun<R>(
  { device, clock }: { readonly device: ReplicaStore; readonly clock: Clock },
  begin: () => Promise<R>,
  hasBegun: (result: R) => boolean,
): Promise<R> {
  const untilMs = clock.now() + longestHoldMs;
  const isOwed = await device.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey] }];
    if (readDebt(rows?.[0]?.m) === null) return false;
    yield [{ op: 'put', table: 'meta', rows: [{ k: heldKey, m: untilMs }] }];
    return true;
  });
  if (!isOwed) return begin();
  let isPaid = false;
  try {
    const result = await begin();
    isPaid = hasBegun(result);
    return result;
  } finally {
    await device.tx('strict', function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [heldKey] }];
      if (rows?.[0]?.m === untilMs)
        yield [{ op: 'delete', table: 'meta', keys: isPaid ? [debtKey, heldKey] : [heldKey] }];
    });
  }
}

/** The same for a page. */
export async function paySessionDebt(
  api: Api,
  device: ReplicaStore,
  nowMs: number,
): Promise<'nothing' | 'paid' | 'owed'> {
  const owed = () =>
    device.tx('relaxed', function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey, heldKey] }];
      return payableDebt(rows?.[0]?.m, rows?.[1]?.m, nowMs);
    });
  const book: DebtBook = { owed, forget: (paid) => forgetDebt(device, paid) };
  return payDebt(book, (path) => api.call('POST', path));
}
