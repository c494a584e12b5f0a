import { expect, test } from 'vitest';
import { MemoryDisk } from '../store/memory-store.ts';
import type { Api } from './client-ports.ts';
import { debtOf, paySessionDebt, setDebt } from './session-debt.ts';

test('LO-1: a log-out that comes while a lock is being paid is owed on', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  const api: Api = {
    call: async () => {
      // The person logs out on the locked screen; that call is lost.
      await setDebt(device, 'logout');
      return { status: 200, body: {} };
    },
  };
  await paySessionDebt(api, device);
  expect(await debtOf(device)).toBe('logout');
});
