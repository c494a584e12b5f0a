import sodium from 'libsodium-wrappers';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { seededRandom, settle } from '../../testing/builders.ts';
import { ClientWorld, credentials } from '../../testing/client-world.ts';
import { forgetRing, openKeys } from './replica-keys.ts';

/** The library, and every key that it made or opened: the very bytes. */
function recording() {
  const made: { readonly by: string; readonly bytes: Uint8Array }[] = [];
  const note = (by: string, answer: unknown): unknown => {
    // Of a pair, the half that is secret; of opened bytes, what is as long as a key; nonces are no secret.
    const secret = typeof answer === 'object' && answer !== null && 'privateKey' in answer ? answer.privateKey : answer;
    if (secret instanceof Uint8Array && (secret.length === 32 || secret.length === 64))
      made.push({ by, bytes: secret });
    return answer;
  };
  const recorded = new Proxy(sodium, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function' || typeof name !== 'string' || !makesKeys.has(name)) return found;
      return (...input: unknown[]) => note(name, Reflect.apply(found, target, input));
    },
  });
  const left = (): string[] => made.filter(({ bytes }) => bytes.some((byte) => byte !== 0)).map(({ by }) => by);
  return { recorded, made, left };
}

const makesKeys: ReadonlySet<string> = new Set([
  'crypto_kdf_derive_from_key',
  'crypto_sign_seed_keypair',
  'crypto_box_seed_keypair',
  'randombytes_buf',
  'crypto_aead_xchacha20poly1305_ietf_decrypt',
]);

describe('[LK-7] no key stays in memory after a lock', () => {
  let world: ClientWorld;
  let keys: ReturnType<typeof recording>;
  beforeEach(async () => {
    await sodium.ready;
    keys = recording();
    world = new ClientWorld();
    world.sodium = keys.recorded;
    await world.client.start();
    await world.client.signIn(credentials);
    await settle();
  });

  it('an open replica holds its own keys, the derived row key and the ring among them (positive control)', () => {
    expect(new Set(keys.left())).toEqual(
      new Set(['randombytes_buf', 'crypto_kdf_derive_from_key', 'crypto_sign_seed_keypair']),
    );
    expect(keys.made.length).toBeGreaterThan(8);
  });

  it('after a lock every key that was made, opened or derived since the page began is overwritten', async () => {
    await world.client.lock();
    await settle();
    expect(keys.left()).toEqual([]);
  });

  it('so it is after an unlock and another lock, and after a log-out', async () => {
    await world.client.lock();
    await world.client.unlock(credentials.password);
    expect(keys.left()).not.toEqual([]);
    await world.client.lock();
    await settle();
    expect(keys.left()).toEqual([]);
    await world.client.unlock(credentials.password);
    await world.client.logOut('keep');
    await settle();
    expect(keys.left()).toEqual([]);
  });

  it('a wrong password leaves none either', async () => {
    await world.client.lock();
    await world.client.unlock('another');
    expect(keys.left()).toEqual([]);
  });

  it('an unlock that storage breaks off leaves none: neither of the ring nor of what was opened with it', async () => {
    await world.client.lock();
    await settle();
    const before = keys.made.length;
    const isRingOpen = () => keys.made.slice(before).some(({ by }) => by === 'crypto_sign_seed_keypair');
    world.disk('replica').fault = (operation) => (operation === 'begin' && isRingOpen() ? 'failed' : null);
    expect(await world.client.unlock(credentials.password)).toMatchObject({ kind: 'failed' });
    expect(isRingOpen()).toBe(true);
    expect(keys.left()).toEqual([]);
  });

  it('a sign-in over an open replica leaves only what the replica holds', async () => {
    const before = keys.left().length;
    await world.client.signIn(credentials);
    await settle();
    expect(keys.left().length).toBe(before);
  });

  it('so is the ring that lies sealed in the replica, key by key', async () => {
    const { ring } = await openKeys(new MemoryDisk().connect(), {
      sodium,
      random: seededRandom(3),
      replicaKey: new Uint8Array(32).fill(1),
      accountRoot: new Uint8Array(32).fill(2),
      email: null,
    });
    const all = [ring.root, ring.sign.privateKey, ...ring.deposit.values()];
    expect(all.every((key) => key.some((byte) => byte !== 0))).toBe(true);
    forgetRing(ring);
    expect(all.flatMap((key) => [...key]).filter((byte) => byte !== 0)).toEqual([]);
  });

  it('a page signs no request any more once it is locked', async () => {
    expect(world.signer?.(1, 1)).toMatch(/^1\.1\./);
    await world.client.lock();
    expect(world.signer).toBe(null);
  });
});
