import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, lead, openTestReplica, pageOf } from '../../testing/builders.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { applyPage } from './apply-pull.ts';
import { beginRecount, noteOther, recountPage } from './recount.ts';

const fence = { owner: 'tab', term: 1 };

describe('[IN-3] a count of what lies here', () => {
  let replica: Replica;
  beforeEach(async () => {
    const store = new MemoryDisk().connect();
    replica = await openTestReplica(store);
    const clientId = await lead(store, fence);
    await store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
  });

  const count = beginRecount('appointment');
  const takeOneAway = (): Promise<void> =>
    replica.store.tx('strict', function* () {
      const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: 'appointment|', to: 'appointment}' }];
      yield [{ op: 'delete', table: 'base', keys: [rows?.[0]?.k ?? ''] }];
    });
  const unhealed = async () => (await replica.store.read(() => readMeta('unhealed')))[0];

  it('only reads, whatever it comes to: nobody who reads waits for it', async () => {
    expect(await replica.store.read(() => recountPage(replica, fence, count))).toBe('same');
    await takeOneAway();
    expect(await replica.store.read(() => recountPage(replica, fence, count))).toBe('other');
    expect(await unhealed()).toEqual([]);
  });

  it('that came out otherwise is noted for healing where it still does', async () => {
    expect(await replica.store.tx('relaxed', () => noteOther(replica, fence, count))).toBe('same');
    expect(await unhealed()).toEqual([]);
    await takeOneAway();
    expect(await replica.store.tx('relaxed', () => noteOther(replica, fence, count))).toBe('other');
    expect(await unhealed()).toEqual(['appointment']);
  });

  it('that came out otherwise is noted beside what was noted before', async () => {
    await replica.store.tx('relaxed', function* () {
      yield [putMeta('unhealed', ['note'])];
    });
    await takeOneAway();
    expect(await replica.store.tx('relaxed', () => noteOther(replica, fence, count))).toBe('other');
    expect(await unhealed()).toEqual(['note', 'appointment']);
  });

  it('under which something came says nothing', async () => {
    const before = { ...count, kept: 'other sums' };
    await takeOneAway();
    expect(await replica.store.tx('relaxed', () => noteOther(replica, fence, before))).toBe('moved');
    expect(await unhealed()).toEqual([]);
  });
});
