import { depositKeyStatement } from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { DepositKeyRequest } from '../../sync/protocol/session-message.ts';
import { isSignedBy } from '../auth/device-proof.ts';
import { depositToken, hashToken } from '../auth/tokens.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { DepositKeyRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { isFromLost } from './hold-rows.ts';
import { unsealDepositKey } from './open-boxes.ts';

/** How long, and for how many rows, a device delivers without its person. Each unlock with a connection begins anew. */
export const depositLife = { ms: 30 * 24 * 60 * 60 * 1000, rows: 20_000 } as const;

/** Keeps a device's deposit key after checking the account's signature and our own seal; answers its upload token. */
export async function registerDepositKey(
  services: Services,
  caller: { readonly principal: string; readonly deviceId: string; readonly familyId: string },
  request: DepositKeyRequest,
): Promise<string> {
  const { store, sodium, secrets, clock } = services;
  const { client_id, key_id, server_key_id, sealed } = request;
  const account = await store.read(() => call('accountBySub', caller.principal));
  if (!account) throw notFound();
  const statement = depositKeyStatement({ client_id, key_id, principal: caller.principal, sealed, server_key_id });
  if (!isSignedBy(sodium, account.bundle.sign_public, statement, request.signature)) {
    throw new HttpError(422, [{ msg: 'The signature does not fit.', loc: ['body', 'signature'] }]);
  }
  if (!unsealDepositKey(sodium, secrets.deposit, { sealed, serverKeyId: server_key_id })) {
    throw new HttpError(422, [{ msg: 'The key is not sealed to this server.', loc: ['body', 'sealed'] }]);
  }
  const nowMs = clock.now();
  const token = await store.write(function* (): Plan<string | null> {
    // [DV-2] It was ended between the look at it and this: then nothing is delivered from there without a sign-in.
    if (!(yield* isSessionAlive(caller.familyId, nowMs))) throw signedOut();
    return yield* keepKey(secrets.tokenKey, nowMs, {
      keyId: key_id,
      principal: caller.principal,
      clientId: client_id,
      deviceId: caller.deviceId,
      serverKeyId: server_key_id,
      sealed,
      state: 'active',
      created: toInstant(nowMs),
    });
  });
  if (token === null) throw notFound();
  return token;
}

/** The token; null where key or client are somebody else's. Two tabs that register at once get the same one. */
function* keepKey(
  tokenKey: Uint8Array,
  nowMs: number,
  row: Omit<DepositKeyRow, 'tokenHash' | 'generation' | 'expiresAtMs' | 'rowsLeft'>,
): Plan<string | null> {
  const client = yield* call('getClient', row.clientId);
  const known = yield* call('getDepositKey', row.keyId);
  if (client && client.principal !== row.principal) return null;
  if (known && known.principal !== row.principal) return null;
  // A browser that was given another device id goes on with its outbox. One that was reported lost does not get rid of that so.
  // Whose an outbox is stands there from its key on, also before it has sent anything.
  const { principal, clientId, deviceId } = row;
  if (!client) yield* call('putClient', { clientId, principal, mark: 0, highest: 0, deviceId });
  const isMoved = client && client.deviceId !== row.deviceId && !(yield* isFromLost(row.principal, [client.deviceId]));
  if (isMoved) yield* call('putClient', { ...client, deviceId: row.deviceId });
  const goesOn = known && known.expiresAtMs - nowMs > depositLife.ms / 2 && known.rowsLeft > depositLife.rows / 2;
  const generation = goesOn ? known.generation : (known?.generation ?? -1) + 1;
  const token = depositToken(tokenKey, row.keyId, row.clientId, generation);
  const limits = { generation, expiresAtMs: nowMs + depositLife.ms, rowsLeft: depositLife.rows };
  yield* call('putDepositKey', { ...row, ...limits, tokenHash: hashToken(token) });
  return token;
}
