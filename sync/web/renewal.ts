import type { SignActivity } from '../client/keys/activity-signer.ts';
import { activityHeader } from '../core/device-statements.ts';

/** How long one tab may hold up the others: a frozen one holds its lock for ever. */
const lockPatienceMs = 5000;

/** A network that swallows the request must not hold every caller for ever. */
const renewPatienceMs = 10_000;

let lastActiveMs: number | null = null;

/** How this context proves activity; null: it cannot. */
let sign: SignActivity | null = null;

/** By how much our server's clock is ahead of this one, by its last answer. */
let serverAheadMs = 0;

/** Requests of this context prove activity by this from here on. */
export function signRequests(by: SignActivity | null): void {
  sign = by;
}

/** When the person last acted, as far as this context knows: a renewal by itself is no activity. */
export function noteLastActive(nowMs: number | null): void {
  lastActiveMs = nowMs;
}

/** How long ago the person last acted, for the server's idle limit. */
export function idleHeader(): Record<string, string> {
  if (lastActiveMs === null) return {};
  const now = Date.now();
  const idle = Math.max(0, now - lastActiveMs);
  return {
    'x-orchid-idle-ms': String(idle),
    // A device whose clock is wrong was active all the same: time is the server's.
    ...(sign ? { [activityHeader]: sign(now + serverAheadMs, idle) } : {}),
  };
}

/** The server's clock, to the second, as an answer of ours tells it. */
function noteServerTime(response: Response): Response {
  const said = Date.parse(response.headers.get('date') ?? '');
  if (Number.isFinite(said) && isOurs(response)) serverAheadMs = said - Date.now();
  return response;
}

/** [C-372, C-374, C-378] Renews the access token. False where the session is over. `null`: no answer. */
async function renewAccess(): Promise<boolean | null> {
  try {
    const response = await fetch('/api/login/v1/renew_access_token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...idleHeader() },
      body: '{}',
      signal: AbortSignal.timeout(renewPatienceMs),
    });
    // Only our own server says that a session is over: a portal's page, a limit or a failure is no answer.
    if (!isOurs(response)) return null;
    if (!response.ok) return isRefused(response) ? false : null;
    return true;
  } catch {
    // The network is away; the caller's own answer says so too.
    return null;
  }
}

/** One tab or worker at a time. */
async function underRenewalLock<T>(run: () => Promise<T>): Promise<T> {
  // Not in every browser that can run the app. Two renewals at once have the same successor on the server.
  if (!('locks' in navigator)) return run();
  let begun = false;
  try {
    return await navigator.locks.request('orchid-renew', { signal: AbortSignal.timeout(lockPatienceMs) }, () => {
      begun = true;
      return run();
    });
  } catch (error) {
    if (begun || !(error instanceof DOMException)) throw error;
    // The holder is frozen or gone: a renewal has a deterministic successor on the server, so stealing is safe.
    return navigator.locks.request('orchid-renew', { steal: true }, run);
  }
}

/** A portal's page is no answer of ours. */
function isOurs(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json') && !response.redirected;
}

function isRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** [C-607] Whoever asked is told why: the request itself was never refused for what it asks. */
function notRenewed({ status }: Response): Response {
  return Response.json({ detail: 'Failed to renew access token. Please log in again.' }, { status });
}

/** Sends a request; where our server does not know the session renews once and sends it once more. Null: no answer. */
export async function fetchRenewing(path: string, init: RequestInit): Promise<Response | null> {
  const send = async (): Promise<Response> => noteServerTime(await fetch(path, { ...init, credentials: 'include' }));
  try {
    const first = await send();
    if (!isRefused(first)) return first;
    if (!isOurs(first)) return null;
    return await underRenewalLock(async () => {
      // Whoever waited for the lock may find the new token here already: no word of another tab is as sure as the answer.
      const second = await send();
      if (!isRefused(second)) return second;
      const renewed = await renewAccess();
      if (renewed === null) return null;
      return renewed ? send() : notRenewed(second);
    });
  } catch {
    // fetch rejects for every kind of dead network; which kind does not matter here.
    return null;
  }
}
