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
import { putMeta, readMeta } from '../replica/meta.ts';
import { writeMutation } from '../write/write.ts';
import { applyPage } from './apply-pull.ts';

const fence = { owner: 'tab', term: 1 };

it('[PU-3] under new numbers nothing is said to have been heard of yet: what the server refuses is told', async () => {
  const replica = await openTestReplica(new MemoryDisk().connect());
  const { store } = replica;
  const clientId = await lead(store, fence);
  const apply = (page: Parameters<typeof pageOf>[1]) =>
    store.tx('relaxed', () => applyPage(replica, fence, pageOf(clientId, page), { onProblem: () => undefined }));
  await apply({ records: chartLines(), end: { cursor: 'c1' } });
  await store.tx('strict', function* () {
    const [cursor] = yield* readMeta('cursor');
    if (cursor) yield [putMeta('cursor', { ...cursor, confirmed: 7 })];
    yield [putMeta('client', { clientId, lastId: 7 }), putMeta('mark', { mark: 7 }), putMeta('sent', { through: 7 })];
  });
  const ports = { clock: new FakeClock(), random: seededRandom(5), zone: () => 'UTC' };
  const intent = { name: 'note.edit', args: noteEditArgs({ plan: 'Walk' }) };
  expect(await writeMutation(replica, ports, intent)).toMatchObject({ kind: 'saved' });
  expect(await apply({ from: 'c1', end: { cursor: 'c2', mark: 50 } })).toMatchObject({ isNewClient: true });
  const [client, cursor] = await store.read(() => readMeta('client', 'cursor'));
  expect([client?.clientId === clientId, client?.lastId, cursor?.confirmed, cursor?.cursor]).toEqual([
    false,
    1,
    0,
    'c2',
  ]);
});
