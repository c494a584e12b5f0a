import {
  debtKey,
  heldKey,
  payDebt,
  readDebt,
  readOwed,
  sessionLock,
  type DebtBook,
} from '../sync/client/session-debt.ts';
import { committed, done, openExisting } from './raw-replica.ts';

const deviceName = 'orchid-device';

/**
 * [LO-1] Ends the session of somebody who locked or logged out without a network, as soon as there is one; no page is needed.
 * Runs before any deposit: what this device sent after a log-out is then quarantined, as the person was told.
 */
export async function paySessionDebt(): Promise<'nothing' | 'paid' | 'owed'> {
  return navigator.locks.request(sessionLock, () => payDebt(book, end));
}

const book: DebtBook = {
  owed: () =>
    inMeta(
      'readonly',
      async (meta) => {
        const [debt, held] = [meta.get(debtKey), meta.get(heldKey)];
        return readOwed(valueOf(await done(debt)), valueOf(await done(held)), Date.now());
      },
      null,
    ),
  forget: (paid) =>
    inMeta(
      'readwrite',
      async (meta) => {
        if (readDebt(valueOf(await done(meta.get(debtKey)))) === paid) await done(meta.delete(debtKey));
      },
      undefined,
    ),
};

function valueOf(row: unknown): unknown {
  return (row as { m?: unknown } | undefined)?.m;
}

async function inMeta<T>(mode: IDBTransactionMode, body: (meta: IDBObjectStore) => Promise<T>, absent: T): Promise<T> {
  const db = await openExisting(deviceName);
  if (!db) return absent;
  try {
    const transaction = db.transaction('meta', mode, { durability: 'strict' });
    const end = committed(transaction);
    const found = await body(transaction.objectStore('meta'));
    await end;
    return found;
  } finally {
    db.close();
  }
}

/** Null where no answer of our server came. */
async function end(path: string): Promise<{ readonly status: number } | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(15_000),
    });
    // A portal's page is no answer of ours.
    const isOurs = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return isOurs && !response.redirected ? { status: response.status } : null;
  } catch {
    // A dead network of whatever kind: the debt stays.
    return null;
  }
}
