import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('ben');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const noteText = (device: TestDevice): unknown =>
  (device.find('note', noteIdOf('a1'))?.b as { answers?: { subjective?: string } } | undefined)?.answers?.subjective;

describe('deposit', () => {
  const bearer = (device: TestDevice): Record<string, string> => ({ authorization: `Bearer ${device.depositToken}` });

  test('the upload-only token pushes without a session and opens nothing else', async () => {
    const cookies = new Map(ann.cookies);
    ann.cookies.clear();
    const answer = await ann.push([ann.seal(editOf('a1', 'from the service worker'))], bearer(ann));
    expect(answer).toMatchObject({ kind: 'ok', mark: 1 });
    const pull = await ann.call('GET', `/api/sync/v1/pull?client=${ann.clientId}`, undefined, bearer(ann));
    expect(pull.status).toBe(401);
    for (const [name, value] of cookies) ann.cookies.set(name, value);
    await ann.pullAll();
    expect(noteText(ann)).toBe('from the service worker');
  });

  test('after sign-out a deposit is kept sealed, and applied when that device signs in again', async () => {
    const row = ann.seal(editOf('a1', 'written after log-out'));
    const token = bearer(ann);
    await ann.call('POST', '/api/login/v1/logout', {});
    expect(await ann.push([row], token)).toMatchObject({ kind: 'quarantined', mark: 0 });

    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await ann.registerKey();
    const end = await ann.pullAll();
    expect(end.mark).toBe(1);
    expect(noteText(ann)).toBe('written after log-out');
    expect(await ann.push([row])).toMatchObject({ kind: 'ok', mark: 1 });
  });

  test('the upload-only token is good for the client id that it was made for, and no other', async () => {
    ann.clientId = 'another-client';
    ann.lastId = 0;
    const answer = await ann.push([ann.seal(editOf('a1', 'text'))], bearer(ann));
    expect(answer).toMatchObject({ kind: 'unknown-key' });
  });

  test('a deposit key needs the signature of the account', async () => {
    const ben = await server.signedIn('ben');
    const body = {
      client_id: ben.clientId,
      key_id: 'k',
      server_key_id: server.secrets.deposit[0]?.id,
      sealed: 'AAAA',
      signature: 'AAAA',
    };
    expect((await ben.call('POST', '/api/sync/v1/deposit_key', body)).status).toBe(422);
  });

  test('a deposit key that is signed and sealed to another server is refused, in words, and changes nothing', async () => {
    const other = sodium.crypto_box_keypair();
    const refused = await ann.registerKey(toBase64Url(sodium.crypto_box_seal(ann.depositKey, other.publicKey)));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({
      detail: [{ msg: 'The key is not sealed to this server.', loc: ['body', 'sealed'] }],
    });
    expect(await ann.push([ann.seal(editOf('a1', 'under the key of before'))], bearer(ann))).toMatchObject({
      kind: 'ok',
    });
  });
});
