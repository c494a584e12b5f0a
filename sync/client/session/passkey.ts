import { fromBase64Url, toBase64Url } from '../../core/base64url.ts';
import { replicaWrappingKey, unwrapKey } from '../../core/account-keys.ts';
import { unwrapByPasskey, wrapByPasskey } from '../../core/passkey-wrap.ts';
import type { ReplicaStore } from '../../ports.ts';
import type { UnlockResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { keepAccount, readAccount, type DeviceAccount } from '../replica/device.ts';
import { openWithPassword, replicaPurpose } from './open-with-password.ts';
import type { OpenedReplica } from './opened-replica.ts';
import { openWrap } from './open-wrap.ts';
import type { Unlocked } from './unlocked.ts';

const noSecret: UnlockResult = {
  kind: 'failed',
  message: 'This device gave no key for that, so nothing was changed. Your password goes on opening it.',
};

/**
 * [PK-1] Makes a passkey on this device and lays the account's root under what it derives. The password is asked for: an open screen
 * that somebody left lying must not become theirs.
 */
export async function keepPasskey(
  ports: ClientPorts,
  device: ReplicaStore,
  on: { readonly unlocked: Unlocked; readonly password: string },
): Promise<UnlockResult> {
  // As it lies here now: this tab or another one may have changed the password since it was opened.
  const account = (await readAccount(device, on.unlocked.account.sub)) ?? on.unlocked.account;
  const found = await openWithPassword(ports, account, on.password);
  if (!found?.opened.accountRoot) return { kind: 'wrong-password' };
  const { accountRoot, replicaKey } = found.opened;
  replicaKey.fill(0);
  try {
    const salt = ports.random.bytes(32);
    const made = await ports.passkeys.make(salt);
    if (!made) return noSecret;
    const credential = toBase64Url(made.credential);
    const { sub, generation } = account;
    const place = { sub, generation, credential };
    const sodium = await ports.loadSodium();
    const wrapAccountRoot = wrapByPasskey(sodium, { secret: made.secret, accountRoot, place });
    made.secret.fill(0);
    await keepAccount(device, account, { passkey: { credential, salt: toBase64Url(salt), wrapAccountRoot } });
    return { kind: 'ok' };
  } finally {
    accountRoot.fill(0);
  }
}

/** [PK-1] Opens the replica by its passkey; works offline. Null: called off, or it opens nothing here. */
export async function openWithPasskey(ports: ClientPorts, account: DeviceAccount): Promise<OpenedReplica | null> {
  const { passkey, sub, generation } = account;
  if (!passkey) return null;
  const { credential, wrapAccountRoot } = passkey;
  const secret = await ports.passkeys.ask(fromBase64Url(credential), fromBase64Url(passkey.salt));
  if (!secret) return null;
  const sodium = await ports.loadSodium();
  const place = { sub, generation, credential };
  const accountRoot = openWrap(() => unwrapByPasskey(sodium, { secret, wrap: wrapAccountRoot, place }));
  secret.fill(0);
  if (!accountRoot) return null;
  const wrapping = replicaWrappingKey(sodium, accountRoot);
  const replicaKey = openWrap(() => unwrapKey(sodium, wrapping, account.wrapReplica, replicaPurpose(sub)));
  wrapping.fill(0);
  return replicaKey ? { account, replicaKey, accountRoot, email: null, facts: null } : null;
}
