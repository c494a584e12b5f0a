import * as v from 'valibot';
import {
  accountRootPurpose,
  assertKdfFloor,
  depositKeyStatement,
  identityKeys,
  normalizePassword,
  passwordKeys,
  replicaWrappingKey,
  unwrapKey,
  wrapKey,
} from '../core/account-keys.ts';
import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { toInstant } from '../core/instant.ts';
import {
  depositKeyResponse,
  deviceKeyResponse,
  initiateAuthResponse,
  preLoginResponse,
  type InitiateAuthResponse,
  type KdfParams,
} from '../protocol/session-message.ts';
import type { SignInResult } from './api.ts';
import type { ClientPorts } from './client-ports.ts';
import { readAccount, writeAccount, type DeviceAccount } from './device.ts';
import type { ReplicaStore } from '../ports.ts';
import { putMeta, readMeta } from './meta.ts';
import type { KeyRing } from './replica-keys.ts';
import type { Sodium } from './sodium.ts';

/** What opening a replica yields: its key, and the account root where the password gave it. */
export interface OpenedReplica {
  readonly account: DeviceAccount;
  readonly replicaKey: Uint8Array;
  readonly accountRoot: Uint8Array | null;
  readonly email: string | null;
}

const replicaPurpose = (sub: string): string => `orchid replica ${sub}`;
const devicePurpose = (sub: string): string => `orchid replica by device ${sub}`;
const offlineMessage =
  'There is no connection. The first sign-in on a device needs one; after that the app opens without.';
const wrongMessage = 'Incorrect email or password.';

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly mfaCode?: string;
  readonly remember?: boolean;
}

export type SignedIn = { readonly kind: 'ok'; readonly opened: OpenedReplica } | Exclude<SignInResult, { kind: 'ok' }>;

/** Signs in with the network: derives AUTH, proves it, opens or makes this account's replica on this device. */
export async function signInOnline(ports: ClientPorts, device: ReplicaStore, input: SignInInput): Promise<SignedIn> {
  const sodium = await ports.loadSodium();
  const pre = await ports.api.call('POST', '/api/login/v1/pre_login', { username_or_email: input.email.trim() });
  if (!pre) return { kind: 'failed', reason: 'offline', message: offlineMessage };
  const preAnswer = v.safeParse(preLoginResponse, pre.body);
  if (!preAnswer.success) return refusal(pre.status, pre.body);
  const root = await deriveSafely(ports, input.password, preAnswer.output.kdf);
  if (!root)
    return {
      kind: 'failed',
      reason: 'downgrade',
      message: 'The server asked for weaker protection than this app accepts. Please contact support.',
    };
  const keys = passwordKeys(sodium, root);
  const answer = await ports.api.call('POST', '/api/login/v1/initiate_auth', {
    username_or_email: input.email.trim(),
    password: keys.auth,
    remember_me: input.remember ?? true,
    ...(input.mfaCode === undefined ? {} : { mfa_code: input.mfaCode }),
  });
  if (!answer) return { kind: 'failed', reason: 'offline', message: offlineMessage };
  const parsed = v.safeParse(initiateAuthResponse, answer.body);
  if (answer.status !== 200 || !parsed.success) return refusal(answer.status, answer.body);
  if (parsed.output.nextStep === 'mfa') return { kind: 'mfa' };
  const opened = await openOrCreate(ports, device, {
    sodium,
    kek: keys.kek,
    answer: parsed.output,
    email: input.email.trim(),
    remember: input.remember ?? true,
  });
  return opened ? { kind: 'ok', opened } : { kind: 'failed', reason: 'wrong', message: wrongMessage };
}

async function openOrCreate(
  ports: ClientPorts,
  device: ReplicaStore,
  login: {
    readonly sodium: Sodium;
    readonly kek: Uint8Array;
    readonly answer: InitiateAuthResponse;
    readonly email: string;
    readonly remember: boolean;
  },
): Promise<OpenedReplica | null> {
  const { sodium, answer } = login;
  const { sub, bundle, kdf, server_key: serverKey } = answer;
  if (sub === undefined || !bundle || !kdf || !serverKey) return null;
  const accountRoot = unwrapKey(sodium, login.kek, bundle.wrap_password, accountRootPurpose(sub, bundle.generation));
  if (!accountRoot) return null;
  const wrapping = replicaWrappingKey(sodium, accountRoot);
  const kept = await readAccount(device, sub);
  const replicaKey =
    (kept && unwrapKey(sodium, wrapping, kept.wrapReplica, replicaPurpose(sub))) ?? sodium.randombytes_buf(32);
  const account: DeviceAccount = {
    sub,
    principal: sub,
    replicaName: kept?.replicaName ?? replicaNameOf(sodium, sub),
    kdf,
    generation: bundle.generation,
    wrapAccountRoot: bundle.wrap_password,
    wrapReplica: kept?.wrapReplica ?? wrapKey(sodium, wrapping, replicaKey, replicaPurpose(sub)),
    wrapDevice:
      answer.device_key === undefined || !login.remember
        ? null
        : wrapKey(sodium, fromBase64Url(answer.device_key), replicaKey, devicePurpose(sub)),
    serverKey,
    remember: login.remember,
    locked: false,
    created: kept?.created ?? toInstant(ports.clock.now()),
  };
  await writeAccount(device, account);
  return { account, replicaKey, accountRoot, email: login.email };
}

/** Opens the replica with the password alone; works offline. Null: another password. */
export async function openWithPassword(
  ports: ClientPorts,
  account: DeviceAccount,
  password: string,
): Promise<{ readonly opened: OpenedReplica; readonly auth: string } | null> {
  const sodium = await ports.loadSodium();
  const root = await ports.deriveRoot(normalizePassword(password), account.kdf);
  const keys = passwordKeys(sodium, root);
  const accountRoot = unwrapKey(
    sodium,
    keys.kek,
    account.wrapAccountRoot,
    accountRootPurpose(account.sub, account.generation),
  );
  if (!accountRoot) return null;
  const replicaKey = unwrapKey(
    sodium,
    replicaWrappingKey(sodium, accountRoot),
    account.wrapReplica,
    replicaPurpose(account.sub),
  );
  if (!replicaKey) return null;
  return { opened: { account, replicaKey, accountRoot, email: null }, auth: keys.auth };
}

/** After a reload with a live session: the server hands this device its key again. Null where it does not. */
export async function openWithDeviceKey(ports: ClientPorts, account: DeviceAccount): Promise<OpenedReplica | null> {
  if (account.wrapDevice === null) return null;
  const answer = await ports.api.call('GET', '/api/login/v1/device_key');
  const parsed = v.safeParse(deviceKeyResponse, answer?.body);
  if (!parsed.success || parsed.output.sub !== account.sub) return null;
  const sodium = await ports.loadSodium();
  const replicaKey = unwrapKey(
    sodium,
    fromBase64Url(parsed.output.device_key),
    account.wrapDevice,
    devicePurpose(account.sub),
  );
  return replicaKey ? { account, replicaKey, accountRoot: null, email: null } : null;
}

/** After an unlock in a live session: wraps the replica key for the next reload again; locking had dropped that wrap. */
export async function renewDeviceWrap(
  ports: ClientPorts,
  device: ReplicaStore,
  known: { readonly account: DeviceAccount; readonly replicaKey: Uint8Array },
): Promise<void> {
  if (!known.account.remember) return;
  const answer = await ports.api.call('GET', '/api/login/v1/device_key');
  const parsed = v.safeParse(deviceKeyResponse, answer?.body);
  if (!parsed.success || parsed.output.sub !== known.account.sub) return;
  const sodium = await ports.loadSodium();
  const key = fromBase64Url(parsed.output.device_key);
  await writeAccount(device, {
    ...known.account,
    wrapDevice: wrapKey(sodium, key, known.replicaKey, devicePurpose(known.account.sub)),
    locked: false,
  });
}

/** Signs in again unasked with AUTH from an offline unlock. Returns the fresh account row, or null. */
export async function signInAgain(
  ports: ClientPorts,
  device: ReplicaStore,
  known: {
    readonly account: DeviceAccount;
    readonly email: string;
    readonly auth: string;
    readonly replicaKey: Uint8Array;
  },
): Promise<'ok' | 'no-answer' | 'refused'> {
  const answer = await ports.api.call('POST', '/api/login/v1/initiate_auth', {
    username_or_email: known.email,
    password: known.auth,
  });
  if (!answer || answer.status === 429 || answer.status >= 500) return 'no-answer';
  const parsed = v.safeParse(initiateAuthResponse, answer.body);
  if (!parsed.success || parsed.output.nextStep !== 'success' || !parsed.output.server_key) return 'refused';
  const sodium = await ports.loadSodium();
  const { device_key: deviceKey } = parsed.output;
  await writeAccount(device, {
    ...known.account,
    serverKey: parsed.output.server_key,
    wrapDevice:
      deviceKey === undefined || !known.account.remember
        ? null
        : wrapKey(sodium, fromBase64Url(deviceKey), known.replicaKey, devicePurpose(known.account.sub)),
    locked: false,
  });
  return 'ok';
}

/**
 * Registers the outbox key: sealed to the server, signed by the account. Keeps the upload-only token where the service
 * worker finds it. False where the server did not take it.
 */
export async function registerDepositKey(
  ports: ClientPorts,
  replicaStore: ReplicaStore,
  keys: { readonly account: DeviceAccount; readonly ring: KeyRing },
): Promise<boolean> {
  const sodium = await ports.loadSodium();
  const [client] = await replicaStore.tx('relaxed', () => readMeta('client'));
  const key = keys.ring.deposit[keys.ring.depositId];
  if (!client || key === undefined) return false;
  const sealed = toBase64Url(sodium.crypto_box_seal(fromBase64Url(key), fromBase64Url(keys.account.serverKey.public)));
  const statement = {
    client_id: client.clientId,
    key_id: keys.ring.depositId,
    principal: keys.account.principal,
    sealed,
    server_key_id: keys.account.serverKey.id,
  };
  const { sign } = identityKeys(sodium, fromBase64Url(keys.ring.root));
  const signature = toBase64Url(sodium.crypto_sign_detached(depositKeyStatement(statement), sign.privateKey));
  const { principal: _principal, ...request } = statement;
  const answer = await ports.api.call('POST', '/api/sync/v1/deposit_key', { ...request, signature });
  const parsed = v.safeParse(depositKeyResponse, answer?.body);
  if (answer?.status !== 200 || !parsed.success) return false;
  const deposit = { token: parsed.output.token, clientId: client.clientId, keyId: keys.ring.depositId };
  await replicaStore.tx('strict', function* () {
    yield [putMeta('deposit', deposit)];
  });
  return true;
}

async function deriveSafely(ports: ClientPorts, password: string, kdf: KdfParams): Promise<Uint8Array | null> {
  try {
    assertKdfFloor(kdf);
  } catch {
    // Only the floor can throw here; the caller names it as a downgrade.
    return null;
  }
  return ports.deriveRoot(normalizePassword(password), kdf);
}

function replicaNameOf(sodium: Sodium, sub: string): string {
  return `orchid-${toBase64Url(sodium.crypto_generichash(12, sub, null))}`;
}

const errorBody = v.object({ detail: v.union([v.string(), v.array(v.object({ msg: v.string() }))]) });

/** [spec 5] A string detail shows as is; otherwise the first detail's msg. */
function refusal(status: number, body: unknown): Exclude<SignInResult, { kind: 'ok' }> {
  const parsed = v.safeParse(errorBody, body);
  const detail = parsed.success ? parsed.output.detail : wrongMessage;
  const message = typeof detail === 'string' ? detail : (detail[0]?.msg ?? wrongMessage);
  if (message === 'MFA code is required for authentication') return { kind: 'mfa' };
  return { kind: 'failed', reason: status === 429 ? 'rate-limited' : 'wrong', message };
}
