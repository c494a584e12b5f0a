import { expect, it } from 'vitest';
import type { ReplicaStore } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import { appointmentBodyOf, openTestReplica, settle } from '../../testing/builders.ts';
import { getSeen } from '../read/reads.ts';
import { putMeta, readMeta } from './meta.ts';
import { recordToRow, type Replica } from './replica.ts';

it('[BR-2] a broken record is named by who comes upon it next, where storage took no word of it at first', async () => {
  const plain = await openTestReplica(new MemoryDisk().connect());
  await plain.store.tx('strict', function* () {
    yield [{ op: 'put', table: 'base', rows: [{ k: 'note|n1', s: 'chart:c1', v: 1, z: new Uint8Array(60) }] }];
  });
  let isFull = true;
  const tx: ReplicaStore['tx'] = (...given) =>
    isFull ? Promise.reject(new StoreError('quota')) : plain.store.tx(...given);
  const replica: Replica = { ...plain, store: { ...plain.store, tx } };
  const named = async () => (await plain.store.read(() => readMeta('broken')))[0];
  expect(await getSeen(replica, 'note', 'n1')).toBeUndefined();
  await settle();
  expect(await named()).toEqual([]);
  isFull = false;
  expect(await getSeen(replica, 'note', 'n1')).toBeUndefined();
  await settle();
  expect(await named()).toEqual(['note|n1']);
});

it('[BR-2] a record that was mended, and breaks once more, is named once more', async () => {
  const replica = await openTestReplica(new MemoryDisk().connect());
  const home = { collection: 'appointment', id: 'a1', scope: chartScope('c1'), cls: classes.scheduling };
  const record = { ...home, version: 1, shape: 2, body: appointmentBodyOf(), stamps: {} };
  const whole = recordToRow(replica, 'base', record, { g: 1 });
  const lay = (row: typeof whole) =>
    replica.store.tx('strict', function* () {
      yield [{ op: 'put', table: 'base', rows: [row] }, putMeta('broken', [])];
    });
  const look = async (): Promise<unknown> => {
    const seen = await getSeen(replica, 'appointment', 'a1');
    await settle();
    return [seen?.id, (await replica.store.read(() => readMeta('broken')))[0]];
  };
  for (const _time of ['once', 'again']) {
    await lay({ ...whole, z: new Uint8Array(60) });
    expect(await look()).toEqual([undefined, ['appointment|a1']]);
    await lay(whole);
    expect(await look()).toEqual(['a1', []]);
  }
});
