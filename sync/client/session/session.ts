import * as v from 'valibot';
import {
  accountRootPurpose,
  assertKdfFloor,
  isBundleOf,
  normalizePassword,
  passwordKeys,
  replicaWrappingKey,
  unwrapKey,
  wrapKey,
} from '../../core/account-keys.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { fromBase64Url, toBase64Url } from '../../core/base64url.ts';
import { toInstant } from '../../core/instant.ts';
import {
  deviceKeyResponse,
  initiateAuthResponse,
  preLoginResponse,
  unconfirmedCode,
  type InitiateAuthResponse,
  type KdfParams,
} from '../../protocol/session-message.ts';
import type { KeysBefore, SignInResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { keepAccount, readAccount, writeAccount, type DeviceAccount } from '../replica/device.ts';
import type { ReplicaStore } from '../../ports.ts';
import { leftOf, openKept, type OpenKey } from './kept-replica.ts';
import { replicaPurpose } from './open-with-password.ts';
import type { OpenedReplica } from './opened-replica.ts';
import { openWrap } from './open-wrap.ts';
import { detailOf } from './refusal.ts';
import { sessionFacts, type SessionFacts } from './session-facts.ts';
import type { Sodium } from '../../core/sodium.ts';

const devicePurpose = (sub: string): string => `orchid replica by device ${sub}`;
const offlineMessage =
  'There is no connection. The first sign-in on a device needs one; after that the app opens without.';
const wrongMessage = 'Incorrect email or password.';
const downgradeMessage = 'The server asked for weaker protection than this app accepts. Please contact support.';
const strangeKeysMessage =
  "The server's answer does not fit this account's keys. Nothing was changed on this device. Please contact support.";

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly mfaCode?: string;
  readonly remember?: boolean;
  readonly before?: KeysBefore;
}

export type SignedIn = { readonly kind: 'ok'; readonly opened: OpenedReplica } | Exclude<SignInResult, { kind: 'ok' }>;

/**
 * Signs in with the network: derives AUTH, proves it, opens or makes this account's replica on this device. `open`: what is open
 * here already; it goes on also where the account's keys are new.
 */
export async function signInOnline(
  ports: ClientPorts,
  device: ReplicaStore,
  input: SignInInput,
  open: OpenKey | null = null,
): Promise<SignedIn> {
  const sodium = await ports.loadSodium();
  const pre = await ports.api.call('POST', '/api/login/v1/pre_login', { username_or_email: input.email.trim() });
  if (!pre) return { kind: 'failed', reason: 'offline', message: offlineMessage };
  const preAnswer = v.safeParse(preLoginResponse, pre.body);
  if (!preAnswer.success) return refusal(pre.status, pre.body);
  const root = await deriveSafely(ports, input.password, preAnswer.output.kdf);
  if (!root) return { kind: 'failed', reason: 'downgrade', message: downgradeMessage };
  const keys = passwordKeys(sodium, root);
  root.fill(0);
  try {
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
    // Kept, it would be what an unlock derives from: a server must not weaken it after the fact.
    if (canonicalJson(parsed.output.kdf ?? null) !== canonicalJson(preAnswer.output.kdf))
      return { kind: 'failed', reason: 'downgrade', message: downgradeMessage };
    return await openOrCreate(ports, device, {
      sodium,
      kek: keys.kek,
      answer: parsed.output,
      email: input.email.trim(),
      remember: input.remember ?? true,
      before: input.before ?? null,
      open,
    });
  } finally {
    keys.kek.fill(0);
  }
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
    readonly before: KeysBefore | null;
    readonly open: OpenKey | null;
  },
): Promise<SignedIn> {
  const { sodium, answer } = login;
  const { sub, bundle, kdf, server_key: serverKey } = answer;
  const strange: SignedIn = { kind: 'failed', reason: 'unopened', message: strangeKeysMessage };
  if (sub === undefined || !bundle || !kdf || !serverKey) return strange;
  const accountRoot = openWrap(() =>
    unwrapKey(sodium, login.kek, bundle.wrap_password, accountRootPurpose(sub, bundle.generation)),
  );
  // Public keys that are not this root's would have others seal to somebody else.
  if (!accountRoot || !isBundleOf(sodium, accountRoot, bundle)) return strange;
  const wrapping = replicaWrappingKey(sodium, accountRoot);
  const kept = await readAccount(device, sub);
  const here = kept && (await openKept(ports, kept, { wrapping, sodium, login }));
  if (here && here.kind !== 'opened' && here.kind !== 'anew') return here;
  const opened = here?.kind === 'opened' ? here : null;
  const replicaKey = opened?.replicaKey ?? sodium.randombytes_buf(32);
  const isAnew = kept !== null && !opened;
  const account: DeviceAccount = {
    sub,
    principal: sub,
    replicaName:
      opened && kept ? kept.replicaName : replicaNameOf(sodium, isAnew ? `${sub} ${bundle.generation}` : sub),
    kdf,
    generation: bundle.generation,
    wrapAccountRoot: bundle.wrap_password,
    wrapReplica:
      opened?.isByWrap && kept ? kept.wrapReplica : wrapKey(sodium, wrapping, replicaKey, replicaPurpose(sub)),
    wrapDevice:
      answer.device_key === undefined || !login.remember
        ? null
        : wrapForDevice(sodium, answer.device_key, replicaKey, sub),
    serverKey,
    remember: login.remember,
    locked: false,
    created: kept?.created ?? toInstant(ports.clock.now()),
    // Whoever has typed the password may go on without it, as long as the account's keys are those.
    ...(kept?.passkey && opened && kept.generation === bundle.generation ? { passkey: kept.passkey } : {}),
    ...(kept ? { left: isAnew ? [...(kept.left ?? []), leftOf(kept)] : (kept.left ?? []) } : {}),
  };
  wrapping.fill(0);
  // The key of a new replica is nowhere else: its wrap comes first. A kept row is replaced once the replica has opened.
  const isUnwritten = opened !== null;
  if (!isUnwritten) await writeAccount(device, account);
  const facts = sessionFacts(answer);
  return { kind: 'ok', opened: { account, replicaKey, accountRoot, email: login.email, facts, isUnwritten } };
}

function wrapForDevice(sodium: Sodium, deviceKey: string, replicaKey: Uint8Array, sub: string): string {
  const key = fromBase64Url(deviceKey);
  const wrap = wrapKey(sodium, key, replicaKey, devicePurpose(sub));
  key.fill(0);
  return wrap;
}

/** After a reload with a live session: the server hands this device its key again. Null where it does not. */
export async function openWithDeviceKey(ports: ClientPorts, account: DeviceAccount): Promise<OpenedReplica | null> {
  if (account.wrapDevice === null) return null;
  const answer = await ports.api.call('GET', '/api/login/v1/device_key');
  const parsed = v.safeParse(deviceKeyResponse, answer?.body);
  if (!parsed.success || parsed.output.sub !== account.sub) return null;
  const sodium = await ports.loadSodium();
  const { wrapDevice, sub } = account;
  const deviceKey = fromBase64Url(parsed.output.device_key);
  const replicaKey = openWrap(() => unwrapKey(sodium, deviceKey, wrapDevice, devicePurpose(sub)));
  deviceKey.fill(0);
  const facts = sessionFacts(parsed.output);
  return replicaKey ? { account, replicaKey, accountRoot: null, email: null, facts } : null;
}

/** What an open replica and its account's row on this device are renewed by. */
interface OpenAccount {
  readonly account: DeviceAccount;
  readonly replicaKey: Uint8Array;
}

/** In a live session: wraps the replica key for the next reload again; locking had dropped that wrap. Null: no such session. */
export async function renewDeviceWrap(
  ports: ClientPorts,
  device: ReplicaStore,
  known: OpenAccount,
): Promise<SessionFacts | null> {
  const answer = await ports.api.call('GET', '/api/login/v1/device_key');
  const parsed = v.safeParse(deviceKeyResponse, answer?.body);
  if (!parsed.success || parsed.output.sub !== known.account.sub) return null;
  await keepSession(ports, device, known, { device_key: parsed.output.device_key });
  return sessionFacts(parsed.output);
}

/** Keeps what a session that has begun brings for this device. */
export async function keepSession(
  ports: ClientPorts,
  device: ReplicaStore,
  known: OpenAccount,
  answer: Pick<InitiateAuthResponse, 'device_key' | 'server_key'>,
): Promise<void> {
  const { account, replicaKey } = known;
  const sodium = await ports.loadSodium();
  const { device_key: deviceKey, server_key: serverKey } = answer;
  await keepAccount(device, account, {
    serverKey: serverKey ?? account.serverKey,
    wrapDevice:
      deviceKey === undefined || !account.remember ? null : wrapForDevice(sodium, deviceKey, replicaKey, account.sub),
    locked: false,
  });
}

/** Signs in with what the password has just given, for a device that cannot come back by its own key. */
export async function signInWithAuth(
  ports: ClientPorts,
  device: ReplicaStore,
  known: OpenAccount & { readonly email: string; readonly auth: string },
): Promise<{ readonly kind: 'ok'; readonly facts: SessionFacts | null } | { readonly kind: 'no-answer' | 'refused' }> {
  const answer = await ports.api.call('POST', '/api/login/v1/initiate_auth', {
    username_or_email: known.email,
    password: known.auth,
    remember_me: known.account.remember,
  });
  if (!answer || answer.status === 429 || answer.status >= 500) return { kind: 'no-answer' };
  const parsed = v.safeParse(initiateAuthResponse, answer.body);
  if (!parsed.success || parsed.output.nextStep !== 'success' || !parsed.output.server_key) return { kind: 'refused' };
  // An answer for somebody else must not have this one's replica wrapped for it.
  if (parsed.output.sub !== known.account.sub) return { kind: 'refused' };
  await keepSession(ports, device, known, parsed.output);
  return { kind: 'ok', facts: sessionFacts(parsed.output) };
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

const unconfirmed = v.object({ code: v.literal(unconfirmedCode) });

function refusal(status: number, body: unknown): Exclude<SignInResult, { kind: 'ok' }> {
  const message = detailOf(body, wrongMessage);
  if (message === 'MFA code is required for authentication') return { kind: 'mfa' };
  if (v.is(unconfirmed, body)) return { kind: 'failed', reason: 'unconfirmed', message };
  return { kind: 'failed', reason: status === 429 ? 'rate-limited' : 'wrong', message };
}
