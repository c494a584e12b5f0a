import { expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { openTestReplica } from '../../testing/builders.ts';
import { getSeen } from '../read/reads.ts';
import { LockedError } from '../replica/replica.ts';
import { raiseLock } from './replica-keys.ts';

it('[LK-1] each lock is another one: a tab that was opened after the first finds the second', async () => {
  const disk = new MemoryDisk();
  const before = await openTestReplica(disk.connect());
  await raiseLock(before.store);
  const between = await openTestReplica(disk.connect());
  expect(await getSeen(between, 'note', 'n1')).toBeUndefined();
  await raiseLock(between.store);
  for (const replica of [before, between]) await expect(getSeen(replica, 'note', 'n1')).rejects.toThrow(LockedError);
});
