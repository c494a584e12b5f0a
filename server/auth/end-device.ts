import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { DeviceFacts } from '../../sync/protocol/device-message.ts';
import type { DeviceRow } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { endSession, isSessionAlive } from './sessions.ts';

/**
 * What stands for a device towards its own account. The id itself stays where it is: as a cookie elsewhere it would pass for
 * that device.
 */
export function deviceHandle(tokenKey: Uint8Array, { sub, deviceId }: Pick<DeviceRow, 'sub' | 'deviceId'>): string {
  return createHmac('sha256', tokenKey).update(`device|${sub}|${deviceId}`).digest('base64url').slice(0, 16);
}

/** The device of this account that is meant; undefined for one that it does not have, whoever else may. */
export function* findDevice(tokenKey: Uint8Array, sub: string, handle: string): Plan<DeviceRow | undefined> {
  const devices = yield* call('devicesOf', sub);
  return devices.find((device) => deviceHandle(tokenKey, device) === handle);
}

/** What its owner is told of a device: all but what is held of it. */
export type KnownDevice = Omit<DeviceFacts, 'held' | 'held_more' | 'id' | 'is_this'> & { readonly deviceId: string };

/** [DV-1] The devices on which this account has signed in, the last active first. */
export function* knownDevices(sub: string, nowMs: number): Plan<readonly KnownDevice[]> {
  const lastActive = new Map((yield* call('lastActiveOf', sub)).map((one) => [one.deviceId, one.activeAtMs]));
  const alive = new Set<string>();
  for (const { familyId, deviceId } of yield* call('liveSessions', sub, null))
    if (yield* isSessionAlive(familyId, nowMs)) alive.add(deviceId);
  const devices = yield* call('devicesOf', sub);
  return devices
    .map((device) => ({
      deviceId: device.deviceId,
      name: device.name === '' ? null : device.name,
      since: toInstant(Date.parse(device.created)),
      last_active: toInstant(Math.max(Date.parse(device.created), lastActive.get(device.deviceId) ?? 0)),
      state: alive.has(device.deviceId) ? ('in' as const) : stateOf(device),
      lost_at: device.lostAt === '' ? null : toInstant(Date.parse(device.lostAt)),
    }))
    .sort((one, other) => (one.last_active < other.last_active ? 1 : -1));
}

/** Without a session: whether it comes back by its own key, or needs the password. */
function stateOf({ signKey, deviceKey }: DeviceRow): 'locked' | 'out' {
  return signKey === '' && deviceKey === '' ? 'out' : 'locked';
}

/**
 * [DV-2] Ends what a device may do by itself: its sessions with their tokens, the keys by which it comes back, and the token by
 * which it delivers. What it has written and not delivered stays there, and goes out with the next full sign-in on it. Answers
 * the sessions that are over.
 */
export function* putAway(device: DeviceRow, nowMs: number): Plan<readonly string[]> {
  const ended = yield* endTrust(device, 'put_away', nowMs);
  yield* note(device, 'device.put_away', nowMs);
  return ended;
}

/** [DV-3] The same, and from here on nothing that comes from it is applied by itself, until its owner has it again. */
export function* reportLost(device: DeviceRow, nowMs: number): Plan<readonly string[]> {
  const ended = yield* endTrust(device, 'lost', nowMs);
  // [FD-1] Whoever has it may have made a link, or read one.
  yield* call('endFeeds', device.sub);
  const current = (yield* call('getDevice', device.sub, device.deviceId)) ?? device;
  yield* call('putDevice', { ...current, lostAt: current.lostAt === '' ? toInstant(nowMs) : current.lostAt });
  yield* note(device, 'device.lost', nowMs);
  return ended;
}

/** [DV-5] Its owner has it again: what it sends is applied as before. */
export function* markFound({ sub, deviceId }: DeviceRow, nowMs: number): Plan<void> {
  const current = yield* call('getDevice', sub, deviceId);
  if (!current || current.lostAt === '') return;
  yield* call('putDevice', { ...current, lostAt: '' });
  yield* note(current, 'device.found', nowMs);
}

function* endTrust({ sub, deviceId }: DeviceRow, reason: 'put_away' | 'lost', nowMs: number): Plan<readonly string[]> {
  const sessions = yield* call('liveSessions', sub, deviceId);
  for (const row of sessions) yield* endSession(row, reason, nowMs);
  const device = yield* call('getDevice', sub, deviceId);
  if (device) yield* call('putDevice', { ...device, deviceKey: '', signKey: '' });
  yield* call('expireDepositsOf', sub, deviceId);
  return sessions.map(({ familyId }) => familyId);
}

function* note({ sub, deviceId }: DeviceRow, action: string, nowMs: number): Plan<void> {
  yield* call('addAudit', { at: toInstant(nowMs), actor: sub, action, subject: canonicalJson({ device: deviceId }) });
}
