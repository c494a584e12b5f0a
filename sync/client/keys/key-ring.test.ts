import sodium from 'libsodium-wrappers';
import { beforeAll, expect, test } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { seededRandom } from '../../testing/builders.ts';
import { openKeys } from './replica-keys.ts';

beforeAll(() => sodium.ready);

test('a key ring names the address that was signed in with last, and an unlock, which knows none, leaves it', async () => {
  const disk = new MemoryDisk();
  const open = async (email: string | null) => {
    const { ring } = await openKeys(disk.connect(), {
      sodium,
      random: seededRandom(3),
      replicaKey: new Uint8Array(32).fill(1),
      accountRoot: new Uint8Array(32).fill(2),
      email,
    });
    return ring;
  };
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
