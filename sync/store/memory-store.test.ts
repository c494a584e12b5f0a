import { describe, expect, it } from 'vitest';
import { observeCase } from '../testing/store-case.ts';
import { storeContract } from '../testing/store-contract.ts';
import { MemoryDisk } from './memory-store.ts';

describe('ReplicaStore contract: memory', () => {
  for (const storeCase of storeContract) {
    it(storeCase.name, async () => {
      const disk = new MemoryDisk();
      expect(await observeCase(storeCase, () => disk.connect())).toEqual(storeCase.expected);
    });
  }
});

describe('the faulty disk', () => {
  it('[ST-8] a crash loses relaxed commits since the last strict one, never a strict one', async () => {
    const disk = new MemoryDisk();
    const store = disk.connect();
    const put = (durability: 'strict' | 'relaxed', k: string): Promise<void> =>
      store.tx(durability, function* () {
        yield [{ op: 'put', table: 'meta', rows: [{ k }] }];
      });
    await put('relaxed', 'one');
    await put('strict', 'two');
    await put('relaxed', 'three');
    disk.crash();
    expect(disk.dump().meta.map((row) => row.k)).toEqual(['one', 'two']);
    await expect(put('strict', 'four')).rejects.toThrow('crashed');
  });

  it('[ST-9] a fault before commit changes nothing; after commit the writes stand', async () => {
    const disk = new MemoryDisk();
    const store = disk.connect();
    const put = (k: string): Promise<void> =>
      store.tx('strict', function* () {
        yield [{ op: 'put', table: 'meta', rows: [{ k }] }];
      });
    disk.fault = (operation) => (operation === 'commit' ? 'quota' : null);
    await expect(put('before')).rejects.toMatchObject({ code: 'quota' });
    disk.fault = (operation) => (operation === 'after-commit' ? 'lost-handle' : null);
    await expect(put('after')).rejects.toMatchObject({ code: 'lost-handle' });
    expect(disk.dump().meta.map((row) => row.k)).toEqual(['after']);
  });
});
