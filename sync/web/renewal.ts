/** How long one tab may hold up the others: a frozen one holds its lock for ever. */
const lockPatienceMs = 5000;

/** A network that swallows the request must not hold every caller for ever. */
const renewPatienceMs = 10_000;

let lastActiveMs: number | null = null;

/** When the person last acted, as far as this context knows: a renewal by itself is no activity. */
export function noteLastActive(nowMs: number | null): void {
  lastActiveMs = nowMs;
}

/** How long ago the person last acted, for the server's idle limit. */
export function idleHeader(): Record<string, string> {
  return lastActiveMs === null ? {} : { 'x-orchid-idle-ms': String(Math.max(0, Date.now() - lastActiveMs)) };
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('orchid-auth');
let renewedAtMs = 0;
if (channel) channel.onmessage = () => (renewedAtMs = Date.now());

/**
 * [C-372, C-374, C-378] Renews the access token, once for all tabs and workers: whoever asked before another's renewal
 * finished takes that one's. False where the session is over. `null`: no answer.
 */
export async function renewAccess(askedAtMs: number): Promise<boolean | null> {
  const renew = async (): Promise<boolean | null> => {
    if (renewedAtMs > askedAtMs) return true;
    try {
      const response = await fetch('/api/login/v1/renew_access_token', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...idleHeader() },
        body: '{}',
        signal: AbortSignal.timeout(renewPatienceMs),
      });
      if (!response.ok) return response.status >= 500 ? null : false;
      renewedAtMs = Date.now();
      channel?.postMessage('renewed');
      return true;
    } catch {
      // The network is away; the caller's own answer says so too.
      return null;
    }
  };
  try {
    return await navigator.locks.request('orchid-renew', { signal: AbortSignal.timeout(lockPatienceMs) }, renew);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // The holder is frozen or gone: a renewal has a deterministic successor on the server, so stealing is safe.
    return navigator.locks.request('orchid-renew', { steal: true }, renew);
  }
}

/** Sends a request; on 401 or 403 renews once and sends it once more. Null where no answer came. */
export async function fetchRenewing(path: string, init: RequestInit): Promise<Response | null> {
  const askedAtMs = Date.now();
  try {
    const first = await fetch(path, { ...init, credentials: 'include' });
    if (first.status !== 401 && first.status !== 403) return first;
    const renewed = await renewAccess(askedAtMs);
    if (renewed === null) return null;
    if (!renewed) return first;
    return await fetch(path, { ...init, credentials: 'include' });
  } catch {
    // fetch rejects for every kind of dead network; which kind does not matter here.
    return null;
  }
}
