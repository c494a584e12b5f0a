import { debtPaths } from '../client/session/session-debt.ts';
import type { Api } from '../client/client-ports.ts';
import { fetchRenewing, idleHeader } from './renewal.ts';

/** Paths that must not try to renew: they are how a session begins and ends. */
const withoutRenewal = new Set([
  '/api/login/v1/pre_login',
  '/api/login/v1/initiate_auth',
  '/api/login/v1/resume_nonce',
  '/api/login/v1/resume',
  '/api/users/v1/orchid_pro/account',
  '/api/users/v1/patient/account',
  '/api/users/v1/confirm_email',
  '/api/users/v1/restore_email',
  '/api/login/v1/forgot_password',
  '/api/login/v1/reset_look',
  '/api/login/v1/reset_password',
  '/api/users/v1/invite/look',
  ...Object.values(debtPaths),
]);

/** How long an interactive call may take before it counts as "no answer". */
const patienceMs = 15_000;

/** REST calls over fetch. Anything that is not JSON of our server (a portal's page) is no answer. */
export const fetchApi: Api = {
  call: async (method, path, body) => {
    const init: RequestInit = {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...idleHeader() },
      signal: AbortSignal.timeout(patienceMs),
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    };
    const response = withoutRenewal.has(path) ? await plain(path, init) : await fetchRenewing(path, init);
    // Ours send nobody elsewhere: who was led away by a portal was answered by that.
    if (!response || response.redirected) return null;
    if (response.status === 204) return { status: 204, body: null };
    if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return null;
    try {
      return { status: response.status, body: await response.json() };
    } catch {
      // Cut in the middle: no answer.
      return null;
    }
  },
};

async function plain(path: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(path, { ...init, credentials: 'include' });
  } catch {
    // A dead network of whatever kind.
    return null;
  }
}
