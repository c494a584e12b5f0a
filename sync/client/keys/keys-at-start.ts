import type { ClientPorts } from '../client-ports.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { openWithDeviceKey } from '../session/session.ts';
import type { OpenedReplica } from '../session/opened-replica.ts';

/** How long a start waits for the server before it asks for the password. */
const deviceKeyPatienceMs = 2500;

/** Keys that were found without asking anybody. */
export interface FoundKeys {
  readonly opened: OpenedReplica;
  /** Another tab gave them: the session has yet to be renewed. */
  readonly isOffline: boolean;
}

/**
 * The keys of a device that opens by itself: through a live session or, offline and without one, from another tab that is
 * open and unlocked. Null where only the password opens: locked, or left alone for too long.
 */
export async function keysAtStart(
  ports: ClientPorts,
  account: DeviceAccount,
  isIdle: () => boolean,
): Promise<FoundKeys | null> {
  if (account.locked || isIdle()) return null;
  const opened = await askDeviceKey(ports, account);
  if (opened) return { opened, isOffline: false };
  if (isIdle()) return null;
  const replicaKey = await ports.keyRelay.ask(account.sub);
  return (
    replicaKey && { opened: { account, replicaKey, accountRoot: null, email: null, facts: null }, isOffline: true }
  );
}

/** A network that swallows the question must not keep a person from the password field. */
function askDeviceKey(ports: ClientPorts, account: DeviceAccount): Promise<OpenedReplica | null> {
  const patience = new Promise<null>((resolve) => ports.clock.after(deviceKeyPatienceMs, () => resolve(null)));
  return Promise.race([openWithDeviceKey(ports, account), patience]);
}
