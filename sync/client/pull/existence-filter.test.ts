import { beforeEach, describe, expect, it } from 'vitest';
import type { PullRecord } from '../../protocol/pull-message.ts';
import type { StoreCommand } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, openTestReplica, pageOf } from '../../testing/builders.ts';
import { applyPage, type PulledPage } from './apply-pull.ts';
import { ExistenceFilter } from './existence-filter.ts';
import { metaDefaults, putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';

const fence = { owner: 'tab', term: 1 };

describe('a first sync that began empty', () => {
  let replica: Replica;
  let clientId: string;

  async function openEmpty(): Promise<void> {
    replica = await openTestReplica(new MemoryDisk().connect());
    await replica.store.tx('strict', function* () {
      const [client] = yield* readMeta('client');
      clientId = client?.clientId ?? '';
      yield [putMeta('leader', { ...fence, beat: 1 })];
    });
  }

  beforeEach(openEmpty);

  /** Applies pages one after the other; answers how many base rows were asked for, and the sums in the end. */
  async function applyAll(pages: readonly Partial<PulledPage>[], existing?: ExistenceFilter) {
    let asked = 0;
    const options = { onProblem: () => undefined, ...(existing ? { existing } : {}) };
    const counting = (commands: readonly StoreCommand[]): void => {
      for (const command of commands)
        if (command.op === 'get' && command.table === 'base') asked += command.keys.length;
    };
    await replica.store.tx('relaxed', function* () {
      const [cursor] = yield* readMeta('cursor');
      yield [putMeta('cursor', { ...(cursor ?? must()), cursor: null })];
    });
    for (const [index, page] of pages.entries()) {
      const from = index === 0 ? null : `c${index}`;
      const end = { cursor: `c${index + 1}`, complete: false };
      await replica.store.tx('relaxed', function* () {
        const body = applyPage(replica, fence, pageOf(clientId, { ...page, from, end }), options);
        let step = body.next([]);
        while (!step.done) {
          counting(step.value);
          step = body.next(yield step.value);
        }
      });
    }
    const [sums] = await replica.store.read(() => readMeta('sums'));
    return { asked, sums };
  }

  const newer = (records: readonly PullRecord[]): readonly PullRecord[] =>
    records.map((record) => ({ ...record, v: record.v + 1 }));

  it('[PL-5] asks only for what it has written itself, and sums up as one that asks for everything', async () => {
    const pages = [{ records: chartLines() }, { records: newer(chartLines()) }];
    const quick = await applyAll(pages, new ExistenceFilter());
    expect(quick.asked).toBe(chartLines().length);

    await openEmpty();
    const slow = await applyAll(pages);
    expect(slow.asked).toBe(2 * chartLines().length);
    expect(quick.sums).toEqual(slow.sums);
  });

  it('[PL-5] where something is held already, everything is asked for', async () => {
    await applyAll([{ records: chartLines() }]);
    const again = await applyAll([{ records: newer(chartLines()) }], new ExistenceFilter());
    expect(again.asked).toBe(chartLines().length);
    const [count] = again.sums?.['appointment'] ?? [];
    expect(count).toBe(chartLines().filter((record) => record.c === 'appointment').length);
  });
});

function must() {
  const { cursor } = metaDefaults;
  if (!cursor) throw new Error('a cursor has a default');
  return cursor;
}
