import * as v from 'valibot';
import {
  accountRootPurpose,
  assertKdfFloor,
  createKeyBundle,
  isBundleOf,
  normalizePassword,
  passwordKeys,
  recoveryPurpose,
  signedWrap,
  unwrapKey,
} from '../../core/account-keys.ts';
import { toInstant } from '../../core/instant.ts';
import { readRecoveryCode, recoveryKey } from '../../core/recovery-code.ts';
import { resetLookResponse, resetPasswordResponse, type ResetLook } from '../../protocol/recovery-message.ts';
import type { KeyBundle } from '../../protocol/session-message.ts';
import type { ReplicaStore } from '../../ports.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { Sodium } from '../../core/sodium.ts';
import { deliverSealed, type SealedWay } from '../push/deliver-sealed.ts';
import { readAccount, type DeviceAccount } from '../replica/device.ts';
import { countWork } from '../status/work-list.ts';
import { openWrap } from './open-wrap.ts';
import { detailOf } from './refusal.ts';

export type ResetPorts = Pick<ClientPorts, 'api' | 'clock' | 'loadSodium' | 'deriveRoot' | 'openStore'> & {
  /** Sends sealed rows without a session. */
  readonly pushSealed: SealedWay['push'];
};

/** By what the account's keys are kept over a forgotten password. `neither`: they are new, and what lies under the old ones is sent first. */
export type ResetBy =
  | { readonly kind: 'old-password'; readonly password: string }
  | { readonly kind: 'recovery-code'; readonly code: string }
  | { readonly kind: 'neither' };

/** What a mailed link is for, and what of that account lies on this device. */
export interface LinkedAccount {
  readonly look: ResetLook;
  /** Its replica here, where its keys are still the account's. */
  readonly here: DeviceAccount | null;
  /** Changes on this device that the server has not settled. */
  readonly waiting: number;
}

export type LookedAt =
  | ({ readonly kind: 'ok' } & LinkedAccount)
  | { readonly kind: 'failed'; readonly message: string };

const noConnection = 'There is no connection. Please try again when there is one.';

/** Asks what a mailed link is for; nothing changes, and the link stays good. */
export async function lookAtLink(ports: ResetPorts, device: ReplicaStore, token: string): Promise<LookedAt> {
  const answer = await ports.api.call('POST', '/api/login/v1/reset_look', { token });
  if (!answer) return { kind: 'failed', message: noConnection };
  const parsed = v.safeParse(resetLookResponse, answer.body);
  if (answer.status !== 200 || !parsed.success) return { kind: 'failed', message: detailOf(answer.body) };
  const look = parsed.output;
  const account = await readAccount(device, look.sub);
  const here = account?.generation === look.bundle.generation ? account : null;
  return { kind: 'ok', look, here, waiting: account ? await waitingIn(ports, account) : 0 };
}

async function waitingIn(ports: ResetPorts, account: DeviceAccount): Promise<number> {
  const store = ports.openStore(account.replicaName, {});
  try {
    return (await countWork(store)).undelivered;
  } finally {
    store.close();
  }
}

export type ResetDone =
  | { readonly kind: 'done'; readonly email: string }
  | { readonly kind: 'failed'; readonly field: 'by' | null; readonly message: string };

/**
 * [RC-2, RC-3] Gives an account another password by a mailed link. What this device still holds is sent before anything changes, as a
 * locked device sends it: after the change only a session can.
 */
export async function resetPassword(
  ports: ResetPorts,
  device: ReplicaStore,
  asked: LinkedAccount & { readonly token: string; readonly password: string; readonly by: ResetBy },
): Promise<ResetDone> {
  const { look, token, password } = asked;
  const sodium = await ports.loadSodium();
  const root = await rootOf(ports, sodium, asked);
  if ('message' in root) return { kind: 'failed', field: 'by', message: root.message };
  assertKdfFloor(look.kdf);
  const derived = await ports.deriveRoot(normalizePassword(password), look.kdf);
  const next = passwordKeys(sodium, derived);
  derived.fill(0);
  try {
    await sendWhatWaits(ports, device, look.sub);
    const made = newBundle(ports, sodium, { look, kek: next.kek, accountRoot: root.accountRoot });
    const answer = await ports.api.call('POST', '/api/login/v1/reset_password', {
      token,
      password: next.auth,
      ...made,
    });
    if (!answer) return { kind: 'failed', field: null, message: noConnection };
    const parsed = v.safeParse(resetPasswordResponse, answer.body);
    if (answer.status !== 200 || !parsed.success)
      return { kind: 'failed', field: null, message: detailOf(answer.body) };
    return { kind: 'done', email: parsed.output.email };
  } finally {
    for (const secret of [next.kek, root.accountRoot]) secret?.fill(0);
  }
}

/** The account's root as whoever asks can still open it; null: not at all. */
async function rootOf(
  ports: ResetPorts,
  sodium: Sodium,
  { look, here, by }: LinkedAccount & { readonly by: ResetBy },
): Promise<{ readonly accountRoot: Uint8Array | null } | { readonly message: string }> {
  const { sub, bundle } = look;
  switch (by.kind) {
    case 'neither':
      return { accountRoot: null };
    case 'recovery-code': {
      const code = readRecoveryCode(by.code);
      const { wrap_recovery: wrap } = look;
      if (code === null || wrap === null) return { message: 'That is not a whole recovery code.' };
      const key = recoveryKey(sodium, code);
      const accountRoot = openWrap(() => unwrapKey(sodium, key, wrap, recoveryPurpose(sub, bundle.generation)));
      key.fill(0);
      const fits = accountRoot !== null && isBundleOf(sodium, accountRoot, bundle);
      return fits ? { accountRoot } : { message: 'That recovery code does not open this account.' };
    }
    case 'old-password': {
      if (!here) return { message: 'This device has nothing that an older password opens.' };
      const derived = await ports.deriveRoot(normalizePassword(by.password), here.kdf);
      const { kek } = passwordKeys(sodium, derived);
      derived.fill(0);
      const accountRoot = openWrap(() =>
        unwrapKey(sodium, kek, here.wrapAccountRoot, accountRootPurpose(sub, here.generation)),
      );
      kek.fill(0);
      const fits = accountRoot !== null && isBundleOf(sodium, accountRoot, bundle);
      return fits ? { accountRoot } : { message: 'That password does not open this device.' };
    }
  }
}

/** The account's own keys under the new password, signed by them; or keys of the next generation. */
function newBundle(
  ports: ResetPorts,
  sodium: Sodium,
  on: { readonly look: ResetLook; readonly kek: Uint8Array; readonly accountRoot: Uint8Array | null },
): { readonly bundle: KeyBundle; readonly proof?: string } {
  const { look, kek, accountRoot } = on;
  const { sub, bundle } = look;
  if (accountRoot) {
    const { generation } = bundle;
    const { wrap, proof } = signedWrap(sodium, { account: sub, generation, accountRoot, under: 'password', key: kek });
    return { bundle: { ...bundle, wrap_password: wrap }, proof };
  }
  const generation = bundle.generation + 1;
  const made = createKeyBundle(sodium, { kek, sub, now: toInstant(ports.clock.now()), generation });
  made.accountRoot.fill(0);
  return { bundle: made.bundle };
}

/** Whatever does not leave now stays where it lies, and goes with the next sign-in here. */
async function sendWhatWaits(ports: ResetPorts, device: ReplicaStore, sub: string): Promise<void> {
  const account = await readAccount(device, sub);
  if (!account) return;
  const store = ports.openStore(account.replicaName, {});
  try {
    const wait = (ms: number): Promise<void> => new Promise((resolve) => ports.clock.after(ms, resolve));
    await deliverSealed(store, { push: ports.pushSealed, wait });
  } finally {
    store.close();
  }
}
