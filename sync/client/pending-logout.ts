import type { ReplicaStore } from '../ports.ts';
import type { Api } from './client-ports.ts';

const key = 'pending-logout';

/** Notes that a person logged out and the server has not heard of it; outlives the replica, which may be discarded. */
export async function setPendingLogout(device: ReplicaStore, pending: boolean): Promise<void> {
  await device.tx('strict', function* () {
    if (pending) yield [{ op: 'put', table: 'meta', rows: [{ k: key, m: true }] }];
    else yield [{ op: 'delete', table: 'meta', keys: [key] }];
  });
}

/** Tells the server now, where it is owed that. Without an answer the debt stays. */
export async function finishPendingLogout(api: Api, device: ReplicaStore): Promise<void> {
  const owed = await device.tx('relaxed', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [key] }];
    return rows?.[0] !== undefined;
  });
  if (!owed) return;
  const answer = await api.call('POST', '/api/login/v1/logout');
  if (answer) await setPendingLogout(device, false);
}
