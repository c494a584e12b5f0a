import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom } from '../testing/builders.ts';
import type { PushResponse } from '../protocol/push-message.ts';
import { applyPage } from './apply-pull.ts';
import { putMeta, readMeta } from './meta.ts';
import { rowToMutation } from './outbox.ts';
import { acceptPush, parsePushResponse, preparePush } from './push.ts';
import type { Replica } from './replica.ts';
import { writeMutation } from './write.ts';

const fence = { owner: 'tab', term: 1 };
const serverTime = '2026-11-21T09:00:00.000Z';

describe('push', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  let clientId: string;
  const clock = new FakeClock();
  const random = seededRandom(4);

  beforeEach(async () => {
    disk = new MemoryDisk();
    const store = disk.connect();
    replica = await openTestReplica(store, { random });
    const [client] = await store.tx('strict', function* () {
      yield [putMeta('leader', { ...fence, beat: 1 })];
      return yield* readMeta('client');
    });
    clientId = client?.clientId ?? '';
    await store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
  });

  const edit = (text: string) =>
    writeMutation(
      replica,
      { clock, random, zone: () => 'UTC' },
      {
        name: 'note.edit',
        args: {
          appointment_id: 'a1',
          author_name: 'Dr. One',
          note_schema_id: 'soap-note',
          note_schema_revision: 1,
          answers: { plan: text },
        },
        options: { base: { plan: '' } },
      },
    );
  const prepare = () => replica.store.tx('strict', () => preparePush(fence, clock.now()));
  const accept = (answer: PushResponse) => replica.store.tx('relaxed', () => acceptPush(replica, fence, answer));
  const meta = () => replica.store.tx('relaxed', () => readMeta('client', 'mark', 'sent'));
  const ok = (mark: number): PushResponse => ({ kind: 'ok', mark, results: [], epoch: 'e', serverTime });
  const gap = (mark: number, known: { id: number; uid: string }[] = []): PushResponse => ({
    kind: 'gap',
    mark,
    known,
    epoch: 'e',
    serverTime,
  });
  const uids = () => disk.dump().outbox.map((row) => (row.m as { uid: string }).uid);

  it('[PU-1] the line is drawn in the transaction that takes the rows', async () => {
    await edit('one');
    await edit('two');
    expect(await prepare()).toMatchObject({ clientId, highest: 2, rows: [{ id: 1 }, { id: 2 }] });
    const [, , sent] = await meta();
    expect(sent).toEqual({ through: 2 });
  });

  it('[PU-1] the same rows go out as the same bytes', async () => {
    await edit('one');
    expect(await prepare()).toEqual(await prepare());
  });

  it('[PU-2] a damaged row and a missing one go out as void, and what is behind them goes too', async () => {
    for (const text of ['one', 'two', 'three']) await edit(text);
    await replica.store.tx('strict', function* () {
      yield [
        { op: 'put', table: 'outbox', rows: [{ k: '000000000001', m: 'rubbish' }] },
        { op: 'delete', table: 'outbox', keys: ['000000000002'] },
      ];
    });
    expect(await prepare()).toMatchObject({
      rows: [
        { kind: 'void', id: 1 },
        { kind: 'void', id: 2 },
        { kind: 'sealed', id: 3 },
      ],
    });
  });

  it('[OB-2] an acknowledged row stays until a pull brings its effect', async () => {
    await edit('one');
    await prepare();
    expect(await accept(ok(1))).toBe('drained');
    expect(disk.dump().outbox).toHaveLength(1);
    expect(await prepare()).toBeNull();
  });

  it('[LD-1] a deposed tab neither takes rows nor believes an answer', async () => {
    await edit('one');
    await replica.store.tx('strict', function* () {
      yield [putMeta('leader', { owner: 'other', term: 2, beat: 1 })];
    });
    await expect(prepare()).rejects.toThrow('deposed');
    await expect(accept(ok(1))).rejects.toThrow('deposed');
  });

  it('[PU-4] a gap that names our own uids is only a lost answer', async () => {
    await edit('one');
    await edit('two');
    const [first] = uids();
    await prepare();
    expect(await accept(gap(1, [{ id: 1, uid: first ?? '' }]))).toBe('more');
    expect((await meta())[0]?.clientId).toBe(clientId);
    expect(await prepare()).toMatchObject({ rows: [{ id: 2 }] });
  });

  it('[PU-3] a restored profile goes on under a new client id with the same uids, each readable in its new place', async () => {
    await edit('one');
    await edit('two');
    const before = uids();
    expect(
      await accept(
        gap(2, [
          { id: 1, uid: 'somebody-else' },
          { id: 2, uid: 'of-another-life' },
        ]),
      ),
    ).toBe('new-client');
    const [client] = await meta();
    expect(client?.clientId).not.toBe(clientId);
    expect(uids()).toEqual(before);
    const opened = disk.dump().outbox.map((row) => rowToMutation(replica, row, client?.clientId ?? '')?.args);
    expect(opened).toMatchObject([{ answers: { plan: 'one' } }, { answers: { plan: 'two' } }]);
    expect(await prepare()).toMatchObject({ rows: [{ id: 1 }, { id: 2 }] });
  });

  it('[PU-3] what moved to a new client id may have left before: it is never rewritten under its uid', async () => {
    await edit('here');
    await accept(gap(40));
    const [, , sent] = await meta();
    expect(sent).toEqual({ through: 1 });
  });

  it('[PU-3] a mark beyond what this device ever made names a lost outbox and loses nothing that is here', async () => {
    await edit('here');
    expect(await accept(gap(40))).toBe('lost-outbox');
    expect(disk.dump().outbox).toHaveLength(1);
  });

  it('[PL-2] what is no answer of ours is none', () => {
    for (const body of [null, '<html>', { kind: 'ok' }, { kind: 'fine', mark: 1 }])
      expect(parsePushResponse(body)).toBeNull();
  });
});
