import {
  debtKey,
  forgetDebt,
  heldKey,
  payDebt,
  readOwed,
  sessionLock,
  type DebtBook,
} from '../sync/client/session/session-debt.ts';
import { withDevice } from './existing-store.ts';

/**
 * [LO-1] Ends the session of somebody who locked or logged out without a network, as soon as there is one; no page is needed.
 * Runs before any deposit: what this device sent after a log-out is then quarantined, as the person was told.
 */
export async function paySessionDebt(): Promise<'nothing' | 'paid' | 'owed'> {
  const pay = (): ReturnType<typeof payDebt> => payDebt(book, end);
  // Not in every browser that can run the app.
  return 'locks' in navigator ? navigator.locks.request(sessionLock, pay) : pay();
}

const book: DebtBook = {
  owed: () =>
    withDevice(
      (device) =>
        device.read(function* () {
          const [rows] = yield [{ op: 'get', table: 'meta', keys: [debtKey, heldKey] }];
          return readOwed(rows?.[0]?.m, rows?.[1]?.m, Date.now());
        }),
      null,
    ),
  forget: (paid) => withDevice((device) => forgetDebt(device, paid), undefined),
};

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
