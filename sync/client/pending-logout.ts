import type { ReplicaStore } from '../ports.ts';
import type { Api } from './client-ports.ts';

/** Key of the row in the device database's `meta` table; the service worker reads it too. */
export const pendingLogoutKey = 'pending-logout';

/**
 * The Web Lock under which a session begins or ends, in pages and in the service worker: a log-out that is made good late
 * must never meet the session of a new sign-in.
 */
export const sessionLock = 'orchid-session';

/** Where a log-out lies that the server has not heard of. */
export interface LogoutDebt {
  isOwed(): Promise<boolean>;
  forget(): Promise<void>;
}

/** Notes that a person logged out and the server has not heard of it; outlives the replica, which may be discarded. */
export async function setPendingLogout(device: ReplicaStore, pending: boolean): Promise<void> {
  await device.tx('strict', function* () {
    if (pending) yield [{ op: 'put', table: 'meta', rows: [{ k: pendingLogoutKey, m: true }] }];
    else yield [{ op: 'delete', table: 'meta', keys: [pendingLogoutKey] }];
  });
}

/** Whether the server has carried it out: one that fails or is busy has not, whatever it answers. */
export function isLoggedOut(answer: { readonly status: number } | null): boolean {
  return answer !== null && answer.status < 500 && answer.status !== 429;
}

/**
 * [LO-1] Tells the server now, where it is owed that: page and service worker alike. `owed`: it was not carried out, and
 * the debt stays.
 */
export async function payLogout(
  debt: LogoutDebt,
  logOut: () => Promise<{ readonly status: number } | null>,
): Promise<'nothing' | 'paid' | 'owed'> {
  if (!(await debt.isOwed())) return 'nothing';
  if (!isLoggedOut(await logOut())) return 'owed';
  await debt.forget();
  return 'paid';
}

/** Whether the server has still to hear of a log-out. */
function isLogoutPending(device: ReplicaStore): Promise<boolean> {
  return device.tx('relaxed', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [pendingLogoutKey] }];
    return rows?.[0] !== undefined;
  });
}

/**
 * A new session owes nothing of an earlier one; ending it for that debt would be somebody else's log-out. So the debt is
 * forgotten before the session begins, and owed again where none does.
 */
export async function withoutDebt<R extends { readonly kind: string }>(
  device: ReplicaStore,
  signIn: () => Promise<R>,
): Promise<R> {
  const isOwed = await isLogoutPending(device);
  if (!isOwed) return signIn();
  await setPendingLogout(device, false);
  let hasBegun = false;
  try {
    const result = await signIn();
    hasBegun = result.kind === 'ok';
    return result;
  } finally {
    if (!hasBegun) await setPendingLogout(device, true);
  }
}

/** The same for a page. */
export async function finishPendingLogout(api: Api, device: ReplicaStore): Promise<void> {
  const debt: LogoutDebt = { isOwed: () => isLogoutPending(device), forget: () => setPendingLogout(device, false) };
  await payLogout(debt, () => api.call('POST', '/api/login/v1/logout'));
}
