import type { Api } from '../../sync/client/client-ports.ts';
import { debtPaths, sessionLock } from '../../sync/client/session/session-debt.ts';

/** Calls that begin or end a session. */
const turns = new Set(['/api/login/v1/initiate_auth', '/api/login/v1/resume', ...Object.values(debtPaths)]);

/** Longer than any such call may take: whoever holds the lock then is frozen. */
const patienceMs = 20_000;

/** The same calls, those that begin or end a session one at a time over all tabs and the service worker. */
export function inTurn(api: Api): Api {
  return {
    call: (method, path, body) => {
      const call = (): ReturnType<Api['call']> => api.call(method, path, body);
      return turns.has(path) ? underLock(sessionLock, call) : call();
    },
  };
}

/** Runs in one tab at a time: a session that ended is begun again by one of them, and found alive by the others. */
export function alone<T>(run: () => Promise<T>): Promise<T> {
  return underLock('orchid-revive', run);
}

async function underLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  // Not in every browser that can run the app.
  if (!('locks' in navigator)) return run();
  let begun = false;
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
      begun = true;
      return run();
    });
  } catch (error) {
    if (begun || !(error instanceof DOMException)) throw error;
    // A person at the password field does not wait for a frozen tab.
    return run();
  }
}
