import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplicaRow } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { FakeClock, openTestReplica } from '../../testing/builders.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { mutationToRow } from '../write/outbox.ts';
import { outboxKey, readOutboxMeta, type OutboxMeta } from '../write/outbox-meta.ts';
import type { Replica } from '../replica/replica.ts';
import { StatusBoard } from './status-board.ts';
import { countWork, listPending } from './work-list.ts';

const mark = 3;

/** A row as an outbox holds it; what is sealed in it is no part of a count. */
function outboxRow(id: number, change: Partial<OutboxMeta> = {}): ReplicaRow {
  const meta: OutboxMeta = {
    id,
    uid: `u${id}`,
    name: 'note.edit',
    at: '2026-11-21T09:00:00.000Z',
    key: 'd1',
    wrote: [],
    loaded: [],
    ...change,
  };
  return { k: outboxKey(id), m: meta, z: new Uint8Array(40) };
}

const damaged = (id: number): ReplicaRow => ({ k: outboxKey(id), m: { id, name: 7 }, z: new Uint8Array(40) });
const ofNote = (id: number, change: Partial<OutboxMeta> = {}): ReplicaRow =>
  outboxRow(id, { wrote: ['note|note.a1'], ...change });
const withoutBox = (id: number): ReplicaRow => ({ k: outboxKey(id), m: outboxRow(id).m });

/** Outboxes of a device whose first three mutations the server has settled, and what each counts as. */
const outboxes: readonly (readonly [string, readonly ReplicaRow[], { waiting: number; undelivered: number }])[] = [
  ['nothing', [], { waiting: 0, undelivered: 0 }],
  ['rows above the mark', [outboxRow(4), outboxRow(5)], { waiting: 2, undelivered: 2 }],
  ['a row that the server has, without its outcome', [outboxRow(3), outboxRow(4)], { waiting: 2, undelivered: 1 }],
  ['a damaged row above the mark', [outboxRow(4), damaged(5)], { waiting: 2, undelivered: 2 }],
  ['a damaged row below the mark', [damaged(2), outboxRow(4)], { waiting: 2, undelivered: 1 }],
  ['a row whose sealed half is gone', [withoutBox(4)], { waiting: 1, undelivered: 1 }],
  [
    'a row of a mutator that this version does not know',
    [outboxRow(4, { name: 'x.y' })],
    { waiting: 1, undelivered: 1 },
  ],
  ['a row of an older outbox key', [outboxRow(4, { key: 'd0' })], { waiting: 1, undelivered: 1 }],
  ['ids of other lengths', [outboxRow(9), outboxRow(10), outboxRow(100)], { waiting: 3, undelivered: 3 }],
  [
    'a note, typed in five pauses and in two fields, and signed',
    [1, 2, 3, 4, 5, 6].map((id) => ofNote(id, id === 6 ? { name: 'note.sign' } : {})),
    { waiting: 1, undelivered: 1 },
  ],
  ['a note of which a part has arrived', [ofNote(2), ofNote(3)], { waiting: 1, undelivered: 0 }],
  ['two notes', [ofNote(4), ofNote(5, { wrote: ['note|note.a2'] }), ofNote(6)], { waiting: 2, undelivered: 2 }],
  [
    'a booking that was cancelled again, with its note',
    [outboxRow(4, { wrote: ['appointment|a1'] }), outboxRow(5, { wrote: ['appointment|a1', 'note|note.a1'] })],
    { waiting: 1, undelivered: 1 },
  ],
  ['a note of which one row is damaged', [ofNote(4), damaged(5)], { waiting: 2, undelivered: 2 }],
  ['a look at a chart, which nobody made', [outboxRow(4, { name: 'chart.view' })], { waiting: 0, undelivered: 0 }],
];

describe('what waits', () => {
  let disk: MemoryDisk;
  let replica: Replica;

  beforeEach(async () => {
    disk = new MemoryDisk();
    replica = await openTestReplica(disk.connect());
    await fill([], []);
  });

  const fill = (outbox: readonly ReplicaRow[], attention: readonly ReplicaRow[]): Promise<void> =>
    disk.connect().tx('strict', function* () {
      yield [putMeta('mark', { mark }), putMeta('sent', { through: 4 })];
      yield [
        { op: 'put', table: 'outbox', rows: outbox },
        { op: 'put', table: 'attention', rows: attention },
      ];
    });

  it.each(outboxes)(
    '[OB-2][WK-1] is everything in the outbox, damaged rows too, a note once: %s',
    async (_name, rows, count) => {
      await fill(rows, []);
      expect(await countWork(replica.store)).toEqual({ ...count, attention: 0 });
      const listed = await listPending(replica);
      expect(new Set(listed.map(({ thing }) => thing)).size).toBe(count.waiting);
      expect(listed).toHaveLength(rows.filter((row) => readOutboxMeta(row)?.name !== 'chart.view').length);
    },
  );

  it('[OB-2] the indicator says the same number, soon after the commit and without keys', async () => {
    const clock = new FakeClock();
    const board = new StatusBoard(clock);
    board.follow(disk.connect());
    let calls = 0;
    board.watchWork(() => (calls += 1));
    await fill([outboxRow(3), outboxRow(4), damaged(5)], [{ k: 'u1' }]);
    await clock.pass(50);
    expect(board.value.get()).toMatchObject({ waiting: 3, attention: 1 });
    expect(calls).toBe(1);
    board.unfollow();
  });

  it('the indicator reads once for a burst of commits, and not for a leader’s beat', async () => {
    const clock = new FakeClock();
    const board = new StatusBoard(clock);
    const store = disk.connect();
    let reads = 0;
    board.follow({
      ...store,
      read: (body) => {
        reads += 1;
        return store.read(body);
      },
    });
    await clock.pass(0);
    reads = 0;
    for (const id of [3, 4, 5]) await fill([outboxRow(id)], []);
    await clock.pass(50);
    expect([reads, board.value.get().waiting]).toEqual([1, 3]);
    await replica.store.tx('relaxed', function* () {
      yield [putMeta('leader', { owner: 'one', term: 1, beat: 2 })];
    });
    await clock.pass(50);
    expect(reads).toBe(1);
    board.unfollow();
  });

  it('the indicator of another replica is not held up by what is still asked of the one before', async () => {
    const clock = new FakeClock();
    const board = new StatusBoard(clock);
    const other = new MemoryDisk();
    const otherReplica = await openTestReplica(other.connect());
    await fill([outboxRow(3)], []);
    board.follow({
      ...disk.connect(),
      read: () => new Promise((resolve) => clock.after(20, () => resolve(null as never))),
    });
    await fill([outboxRow(4)], []);
    board.follow(other.connect());
    await clock.pass(30);
    await otherReplica.store.tx('relaxed', function* () {
      yield [{ op: 'put', table: 'outbox', rows: [outboxRow(4), outboxRow(5)] }];
    });
    await clock.pass(100);
    expect(board.value.get().waiting).toBe(2);
    board.unfollow();
  });

  it('[OB-2] a row that cannot be read is listed as such, never left out; the others with their content', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const ctx = { now: '2026-11-21T09:00:00.000Z', zone: 'UTC', ids: [], base: {} };
    const real = (id: number): ReplicaRow =>
      mutationToRow(
        replica,
        { clientId: client?.clientId ?? '', id, uid: `uid-of-row-${id}`, name: 'note.edit', args: { id }, ctx },
        { wrote: [], loaded: [] },
      );
    await fill([real(4), real(5), damaged(6), withoutBox(7), outboxRow(8)], []);
    const listed = (await listPending(replica)).map(({ state, args }) => [state, args]);
    expect(listed).toEqual([
      ['sent', { id: 4 }],
      ['waiting', { id: 5 }],
      ['unreadable', null],
      ['unreadable', null],
      ['unreadable', null],
    ]);
  });
});
