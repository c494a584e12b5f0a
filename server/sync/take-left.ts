import type { PushLeftRequest, PushLeftResponse } from '../../sync/protocol/recovery-message.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { openRows } from './open-boxes.ts';
import { openKeys, ownKeys, takePush, type PushCaller } from './take-push.ts';

/** `foreign`: the client id is somebody else's, answered as if it did not exist. */
export type LeftAnswer = PushLeftResponse | { readonly kind: 'foreign' };

/**
 * [RC-4] Takes rows of an outbox that its device cannot open any more, under their old client id and by the keys that were
 * registered for them, also where token or bound have ended. What was not applied comes back with its words, which only we could
 * still open: its device keeps them.
 */
export async function takeLeft(services: Services, caller: PushCaller, request: PushLeftRequest): Promise<LeftAnswer> {
  const answer = await takePush(services, caller, await continued(services, caller, request));
  if (answer.kind !== 'ok') return answer;
  const place = { principal: caller.principal, clientId: request.clientId };
  const refused = answer.results.filter(({ outcome }) => outcome === 'rejected' || outcome === 'parked');
  const ids = new Set(refused.map(({ id }) => id));
  const rows = request.rows.filter(({ id }) => ids.has(id));
  const keyIds = new Set(rows.flatMap((row) => (row.kind === 'sealed' ? [row.key] : [])));
  const keys = openKeys(services, await services.store.read(() => ownKeys(keyIds, caller.principal)));
  const opened = new Map(openRows(services.sodium, place, rows, keys).map((row) => [row.id, row]));
  return {
    kind: 'ok',
    mark: answer.mark,
    epoch: answer.epoch,
    serverTime: answer.serverTime,
    results: answer.results.map((result) => {
      const row = opened.get(result.id);
      return row?.kind === 'mutation' ? { ...result, message: row.message } : result;
    }),
  };
}

/** Most ids that may be missing before the first row: behind more of them the outbox is answered as one of another history. */
const mostMissing = 1000;

/** Ids stay dense from the mark on: what the device has dropped since it was settled, or lost, goes as nothing. */
async function continued(services: Services, caller: PushCaller, request: PushLeftRequest): Promise<PushLeftRequest> {
  const first = request.rows[0]?.id ?? 0;
  const mark = await services.store.read(() => markOf(request.clientId, caller.principal));
  if (mark === null || first <= mark + 1 || first - mark - 1 > mostMissing) return request;
  const missing = Array.from({ length: first - mark - 1 }, (_, index): PushRow => ({
    kind: 'void',
    id: mark + 1 + index,
  }));
  return { ...request, rows: [...missing, ...request.rows] };
}

/** The mark of an outbox of this principal; null where it has none of that id. */
function* markOf(clientId: string, principal: string): Plan<number | null> {
  const client = yield* call('getClient', clientId);
  return client?.principal === principal ? client.mark : null;
}
