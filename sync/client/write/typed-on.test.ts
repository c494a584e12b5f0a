import { expect, it } from 'vitest';
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
import { applyPage } from '../pull/apply-pull.ts';
import { allRows } from '../replica/all-rows.ts';
import { rowToMutation } from './outbox.ts';
import { writeMutation } from './write.ts';

const fence = { owner: 'tab', term: 1 };

it('[OB-3] what is typed on in another zone goes out with the time and the zone in which it was typed last', async () => {
  const replica = await openTestReplica(new MemoryDisk().connect());
  const clientId = await lead(replica.store, fence);
  const page = pageOf(clientId, { records: chartLines() });
  await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
  const clock = new FakeClock();
  const random = seededRandom(5);
  const type = async (plan: string, zone: string, base: string): Promise<string> => {
    const options = { base: { plan: base }, coalesceKey: 'note/a1/plan' };
    const intent = { name: 'note.edit', args: noteEditArgs({ plan }), options };
    const result = await writeMutation(replica, { clock, random, zone: () => zone }, intent);
    return result.kind === 'saved' ? result.uid : '';
  };
  const uid = await type('Walk', 'America/New_York', '');
  clock.jump(3000);
  expect(await type('Walk daily', 'America/Denver', uid)).toBe(uid);
  const rows = await replica.store.read(() => allRows('outbox'));
  expect(rows.map((row) => rowToMutation(replica, row, clientId)?.ctx)).toMatchObject([
    { now: '2026-11-21T09:00:03.000Z', zone: 'America/Denver' },
  ]);
});
