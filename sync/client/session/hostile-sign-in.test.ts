import sodium from 'libsodium-wrappers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyBundle, passwordKeys } from '../../core/account-keys.ts';
import { toBase64Url } from '../../core/base64url.ts';
import { kdfFloor } from '../../protocol/session-message.ts';
import { ClientWorld, credentials, failing, sub } from '../../testing/client-world.ts';
import { readCurrentAccount } from '../replica/device.ts';

const now = '2026-11-21T09:00:00.000Z';
const salt = toBase64Url(new Uint8Array(16).fill(3));
const fits = { ...kdfFloor, salt };

/** The account's keys, as the same password would have them, made anew: another root. */
function otherBundle() {
  const root = sodium.crypto_generichash(32, credentials.password, null);
  return createKeyBundle(sodium, { kek: passwordKeys(sodium, root).kek, sub, now }).bundle;
}

const changed = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

let world: ClientWorld;

/** What a hostile server answers: before the password is used, and after. */
const answers: readonly (readonly [string, () => { preLogin?: unknown; signedIn?: Record<string, unknown> }])[] = [
  ['weaker memory before', () => ({ preLogin: { kdf: { ...fits, memKiB: 1024 } } })],
  ['fewer passes before', () => ({ preLogin: { kdf: { ...fits, ops: 1 } } })],
  ['a short salt before', () => ({ preLogin: { kdf: { ...fits, salt: 'AAAA' } } })],
  ['weaker memory after', () => ({ signedIn: { kdf: { ...fits, memKiB: 1024 } } })],
  ['another salt after', () => ({ signedIn: { kdf: { ...fits, salt: toBase64Url(new Uint8Array(16).fill(4)) } } })],
  ['more passes after', () => ({ signedIn: { kdf: { ...fits, ops: 4 } } })],
  ['no parameters after', () => ({ signedIn: { kdf: undefined } })],
  [
    'public signing key of somebody else',
    () => ({ signedIn: { bundle: { ...world.bundle, sign_public: toBase64Url(new Uint8Array(32).fill(9)) } } }),
  ],
  [
    'public box key of somebody else',
    () => ({ signedIn: { bundle: { ...world.bundle, box_public: toBase64Url(new Uint8Array(32).fill(9)) } } }),
  ],
  [
    'a signature that does not fit',
    () => {
      const { bundle } = world;
      return { signedIn: { bundle: { ...bundle, signature: changed(bundle.signature) } } };
    },
  ],
  [
    'another time under the signature',
    () => ({ signedIn: { bundle: { ...world.bundle, created: '2020-01-01T00:00:00.000Z' } } }),
  ],
  ['another generation', () => ({ signedIn: { bundle: { ...world.bundle, generation: 2 } } })],
  [
    'a wrap that was tampered with',
    () => {
      const { bundle } = world;
      return { signedIn: { bundle: { ...bundle, wrap_password: changed(bundle.wrap_password) } } };
    },
  ],
  ['a wrap that is none', () => ({ signedIn: { bundle: { ...world.bundle, wrap_password: 'AAAA' } } })],
  ['another root, where a replica lies already', () => ({ signedIn: { bundle: otherBundle() } })],
  ['no server key', () => ({ signedIn: { server_key: undefined } })],
  ['no account', () => ({ signedIn: { sub: undefined } })],
];

describe('[HS-1] a server that answers a sign-in with what does not fit', () => {
  beforeEach(async () => {
    world = await ClientWorld.unlocked();
    await world.client.lock();
  });

  it.each(answers)('%s: refused in words, the device is as it was, and its password opens it', async (_name, make) => {
    const before = await readCurrentAccount(world.disk('device').connect());
    const { preLogin, signedIn } = make();
    const usual = world.preLogin;
    if (preLogin !== undefined) world.preLogin = preLogin;
    if (signedIn !== undefined) world.signedIn = signedIn;
    const result = await world.client.signIn(credentials);
    expect(result).toMatchObject({ kind: 'failed' });
    expect(result.kind === 'failed' ? result.message : '').toMatch(/\w+ \w+/);
    expect(await readCurrentAccount(world.disk('device').connect())).toEqual(before);
    world.preLogin = usual;
    world.signedIn = {};
    expect(await world.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
  });

  it('an answer that fits is taken (positive control)', async () => {
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
  });

  it('the account’s row is replaced only once the replica has opened', async () => {
    const before = await readCurrentAccount(world.disk('device').connect());
    world.disk('replica').fault = failing('begin');
    await world.client.signIn(credentials).catch(() => undefined);
    expect(await readCurrentAccount(world.disk('device').connect())).toEqual(before);
  });

  it('a session that comes back for another account is none', async () => {
    world.network = () => Promise.resolve({ status: 401, body: {} });
    world.signedIn = { sub: 'somebody-else' };
    expect(await world.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
    await world.clock.pass(3000);
    expect(world.calls).toContain('/api/login/v1/initiate_auth');
    expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: true });
    expect(await readCurrentAccount(world.disk('device').connect())).toMatchObject({ sub, wrapDevice: null });
  });

  it('a password typed in another Unicode form opens the same', async () => {
    const composed = 'p\u00e4ssword long';
    const decomposed = composed.normalize('NFD');
    expect(decomposed).not.toBe(composed);
    const derived: string[] = [];
    world.onDerive = (password) => derived.push(password);
    await world.client.unlock(composed);
    await world.client.unlock(decomposed);
    expect(new Set(derived).size).toBe(1);
  });

  it('the first unlock keeps the e-mail: a device that cannot come back by its key signs in again by itself', async () => {
    await world.client.unlock(credentials.password);
    await world.client.lock();
    world.network = () => Promise.resolve({ status: 401, body: {} });
    await world.client.unlock(credentials.password);
    await world.clock.pass(3000);
    expect(world.sent('/api/login/v1/initiate_auth')).toMatchObject({ username_or_email: credentials.email });
  });
});
