import type { PushRequest } from '../../sync/protocol/push-message.ts';
import { call, type Plan } from '../store/port.ts';
import { HttpError } from '../http-error.ts';
import { mostQuarantined } from './quarantine.ts';

/** Whose rows they are, and which device sends them. */
interface Sender {
  readonly principal: string;
  readonly sub: string;
  readonly deviceId: string;
}

/**
 * [AV-3] Keeps rows sealed as they came, as far as there is room: the device has its own copy. Answers the mark, which stays
 * where it is. Whose they are is kept beside them: on which device they were written is asked when it is reported lost.
 */
export function* keepWaiting(
  caller: Sender,
  request: Pick<PushRequest, 'clientId' | 'rows'>,
  { mark, at }: { readonly mark: number; readonly at: string },
): Plan<number> {
  const { clientId } = request;
  const kept = yield* call('quarantinedOf', clientId, 'waiting');
  let [rows, bytes] = [kept.rows, kept.bytes];
  for (const row of request.rows) {
    if (row.id <= mark) continue;
    const before = yield* call('getQuarantine', clientId, row.id, 'waiting');
    const { id } = row;
    const { key: keyId, box } = row.kind === 'sealed' ? row : { key: '', box: '' };
    // A row takes the place of an empty one, and of nothing else.
    if (before && (before.box !== '' || box === '')) continue;
    [rows, bytes] = [rows + (before ? 0 : 1), bytes + box.length];
    if (rows > mostQuarantined.rows || bytes > mostQuarantined.bytes) return mark;
    yield* call('putQuarantine', { clientId, id, reason: 'waiting', keyId, box, at });
    // An empty row is anybody's to send: whose an outbox is, only one that opened says.
    if (box !== '') yield* nameOwner(caller, clientId);
  }
  return mark;
}

/**
 * An outbox that has sent nothing before is known from here on, by whom and where it was sent; and what a lost device sends of an
 * outbox that was another one's is that device's.
 */
function* nameOwner({ principal, sub, deviceId }: Sender, clientId: string): Plan<void> {
  const known = yield* call('getClient', clientId);
  if (!known) yield* call('putClient', { clientId, principal, mark: 0, highest: 0, deviceId });
  else if (known.deviceId !== deviceId && (yield* isFromLost(sub, [deviceId])))
    yield* call('putClient', { ...known, deviceId });
}

/**
 * [DV-3] Whether what comes from here is held: the device that sends it, or the one whose outbox it is, was reported lost and has
 * not been found again. Asked in the transaction that would apply it.
 */
export function* isFromLost(sub: string, deviceIds: readonly string[]): Plan<boolean> {
  for (const deviceId of new Set(deviceIds)) if ((yield* call('lostSince', sub, deviceId)) !== '') return true;
  return false;
}

/** [DV-3] A device that was reported lost changes nothing by REST either, until its owner has it again. */
export function* refuseLost({ sub, deviceId }: { readonly sub: string; readonly deviceId: string }): Plan<void> {
  if (yield* isFromLost(sub, [deviceId]))
    throw new HttpError(409, 'This device was reported lost. Please say under Devices that you have it again.');
}
