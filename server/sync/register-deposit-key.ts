import { fromBase64Url } from '../../sync/core/base64url.ts';
import { depositKeyStatement } from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { DepositKeyRequest } from '../../sync/protocol/session-message.ts';
import { depositToken, hashToken } from '../auth/tokens.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { DepositKeyRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { unsealDepositKey } from './open-boxes.ts';

/** Keeps a device's deposit key after checking the account's signature and our own seal; answers its upload token. */
export async function registerDepositKey(
  services: Services,
  caller: { readonly principal: string; readonly deviceId: string },
  request: DepositKeyRequest,
): Promise<string> {
  const { store, sodium, secrets, clock } = services;
  const { client_id, key_id, server_key_id, sealed } = request;
  const account = await store.read(() => call('accountBySub', caller.principal));
  if (!account) throw notFound();
  const statement = depositKeyStatement({ client_id, key_id, principal: caller.principal, sealed, server_key_id });
  if (!isSigned(services, statement, request.signature, account.bundle.sign_public)) {
    throw new HttpError(422, [{ msg: 'The signature does not fit.', loc: ['body', 'signature'] }]);
  }
  if (!unsealDepositKey(sodium, secrets.deposit, { sealed, serverKeyId: server_key_id })) {
    throw new HttpError(422, [{ msg: 'The key is not sealed to this server.', loc: ['body', 'sealed'] }]);
  }
  const token = depositToken(secrets.tokenKey, key_id, client_id);
  const kept = await store.write(() =>
    keepKey({
      keyId: key_id,
      principal: caller.principal,
      clientId: client_id,
      deviceId: caller.deviceId,
      serverKeyId: server_key_id,
      sealed,
      tokenHash: hashToken(token),
      state: 'active',
      created: toInstant(clock.now()),
    }),
  );
  if (!kept) throw notFound();
  return token;
}

function* keepKey(row: DepositKeyRow): Plan<boolean> {
  const client = yield* call('getClient', row.clientId);
  const known = yield* call('getDepositKey', row.keyId);
  if (client && client.principal !== row.principal) return false;
  if (known && known.principal !== row.principal) return false;
  yield* call('putDepositKey', row);
  return true;
}

function isSigned(services: Services, statement: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    return services.sodium.crypto_sign_verify_detached(fromBase64Url(signature), statement, fromBase64Url(publicKey));
  } catch {
    // Not base64url, or of a wrong length: no signature.
    return false;
  }
}
