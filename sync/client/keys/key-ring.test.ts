import sodium from 'libsodium-wrappers';
import { beforeAll, expect, test } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { openTestReplica, seededRandom } from '../../testing/builders.ts';
import { changeIdentity, openKeys } from './replica-keys.ts';

beforeAll(() => sodium.ready);

test('a key ring names the address that was signed in with last, and an unlock, which knows none, leaves it', async () => {
  const disk = new MemoryDisk();
  const keysOf = (email: string | null) =>
    openKeys(disk.connect(), {
      sodium,
      random: seededRandom(3),
      replicaKey: new Uint8Array(32).fill(1),
      accountRoot: new Uint8Array(32).fill(2),
      email,
    });
  const open = async (email: string | null) => (await keysOf(email)).ring;
  const first = await open('ann@old.test');
  expect(first.email).toBe('ann@old.test');
  expect((await open(null)).email).toBe('ann@old.test');
  const moved = await open('ann@new.test');
  expect(moved.email).toBe('ann@new.test');
  // The rest of it stays: what was sealed under the old address opens.
  expect([moved.depositId, [...moved.deposit]]).toEqual([first.depositId, [...first.deposit]]);
  expect(moved.sign.publicKey).toEqual(first.sign.publicKey);
  expect((await open(null)).email).toBe('ann@new.test');
});

test('who signs in again over an open replica keeps the address where none is said, and the root is the new one', async () => {
  const store = new MemoryDisk().connect();
  const root = new Uint8Array(32).fill(9);
  const keys = { sodium, random: seededRandom(3), replicaKey: new Uint8Array(32).fill(7) };
  const { ring } = await openKeys(store, { ...keys, accountRoot: root, email: 'ann@old.test' });
  const replica = await openTestReplica(store);
  expect(await changeIdentity(replica, ring, { root, email: null })).toBe(ring);
  const next = new Uint8Array(32).fill(4);
  expect(await changeIdentity(replica, ring, { root: next, email: null })).toMatchObject({ email: 'ann@old.test' });
  const again = await openKeys(store, {
    ...keys,
    replicaKey: keys.replicaKey.slice().fill(7),
    accountRoot: null,
    email: null,
  });
  expect([again.ring.email, [...again.ring.root]]).toEqual(['ann@old.test', [...next]]);
  replica.gate.closed = true;
  expect(await changeIdentity(replica, ring, { root, email: 'ann@new.test' })).toBeNull();
});
