import * as v from 'valibot';
import { depositKeyStatement, identityKeys } from '../../core/account-keys.ts';
import { fromBase64Url, toBase64Url } from '../../core/base64url.ts';
import { signKeyStatement } from '../../core/device-statements.ts';
import type { ReplicaStore } from '../../ports.ts';
import { depositKeyResponse, signKeyResponse } from '../../protocol/session-message.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { changeSignKey, type KeyRing } from './replica-keys.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { Sodium } from '../../core/sodium.ts';

/**
 * Registers the outbox key: sealed to the server, signed by the account. Keeps the upload-only token where the service
 * worker finds it. False where the server did not take it.
 */
export async function registerDepositKey(
  ports: Pick<ClientPorts, 'api' | 'loadSodium'>,
  replicaStore: ReplicaStore,
  keys: { readonly account: DeviceAccount; readonly ring: KeyRing },
): Promise<boolean> {
  const sodium = await ports.loadSodium();
  const [client] = await replicaStore.read(() => readMeta('client'));
  const { ring, account } = keys;
  const key = ring.deposit.get(ring.depositId);
  if (!client || key === undefined) return false;
  const sealed = toBase64Url(sodium.crypto_box_seal(key, fromBase64Url(account.serverKey.public)));
  const statement = {
    client_id: client.clientId,
    key_id: ring.depositId,
    principal: account.principal,
    sealed,
    server_key_id: account.serverKey.id,
  };
  const signature = signByAccount(sodium, ring, depositKeyStatement(statement));
  const { principal: _principal, ...request } = statement;
  const answer = await ports.api.call('POST', '/api/sync/v1/deposit_key', { ...request, signature });
  const parsed = v.safeParse(depositKeyResponse, answer?.body);
  if (answer?.status !== 200 || !parsed.success) return false;
  const deposit = { token: parsed.output.token, clientId: client.clientId, keyId: ring.depositId };
  await replicaStore.tx('strict', function* () {
    yield [putMeta('deposit', deposit)];
  });
  return true;
}

/**
 * Registers this device's own key, signed by the account, where the server holds another one or none. From then on only what
 * it signs counts as activity, and the device comes back by it. False: the device signs in with the password next time.
 */
export async function registerSignKey(
  ports: Pick<ClientPorts, 'api' | 'deviceName' | 'loadSodium'>,
  replica: Replica,
  known: { readonly account: DeviceAccount; readonly ring: KeyRing; readonly facts: SessionFacts },
): Promise<boolean> {
  const { account, ring, facts } = known;
  const { store: replicaStore } = replica;
  const [resume] = await replicaStore.read(() => readMeta('resume'));
  const isHere = resume?.device === facts.device;
  // The server had one of this device, and holds it no more.
  if (isHere && facts.signKey === null && !(await changeSignKey(replica, ring))) return false;
  const publicKey = toBase64Url(ring.sign.publicKey);
  if (isHere && facts.signKey === publicKey) return true;
  // The answer may be lost: a key that is new to the server has come back no time.
  if (!isHere && facts.signKey !== publicKey)
    await replicaStore.tx('strict', function* () {
      yield [putMeta('resume', { device: facts.device, count: 0 })];
    });
  const sodium = await ports.loadSodium();
  const statement = signKeyStatement({ account: account.sub, device: facts.device, public: publicKey });
  const signature = signByAccount(sodium, ring, statement);
  const request = { device: facts.device, public: publicKey, signature, ...saidName(ports) };
  const answer = await ports.api.call('POST', '/api/login/v1/sign_key', request);
  const parsed = v.safeParse(signKeyResponse, answer?.body);
  if (answer?.status !== 200 || !parsed.success) return false;
  const { resumes } = parsed.output;
  await replicaStore.tx('strict', function* () {
    yield [putMeta('resume', { device: facts.device, count: resumes })];
  });
  return true;
}

/** What this device calls itself, as its owner sees it in the list of devices. */
export function saidName(ports: Pick<ClientPorts, 'deviceName'>): { readonly device_name?: string } {
  const name = ports.deviceName?.() ?? null;
  return name === null ? {} : { device_name: name };
}

function signByAccount(sodium: Sodium, ring: KeyRing, statement: Uint8Array): string {
  const { sign, box } = identityKeys(sodium, ring.root);
  const signature = toBase64Url(sodium.crypto_sign_detached(statement, sign.privateKey));
  sign.privateKey.fill(0);
  box.privateKey.fill(0);
  return signature;
}
