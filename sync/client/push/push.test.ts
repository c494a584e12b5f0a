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
import type { Json } from '../../core/record.ts';
import type { PushRequest, PushResponse, PushRow } from '../../protocol/push-message.ts';
import type { MutateOptions } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { readMeta } from '../replica/meta.ts';
import { rowToMutation } from '../write/outbox.ts';
import { acceptPush, parsePushResponse, type AnsweredPush } from './push.ts';
import { acceptSealed, draftPush, narrowPush, preparePush, raiseSent } from './deliver-outbox.ts';
import { rowToRecord, type Replica } from '../replica/replica.ts';
import { countWork, listAttention, listPending } from '../status/work-list.ts';
import { writeMutation } from '../write/write.ts';

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
    clientId = await lead(store, fence);
    await store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
  });

  const edit = (text: string, options: MutateOptions = { base: { plan: '' } }) =>
    writeMutation(
      replica,
      { clock, random, zone: () => 'UTC' },
      {
        name: 'note.edit',
        args: noteEditArgs({ plan: text }),
        options,
      },
    );
  const prepare = () => replica.store.tx('strict', () => preparePush(fence, clock.now()));
  /** The answer to a push whose line was drawn before it left; or to this one. */
  const accept = (answer: PushResponse, request: AnsweredPush['request'] = { clientId: '', rows: [] }) =>
    replica.store.tx('relaxed', () => acceptPush(replica, fence, { request, answer }));
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

  it('[PU-1] only a row that may still be rewritten waits for its line; the others may leave beside it', async () => {
    expect((await edit('typed', { base: { plan: '' }, coalesceKey: 'k' })).kind).toBe('saved');
    await clock.pass(1000);
    const draft = () => replica.store.read(() => draftPush(fence, clock.now()));
    expect(await draft()).toMatchObject({ kind: 'draft', isFixed: false, line: 1 });
    await prepare();
    expect(await draft()).toMatchObject({ kind: 'draft', isFixed: true, line: null });
    await edit('not typed');
    expect(await draft()).toMatchObject({ kind: 'draft', isFixed: true, line: 2 });
  });

  it('[PU-1] what left without a line gets it with the answer, whatever that is, or while the answer is slow', async () => {
    const { clientId } = (await meta())[0] ?? { clientId: '' };
    const rows: PushRow[] = [];
    for (const id of [1, 2, 3]) {
      await edit(`not typed ${id}`);
      rows.push({ kind: 'void', id });
    }
    await accept(ok(1), { clientId, rows: rows.slice(0, 1) });
    expect(await meta()).toMatchObject([{ clientId }, { mark: 1 }, { through: 1 }]);
    await accept({ kind: 'unknown-key', key: 'd1', epoch: 'e', serverTime }, { clientId, rows: rows.slice(1, 2) });
    expect(await meta()).toMatchObject([{ clientId }, { mark: 1 }, { through: 2 }]);
    await replica.store.tx('relaxed', () => raiseSent(fence, { clientId, rows: rows.slice(2) }));
    expect(await meta()).toMatchObject([{ clientId }, { mark: 1 }, { through: 3 }]);
  });

  it('[PU-1] a push of another client id draws no line', async () => {
    await edit('one');
    const request: AnsweredPush['request'] = { clientId: 'before', rows: [{ kind: 'void', id: 1 }] };
    await replica.store.tx('relaxed', () => raiseSent(fence, request));
    await accept({ kind: 'unknown-key', key: 'd1', epoch: 'e', serverTime }, request);
    expect((await meta())[2]).toEqual({ through: 0 });
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

  it('[PU-7] an answer settles what its push brought: behind it, a profile that was put back holds other changes', async () => {
    for (const text of ['sent once', 'never sent', 'typed after the restore']) await edit(text);
    const request = await prepare();
    const rows = request && 'rows' in request ? request.rows : [];
    // As after a refusal for its content: the first row alone, and the server has settled all three in another life.
    expect(await accept(ok(3), { clientId, rows: rows.slice(0, 1) })).toBe('more');
    expect((await meta())[1]).toEqual({ mark: 1 });
    expect(await prepare()).toMatchObject({ rows: [{ id: 2 }, { id: 3 }] });
    const deposited = replica.store.tx('strict', () => acceptSealed(fence, { clientId, rows: rows.slice(1, 2) }, 3));
    expect([await deposited, (await meta())[1]]).toEqual(['raised', { mark: 2 }]);
  });

  it('[LD-1] a deposed tab neither takes rows nor believes an answer', async () => {
    await edit('one');
    await lead(replica.store, { owner: 'other', term: 2 });
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

  it('[PU-3] a gap whose uids are not ours is no lost answer: all goes out anew', async () => {
    await edit('one');
    await edit('two');
    await prepare();
    const before = uids();
    expect(await accept(gap(1, [{ id: 1, uid: 'of another change' }]))).toBe('new-client');
    expect((await meta())[0]?.clientId).not.toBe(clientId);
    expect(uids()).toEqual(before);
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

  describe('[PU-6] a push that is refused for what is in it', () => {
    /** A server that takes what it can: what `refuses` says, it answers with that status; the rest is settled. */
    class Server {
      mark = 0;
      requests: { ids: number[]; voids: number[] }[] = [];
      refuses: (request: PushRequest) => '413' | '422' | null = () => null;

      async round(): Promise<string> {
        const request = await prepare();
        if (!request) return 'drained';
        if ('kind' in request) throw new Error('nothing may hold');
        this.requests.push({
          ids: request.rows.map((row) => row.id),
          voids: request.rows.flatMap((row) => (row.kind === 'void' ? [row.id] : [])),
        });
        const refusal = this.refuses(request);
        if (refusal) return replica.store.tx('strict', () => narrowPush(fence, request, refusal));
        this.mark = request.rows.at(-1)?.id ?? this.mark;
        const results = request.rows.map(({ id, kind }) => ({
          id,
          outcome: kind === 'void' ? ('void' as const) : ('applied' as const),
        }));
        return accept({ ...ok(this.mark), results } as PushResponse);
      }

      async drain(most = 40): Promise<number> {
        for (let round = 1; round <= most; round += 1) if ((await this.round()) === 'drained') return round;
        throw new Error('never drained');
      }
    }
    const refusing =
      (code: '413' | '422', ...bad: readonly number[]) =>
      (request: PushRequest): '413' | '422' | null =>
        request.rows.some((row) => row.kind === 'sealed' && bad.includes(row.id)) ? code : null;
    const editAll = async (count: number): Promise<void> => {
      for (let index = 1; index <= count; index += 1) await edit(`text ${index}`);
    };

    it.each([
      ['413', 'too_long'],
      ['422', 'unreadable'],
    ] as const)(
      '%s: the one row goes out as void and to needs attention (%s), with its content',
      async (code, said) => {
        await editAll(40);
        const [uid] = uids().slice(12);
        const server = new Server();
        server.refuses = refusing(code, 13);
        // 40, 20, 10 | 10 of the rest: 20 suspects by halves, the row alone, then it as void with all that is behind it.
        expect(await server.drain()).toBeLessThanOrEqual(10);
        expect(server.mark).toBe(40);
        expect(server.requests.at(-1)).toMatchObject({ voids: [13] });
        expect(server.requests.at(-1)?.ids.at(-1)).toBe(40);
        expect(await listAttention(replica)).toMatchObject([
          { uid, name: 'note.edit', kind: 'rejected', code: said, args: { answers: { plan: 'text 13' } } },
        ]);
        expect(disk.dump().meta.some((row) => row.k === 'isolation')).toBe(false);
      },
    );

    it('the item stays, and only it, when the pull settles the place that the row left behind', async () => {
      await editAll(3);
      const server = new Server();
      server.refuses = refusing('422', 2);
      await server.drain();
      // Two rows, of one note.
      expect(await countWork(replica.store)).toMatchObject({ waiting: 1, attention: 1 });
      expect(await listPending(replica)).toHaveLength(2);
      const end = { mark: 3, outcomes: [{ id: 2, outcome: 'void' as const }] };
      await replica.store.tx('strict', () =>
        applyPage(replica, fence, { ...pageOf(clientId, { end }), from: 'c1' }, { onProblem: () => undefined }),
      );
      expect(disk.dump().outbox).toHaveLength(0);
      expect(await listAttention(replica)).toMatchObject([{ args: { answers: { plan: 'text 2' } } }]);
    });

    it('[OB-2] what has moved is not on screen any more, before any pull; what else waits is', async () => {
      await edit('arrives');
      await edit('goes out empty');
      const server = new Server();
      server.refuses = refusing('422', 2);
      await server.drain();
      const overlay = disk.dump().overlay.map((row) => rowToRecord(replica, 'overlay', row).body);
      expect(overlay).toMatchObject([{ answers: { plan: 'arrives' } }]);
    });

    it('several rows are found one after the other, and everything else arrives', async () => {
      await editAll(30);
      const server = new Server();
      server.refuses = refusing('422', 1, 17, 18, 30);
      await server.drain(80);
      expect((await listAttention(replica)).map((item) => (item.args as { answers: Json }).answers)).toHaveLength(4);
      expect(server.mark).toBe(30);
    });

    it('a server that refuses whatever it is sent moves nothing: the rows go out whole when it has come to itself', async () => {
      await editAll(8);
      const server = new Server();
      server.refuses = () => '422';
      const steps: string[] = [];
      for (let round = 0; round < 12; round += 1) steps.push(await server.round());
      expect(steps).toContain('all-refused');
      // From the first doubt on, two small requests ask whether it still does.
      expect(server.requests.slice(steps.indexOf('all-refused') + 1).every(({ ids }) => ids.length === 1)).toBe(true);
      expect(await listAttention(replica)).toEqual([]);
      // The doubt ends at a sealed row or at a void, whichever comes next; here at a sealed one.
      if ((await server.round()) === 'narrowed') expect(await server.round()).toBe('all-refused');
      server.refuses = () => null;
      server.requests = [];
      await server.drain();
      expect(server.requests.flatMap(({ voids }) => voids)).toEqual([]);
      expect(await listAttention(replica)).toEqual([]);
    });

    it('too much at once is no row too long: halves arrive, nothing is moved', async () => {
      await editAll(20);
      const server = new Server();
      server.refuses = (request) => (request.rows.length > 6 ? '413' : null);
      await server.drain();
      expect(server.mark).toBe(20);
      expect(await listAttention(replica)).toEqual([]);
    });

    it('a row that the server had taken after all is no refused one', async () => {
      await edit('one');
      const server = new Server();
      server.refuses = refusing('422', 1);
      expect(await server.round()).toBe('narrowed');
      expect(await prepare()).toMatchObject({ rows: [{ kind: 'void', id: 1 }] });
      await accept({ ...ok(1), results: [{ id: 1, outcome: 'applied' }] } as PushResponse);
      expect(await listAttention(replica)).toEqual([]);
      expect(uids()).toHaveLength(1);
    });

    it('[PU-3] where another change was settled under its id, this profile was put back: it goes out anew', async () => {
      await edit('typed after the restore');
      const [uid] = uids();
      const server = new Server();
      server.refuses = refusing('422', 1);
      expect(await server.round()).toBe('narrowed');
      const empty = await prepare();
      expect(empty).toMatchObject({ rows: [{ kind: 'void', id: 1 }] });
      const other = { id: 1, outcome: 'applied', uid: 'u-other' } as const;
      expect(await accept({ ...ok(1), results: [other] } as PushResponse, empty as PushRequest)).toBe('new-client');
      const again = await prepare();
      expect(again).toMatchObject({ rows: [{ kind: 'sealed', id: 1 }] });
      // Under its own uid the server had taken it after all.
      const own = { ...other, uid: uid ?? '' };
      expect(await accept({ ...ok(1), results: [own] } as PushResponse, again as PushRequest)).toBe('drained');
      expect(uids()).toEqual([uid]);
    });

    it('[PU-4] an empty row under its own uid had arrived: nothing goes out anew', async () => {
      await edit('one');
      const server = new Server();
      server.refuses = refusing('422', 1);
      await server.round();
      const empty = (await prepare()) as PushRequest;
      const own = { id: 1, outcome: 'applied' as const, uid: uids()[0] ?? '' };
      expect(await accept({ ...ok(1), results: [own] } as PushResponse, empty)).toBe('drained');
      expect((await meta())[0]?.clientId).toBe(clientId);
    });

    it('a new client id forgets it: its ids are other rows', async () => {
      await editAll(2);
      const server = new Server();
      server.refuses = refusing('422', 1);
      expect([await server.round(), await server.round()]).toEqual(['narrowed', 'narrowed']);
      expect(await prepare()).toMatchObject({ rows: [{ kind: 'void' }, { kind: 'sealed' }] });
      await accept(gap(40));
      expect(await prepare()).toMatchObject({ rows: [{ kind: 'sealed' }, { kind: 'sealed' }] });
    });

    it('[LD-1] a deposed tab narrows nothing', async () => {
      await edit('one');
      const request = await prepare();
      await lead(replica.store, { owner: 'other', term: 2 });
      if (!request || 'kind' in request) throw new Error('a request');
      await expect(replica.store.tx('strict', () => narrowPush(fence, request, '422'))).rejects.toThrow('deposed');
    });
  });

  it('[PL-2] what is no answer of ours is none', () => {
    for (const body of [null, '<html>', { kind: 'ok' }, { kind: 'fine', mark: 1 }])
      expect(parsePushResponse(body)).toBeNull();
  });
});
