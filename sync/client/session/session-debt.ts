import type { Body, Clock, ReplicaStore, StoreCommand } from '../../ports.ts';
import type { Api } from '../client-ports.ts';

/**
 * Key of the row in the device database's `meta` table; the service worker reads it too. Named for what it first held: only
 * log-outs.
 */
export const debtKey = 'pending-logout';

/** Key of the row that says until when (ms) a debt is held back: a session is being begun that takes its place. */
export const heldKey = 'pending-logout-held';

/** Longer than a sign-in asks; a page that was killed while it did holds the debt back no longer. */
const longestHoldMs = 60_000;
/** A slow device asks for longer: while it is at work, the hold is renewed. */
const renewHoldMs = 20_000;

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

/** What there is to pay now. `held`: it is owed, but a session is being begun that may take its place. */
export type Owed = SessionDebt | 'held' | null;

/** Where an end lies that the server has not heard of. */
export interface DebtBook {
  owed(): Promise<Owed>;
  /** Only what was paid: another that came meanwhile is owed on. */
  forget(paid: SessionDebt): Promise<void>;
}

/** What a stored row says; builds before locks were owed wrote `true` for a log-out. */
export function readDebt(value: unknown): SessionDebt | null {
  if (value === undefined || value === null) return null;
  return value === 'lock' ? 'lock' : 'logout';
}

/** What the two rows say. */
export function readOwed(debt: unknown, heldUntilMs: unknown, nowMs: number): Owed {
  // Held from further off than anybody holds it: the clock was set back since.
  const isHeld = typeof heldUntilMs === 'number' && nowMs < heldUntilMs && heldUntilMs - nowMs <= longestHoldMs;
  const owed = readDebt(debt);
  return isHeld && owed !== null ? 'held' : owed;
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

/**
 * Whether the server has carried it out, or says that there is no such session (401). Whatever else it answers, it has not: also
 * one that is set up wrongly, and refuses every request.
 */
export function isEnded(answer: { readonly status: number } | null): boolean {
  return answer !== null && (answer.status === 401 || (answer.status >= 200 && answer.status < 300));
}

/**
 * [LO-1] Tells the server now, where it is owed that: page and service worker alike. `owed`: it was not carried out, or is
 * held back; the debt stays, and nothing is delivered before it.
 */
export async function payDebt(
  book: DebtBook,
  end: (path: string) => Promise<{ readonly status: number } | null>,
): Promise<'nothing' | 'paid' | 'owed'> {
  const debt = await book.owed();
  if (debt === null) return 'nothing';
  if (debt === 'held') return 'owed';
  if (!isEnded(await end(debtPaths[debt]))) return 'owed';
  await book.forget(debt);
  return 'paid';
}

/** What the server has still to hear. */
export function debtOf(device: ReplicaStore): Promise<SessionDebt | null> {
  return device.read(function* () {
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
  ports: { readonly device: ReplicaStore; readonly clock: Clock },
  begin: () => Promise<R>,
  hasBegun: (result: R) => boolean,
): Promise<R> {
  const hold = new Hold(ports);
  if (!(await hold.begin())) return begin();
  let isPaid = false;
  try {
    const result = await begin();
    isPaid = hasBegun(result);
    return result;
  } finally {
    await hold.end(isPaid);
  }
}

/** Holds a debt back until it is told to end. What holds no more (killed, frozen) loses its hold by itself. */
class Hold {
  readonly #device: ReplicaStore;
  readonly #clock: Clock;
  #untilMs = 0;
  #renewing: Promise<void> = Promise.resolve();
  #cancel = (): void => undefined;

  constructor({ device, clock }: { readonly device: ReplicaStore; readonly clock: Clock }) {
    this.#device = device;
    this.#clock = clock;
  }

  /** False: nothing is owed. */
  async begin(): Promise<boolean> {
    const untilMs = this.#clock.now() + longestHoldMs;
    this.#untilMs = untilMs;
    const isOwed = await this.#device.tx('strict', function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey] }];
      if (readDebt(rows?.[0]?.m) === null) return false;
      yield [putHold(untilMs)];
      return true;
    });
    if (isOwed) this.#renewLater();
    return isOwed;
  }

  /** `isPaid`: the session that takes its place has begun. A debt that was noted meanwhile stays. */
  async end(isPaid: boolean): Promise<void> {
    this.#cancel();
    await this.#renewing;
    this.#cancel();
    const untilMs = this.#untilMs;
    await this.#device.tx('strict', function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [heldKey] }];
      if (rows?.[0]?.m === untilMs)
        yield [{ op: 'delete', table: 'meta', keys: isPaid ? [debtKey, heldKey] : [heldKey] }];
    });
  }

  #renewLater(): void {
    this.#cancel = this.#clock.after(renewHoldMs, () => {
      // Where storage fails, the hold runs out: the debt is then paid, and the person signs in once more.
      this.#renewing = this.#renew().catch(() => undefined);
    });
  }

  async #renew(): Promise<void> {
    const [before, untilMs] = [this.#untilMs, this.#clock.now() + longestHoldMs];
    const isOurs = await this.#device.tx('relaxed', function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [heldKey] }];
      if (rows?.[0]?.m !== before) return false;
      yield [putHold(untilMs)];
      return true;
    });
    if (!isOurs) return;
    this.#untilMs = untilMs;
    this.#renewLater();
  }
}

function putHold(untilMs: number): StoreCommand {
  return { op: 'put', table: 'meta', rows: [{ k: heldKey, m: untilMs }] };
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
      return readOwed(rows?.[0]?.m, rows?.[1]?.m, nowMs);
    });
  const book: DebtBook = { owed, forget: (paid) => forgetDebt(device, paid) };
  return payDebt(book, (path) => api.call('POST', path));
}
