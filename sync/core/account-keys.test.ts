import sodium from 'libsodium-wrappers';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertKdfFloor, passwordKeys, unwrapKey, wrapKey } from './account-keys.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';

beforeAll(() => sodium.ready);

const bytesOf = (value: number, length = 32): Uint8Array => new Uint8Array(length).fill(value);
const wrapping = bytesOf(1);
const key = bytesOf(2);

describe('a wrapped key', () => {
  const open = (wrap: string, by = wrapping, purpose = 'account'): Uint8Array | null =>
    unwrapKey(sodium, by, wrap, purpose);
  const wrap = (purpose = 'account'): string => wrapKey(sodium, wrapping, key, purpose);

  it('opens by its own key and for its own purpose, by no other', () => {
    expect(open(wrap())).toEqual(key);
    expect(open(wrap(), bytesOf(3))).toBeNull();
    expect(open(wrap('recovery'))).toBeNull();
  });

  it('has a nonce of its own each time', () => {
    expect(wrap()).not.toBe(wrap());
  });

  it.each([0, 31, 32, 55, 56, 71, 72, 103])('of which the byte %s was changed does not open', (at) => {
    const bytes = fromBase64Url(wrap());
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(open(toBase64Url(bytes))).toBeNull();
  });

  it('that is too short to hold a commitment, a nonce, a tag and one byte is a bug, not a wrong password', () => {
    expect(fromBase64Url(wrap())).toHaveLength(32 + 24 + 32 + 16);
    for (const length of [0, 32, 71, 72]) expect(() => open(toBase64Url(bytesOf(0, length)))).toThrow('a wrap has');
    expect(open(toBase64Url(bytesOf(0, 73)))).toBeNull();
  });

  it('is not opened where its commitment is right and its seal is broken: that was tampered with by who has the key', () => {
    const body = bytesOf(9, 24 + 48);
    const purpose = new TextEncoder().encode('account');
    const commit = sodium.crypto_generichash(32, new Uint8Array([...purpose, ...body]), wrapping);
    expect(() => open(toBase64Url(new Uint8Array([...commit, ...body])))).toThrow();
  });
});

describe('what a password becomes', () => {
  it('is two keys that say nothing of one another, the same each time', () => {
    const { kek, auth } = passwordKeys(sodium, bytesOf(4));
    expect(auth).toMatch(/^k1\.[A-Za-z0-9_-]{43}$/);
    expect(auth).not.toBe(`k1.${toBase64Url(kek)}`);
    expect(passwordKeys(sodium, bytesOf(4))).toEqual({ kek, auth });
    expect(passwordKeys(sodium, bytesOf(5)).auth).not.toBe(auth);
  });

  it('is not derived below the floor: one pass less, less memory, a shorter salt', () => {
    const kdf = { alg: 'argon2id13', ops: 3, memKiB: 65_536, salt: toBase64Url(bytesOf(6, 16)) } as const;
    expect(() => assertKdfFloor(kdf)).not.toThrow();
    for (const less of [{ ops: 2 }, { memKiB: 65_535 }, { salt: toBase64Url(bytesOf(6, 15)) }])
      expect(() => assertKdfFloor({ ...kdf, ...less })).toThrow('floor');
  });
});
