import sodium from 'libsodium-wrappers';
import { beforeAll, expect, it } from 'vitest';
import { unwrapByPasskey, wrapByPasskey, type PasskeyPlace } from './passkey-wrap.ts';

beforeAll(() => sodium.ready);

const place: PasskeyPlace = { sub: 'ann', generation: 1, credential: 'c1' };
const secret = new Uint8Array(32).fill(7);
const accountRoot = new Uint8Array(32).fill(9);

/** The library, and every key that was derived of a passkey's secret by it. */
function watched() {
  const keys: Uint8Array[] = [];
  const library = new Proxy(sodium, {
    get: (known, name) =>
      name === 'crypto_generichash'
        ? (length: number, message: Uint8Array, key: Uint8Array | null) => {
            const made = known.crypto_generichash(length, message, key);
            if (key === secret) keys.push(made);
            return made;
          }
        : (Reflect.get(known, name) as unknown),
  });
  return { library, keys };
}

it('[PK-1] a wrap opens where it was made, by the passkey that made it, and nowhere else', () => {
  const wrap = wrapByPasskey(sodium, { secret, accountRoot, place });
  expect(unwrapByPasskey(sodium, { secret, wrap, place })).toEqual(accountRoot);
  for (const moved of [{ sub: 'ben' }, { generation: 2 }, { credential: 'c2' }])
    expect(unwrapByPasskey(sodium, { secret, wrap, place: { ...place, ...moved } })).toBeNull();
  expect(unwrapByPasskey(sodium, { secret: new Uint8Array(32).fill(8), wrap, place })).toBeNull();
});

it('[LK-7] what a passkey says is no key by itself, and the key that is made of it does not stay in memory', () => {
  const { library, keys } = watched();
  const wrap = wrapByPasskey(library, { secret, accountRoot, place });
  expect(unwrapByPasskey(library, { secret, wrap, place })).toEqual(accountRoot);
  expect(unwrapByPasskey(library, { secret, wrap, place: { ...place, generation: 2 } })).toBeNull();
  expect(keys.map((key) => [key.length, key.every((byte) => byte === 0)])).toEqual([
    [32, true],
    [32, true],
    [32, true],
  ]);
});
