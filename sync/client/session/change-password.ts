import { normalizePassword, passwordKeys, signedWrap } from '../../core/account-keys.ts';
import { readRecoveryCode, recoveryKey } from '../../core/recovery-code.ts';
import type { ReplicaStore } from '../../ports.ts';
import type { UnlockResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { keepAccount, readAccount } from '../replica/device.ts';
import { detailOf } from './refusal.ts';
import { authOf, openWithPassword } from './open-with-password.ts';
import type { Unlocked } from './unlocked.ts';

const unknownOutcome: UnlockResult = {
  kind: 'failed',
  message: 'No answer came, so it is not known whether that worked. Please try again when there is a connection.',
};

/**
 * [RC-5] Another password for the account that is open here. The old one is asked for, opens the account's root once more, and only
 * a new wrap of it leaves: what is derived of either password says nothing of the other.
 */
export async function changePassword(
  ports: ClientPorts,
  device: ReplicaStore,
  on: { readonly unlocked: Unlocked; readonly password: string; readonly newPassword: string },
): Promise<UnlockResult> {
  const { unlocked, password, newPassword } = on;
  // As it lies here now: this tab or another one may have changed the password since it was opened.
  const account = (await readAccount(device, unlocked.account.sub)) ?? unlocked.account;
  const before = await openWithPassword(ports, account, password);
  if (!before?.opened.accountRoot) return { kind: 'wrong-password' };
  const { accountRoot, replicaKey } = before.opened;
  replicaKey.fill(0);
  const sodium = await ports.loadSodium();
  const root = await ports.deriveRoot(normalizePassword(newPassword), account.kdf);
  const next = passwordKeys(sodium, root);
  root.fill(0);
  const { sub, generation } = account;
  const { wrap, proof } = signedWrap(sodium, {
    account: sub,
    generation,
    accountRoot,
    under: 'password',
    key: next.kek,
  });
  for (const secret of [next.kek, accountRoot]) secret.fill(0);
  const answer = await ports.api.call('PUT', '/api/login/v1/change_password', {
    password: before.auth,
    new_password: next.auth,
    wrap_password: wrap,
    proof,
  });
  if (answer?.status !== 200) return refused(answer);
  // From here on this device opens by the new password, offline too.
  await keepAccount(device, account, { wrapAccountRoot: wrap });
  return { kind: 'ok' };
}

/** [RC-6] The account's root, as it is open here, under a recovery code; the code itself stays here. */
export async function keepRecoveryCode(
  ports: ClientPorts,
  on: { readonly unlocked: Unlocked; readonly password: string; readonly code: string },
): Promise<UnlockResult> {
  const { unlocked, password } = on;
  const code = readRecoveryCode(on.code);
  if (code === null) return { kind: 'failed', message: 'That is not a whole recovery code.' };
  const { account, ring } = unlocked;
  const auth = await authOf(ports, account, password);
  const sodium = await ports.loadSodium();
  const key = recoveryKey(sodium, code);
  const { wrap, proof } = signedWrap(sodium, {
    account: account.sub,
    generation: account.generation,
    accountRoot: ring.root,
    under: 'recovery code',
    key,
  });
  key.fill(0);
  const body = { password: auth, wrap_recovery: wrap, proof };
  const answer = await ports.api.call('PUT', '/api/login/v1/recovery_code', body);
  return answer?.status === 200 ? { kind: 'ok' } : refused(answer);
}

/** [RC-5] Has the server ask another address; nothing changes before its link is opened. */
export async function changeEmail(
  ports: ClientPorts,
  on: { readonly unlocked: Unlocked; readonly password: string; readonly email: string },
): Promise<UnlockResult> {
  const auth = await authOf(ports, on.unlocked.account, on.password);
  const answer = await ports.api.call('PUT', '/api/users/v1/change_email', { password: auth, email: on.email });
  return answer?.status === 200 ? { kind: 'ok' } : refused(answer);
}

function refused(answer: { readonly status: number; readonly body: unknown } | null): UnlockResult {
  if (!answer) return unknownOutcome;
  return { kind: 'failed', message: detailOf(answer.body) };
}
