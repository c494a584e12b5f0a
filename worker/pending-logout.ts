import { payLogout, pendingLogoutKey, sessionLock, type LogoutDebt } from '../sync/client/pending-logout.ts';
import { committed, done, openExisting } from './raw-replica.ts';

const deviceName = 'orchid-device';

/**
 * [LO-1] Ends the session of somebody who logged out without a network, as soon as there is one; no page is needed. Runs
 * before any deposit: what this device sent after the log-out is then quarantined, as the person was told.
 */
export async function finishPendingLogout(): Promise<'nothing' | 'paid' | 'owed'> {
  return navigator.locks.request(sessionLock, () => payLogout(debt, logOut));
}

const debt: LogoutDebt = {
  isOwed: () => inMeta('readonly', async (meta) => (await done(meta.get(pendingLogoutKey))) !== undefined, false),
  forget: () => inMeta('readwrite', (meta) => done(meta.delete(pendingLogoutKey)), undefined),
};

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
async function logOut(): Promise<{ readonly status: number } | null> {
  try {
    const response = await fetch('/api/login/v1/logout', {
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
