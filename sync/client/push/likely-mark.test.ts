import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  chartLines,
  FakeClock,
  lead,
  noteEditArgs,
  openTestReplica,
  pageOf,
  seededRandom,
} from '../../testing/builders.ts';
import { maxMutationsPerPush } from '../../protocol/push-message.ts';
import type { MutateOptions } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import type { Replica } from '../replica/replica.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { outboxKey } from '../write/outbox-meta.ts';
import { writeMutation } from '../write/write.ts';
import { draftPush } from './deliver-outbox.ts';

const fence = { owner: 'tab', term: 1 };

describe('the next rows to send, where the mark has moved since it was last read', () => {
  let replica: Replica;
  const clock = new FakeClock();
  const random = seededRandom(4);

  beforeEach(async () => {
    const store = new MemoryDisk().connect();
    replica = await openTestReplica(store, { random });
    const clientId = await lead(store, fence);
    await store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
    for (let count = 0; count < 4; count += 1) await write({ base: { plan: '' } });
  });

  const write = (options: MutateOptions): ReturnType<typeof writeMutation> =>
    writeMutation(
      replica,
      { clock, random, zone: () => 'UTC' },
      { name: 'note.edit', args: noteEditArgs({ plan: 'text' }), options },
    );
  const markAt = (mark: number): Promise<void> =>
    replica.store.tx('strict', function* () {
      yield [putMeta('mark', { mark })];
    });

  /** The ids that go out, and in how many round trips to storage that was known. */
  async function drafted(likelyMark: number): Promise<readonly [readonly number[] | null, number]> {
    let trips = 0;
    const draft = await replica.store.read(function* () {
      const body = draftPush(fence, clock.now(), likelyMark);
      let step = body.next([]);
      while (!step.done) {
        trips += 1;
        step = body.next(yield step.value);
      }
      return step.value;
    });
    return [draft?.kind === 'draft' ? draft.request.rows.map(({ id }) => id) : null, trips];
  }

  it.each([
    ['stands where it was', 2, 2, [3, 4], 1],
    ['has risen', 1, 3, [4], 1],
    ['has fallen: what is settled goes out once more', 3, 1, [2, 3, 4], 2],
    ['has risen above all that waits', 0, 4, null, 1],
  ] as const)('it %s', async (_what, likely, mark, ids, trips) => {
    await markAt(mark);
    expect(await drafted(likely)).toEqual([ids, trips]);
  });

  it('it has risen, and more rows lie above where it was than one push takes', async () => {
    await markAt(maxMutationsPerPush);
    await replica.store.tx('strict', function* () {
      const rows = Array.from({ length: maxMutationsPerPush + 1 }, (_, index) => ({ k: outboxKey(index + 1), m: 'x' }));
      const [client] = yield* readMeta('client');
      yield [
        { op: 'put', table: 'outbox', rows },
        putMeta('client', { clientId: client?.clientId ?? '', lastId: rows.length }),
      ];
    });
    expect(await drafted(0)).toEqual([[maxMutationsPerPush + 1], 2]);
  });

  it('[OB-4] of those that are settled none says whether somebody is typing', async () => {
    await write({ base: { plan: '' }, coalesceKey: 'k' });
    await markAt(4);
    expect(await replica.store.read(() => draftPush(fence, clock.now(), 0))).toMatchObject({ kind: 'hold' });
  });
});
