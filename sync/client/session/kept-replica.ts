import { unwrapKey } from '../../core/account-keys.ts';
import type { InitiateAuthResponse } from '../../protocol/session-message.ts';
import type { KeysBefore, SignInResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { Sodium } from '../../core/sodium.ts';
import type { DeviceAccount, LeftReplica } from '../replica/device.ts';
import { openWithPassword, replicaPurpose } from './open-with-password.ts';
import { openWrap } from './open-wrap.ts';

const wrongOldMessage = 'That is not the password that opened this device before.';
const otherKeyMessage =
  'What lies on this device does not open with the keys of this account. Nothing was changed. Please contact support.';

/** A replica that is open already, with its key. */
export interface OpenKey {
  readonly sub: string;
  readonly replicaKey: Uint8Array;
}

/** What is kept of a replica that the account's new keys do not open. */
export function leftOf({ replicaName, kdf, generation, wrapAccountRoot, wrapReplica }: DeviceAccount): LeftReplica {
  return { replicaName, kdf, generation, wrapAccountRoot, wrapReplica };
}

type KeptReplica =
  /** `isByWrap`: as it lies here; otherwise it wants a wrap of the new keys. */
  | { readonly kind: 'opened'; readonly replicaKey: Uint8Array; readonly isByWrap: boolean }
  | { readonly kind: 'anew' }
  | Exclude<SignInResult, { kind: 'ok' }>;

/**
 * [RC-4] The replica that this account has on this device. Keys of a later generation do not open it: then the tab does in which it
 * is open, or the password of before; and only whoever says so begins anew.
 */
export async function openKept(
  ports: ClientPorts,
  kept: DeviceAccount,
  on: {
    readonly wrapping: Uint8Array;
    readonly sodium: Sodium;
    readonly login: {
      readonly answer: InitiateAuthResponse;
      readonly before: KeysBefore | null;
      readonly open: OpenKey | null;
    };
  },
): Promise<KeptReplica> {
  const { wrapping, sodium, login } = on;
  const { before, open, answer } = login;
  const byWrap = openWrap(() => unwrapKey(sodium, wrapping, kept.wrapReplica, replicaPurpose(kept.sub)));
  if (byWrap) return { kind: 'opened', replicaKey: byWrap, isByWrap: true };
  // A new key beside the old wrap would lock away for good what lies here.
  if ((answer.bundle?.generation ?? 0) <= kept.generation)
    return { kind: 'failed', reason: 'unopened', message: otherKeyMessage };
  if (open?.sub === kept.sub) return { kind: 'opened', replicaKey: open.replicaKey.slice(), isByWrap: false };
  if (before === null) return { kind: 'keys-renewed' };
  if (before.kind === 'anew') return { kind: 'anew' };
  const found = await openWithPassword(ports, kept, before.password);
  if (!found) return { kind: 'failed', reason: 'wrong', message: wrongOldMessage };
  found.opened.accountRoot?.fill(0);
  return { kind: 'opened', replicaKey: found.opened.replicaKey, isByWrap: false };
}
