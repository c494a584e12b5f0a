import {
  accountRootPurpose,
  normalizePassword,
  passwordKeys,
  replicaWrappingKey,
  unwrapKey,
} from '../../core/account-keys.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { openWrap } from './open-wrap.ts';
import type { OpenedReplica } from './opened-replica.ts';

/** Binds the wrapped key of a replica to its account. */
export const replicaPurpose = (sub: string): string => `orchid replica ${sub}`;

/** Opens the replica with the password alone; works offline. Null: another password. */
export async function openWithPassword(
  ports: ClientPorts,
  account: DeviceAccount,
  password: string,
): Promise<{ readonly opened: OpenedReplica; readonly auth: string } | null> {
  const sodium = await ports.loadSodium();
  const root = await ports.deriveRoot(normalizePassword(password), account.kdf);
  const keys = passwordKeys(sodium, root);
  root.fill(0);
  const { sub } = account;
  const accountRoot = openWrap(() =>
    unwrapKey(sodium, keys.kek, account.wrapAccountRoot, accountRootPurpose(sub, account.generation)),
  );
  keys.kek.fill(0);
  if (!accountRoot) return null;
  const wrapping = replicaWrappingKey(sodium, accountRoot);
  const replicaKey = openWrap(() => unwrapKey(sodium, wrapping, account.wrapReplica, replicaPurpose(sub)));
  wrapping.fill(0);
  if (!replicaKey) return null;
  return { opened: { account, replicaKey, accountRoot, email: null, facts: null }, auth: keys.auth };
}

/** What proves the password to the server, which never sees it. */
export async function authOf(ports: ClientPorts, account: DeviceAccount, password: string): Promise<string> {
  const sodium = await ports.loadSodium();
  const root = await ports.deriveRoot(normalizePassword(password), account.kdf);
  const keys = passwordKeys(sodium, root);
  root.fill(0);
  keys.kek.fill(0);
  return keys.auth;
}
