import { beforeEach, describe, expect, it } from 'vitest';
import type { TransportAnswer } from '../../ports.ts';
import type { PushRequest, PushResponse } from '../../protocol/push-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  chartLines,
  FakeClock,
  lead,
  noteEditArgs,
  openTestReplica,
  pageOf,
  seededRandom,
  settle,
} from '../../testing/builders.ts';
import { CycleContext } from '../lead/cycle-context.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { PagePipeline } from '../pull/page-pipeline.ts';
import { readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { writeMutation } from '../write/write.ts';
import { draftPush } from './deliver-outbox.ts';
import { PushLoop } from './push-loop.ts';

type Sent = PushRequest & { readonly principal: string };

const fence = { owner: 'tab', term: 1 };
const said = { epoch: 'e1', serverTime: '2026-11-21T09:00:00.000Z' };
const ok = (mark: number): PushResponse => ({ kind: 'ok', mark, results: [], ...said });
const unknownKey: PushResponse = { kind: 'unknown-key', key: 'd1', ...said };
const answered = (value: unknown): TransportAnswer<unknown> => ({ kind: 'answered', value });
const lastOf = ({ rows }: PushRequest): number => rows.at(-1)?.id ?? 0;

let replica: Replica;
let clock: FakeClock;
let context: CycleContext;
let sent: Sent[];
let signals: (AbortSignal | undefined)[];
let registered: number;
let isRegistered: boolean;
let errors: unknown[];
let answer: (request: PushRequest) => TransportAnswer<unknown> | Promise<TransportAnswer<unknown>>;

beforeEach(async () => {
  [clock, sent, signals, registered, isRegistered, errors] = [new FakeClock(), [], [], 0, true, []];
  const store = new MemoryDisk().connect();
  replica = await openTestReplica(store);
  const clientId = await lead(store, fence);
  const page = pageOf(clientId, { records: chartLines() });
  await store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
  context = new CycleContext({
    replica,
    clock,
    log: { error: (event, detail) => errors.push([event, detail]), info: () => undefined, debug: () => undefined },
    registerKey: () => {
      registered += 1;
      return Promise.resolve(isRegistered);
    },
    transport: {
      push: (request, signal) => {
        sent.push(request as Sent);
        signals.push(signal);
        return Promise.resolve(answer(request as PushRequest));
      },
      pull: () => Promise.reject(new Error('a push loop pulls nothing')),
    },
  });
  answer = (request) => answered(ok(lastOf(request)));
});

async function write(rows: number): Promise<void> {
  const random = seededRandom(7);
  for (let row = 0; row < rows; row += 1) {
    const args = noteEditArgs({ plan: `text ${row}` });
    const made = { name: 'note.edit', args, options: { base: {} } };
    expect((await writeMutation(replica, { clock, random, zone: () => 'UTC' }, made)).kind).toBe('saved');
  }
}

/** One run over what waits here, as a cycle begins it. */
async function run() {
  const draft = await replica.store.read(() => draftPush(fence, clock.now()));
  if (!draft) throw new Error('nothing waits');
  const [mark] = await replica.store.read(() => readMeta('mark'));
  return new PushLoop(context, new PagePipeline(context)).run(fence, draft, mark?.mark ?? 0);
}

const ids = () => sent.map(({ rows }) => rows.map(({ id }) => id));
const metas = () => replica.store.read(() => readMeta('sent', 'mark', 'status'));

describe('a push', () => {
  it('takes all that waits, says whose it is, and is called off with its cycle', async () => {
    await write(3);
    expect(await run()).toEqual({ kind: 'drained' });
    expect([ids(), sent[0]?.principal]).toEqual([[[1, 2, 3]], 'pro-1']);
    expect(signals[0]?.aborted).toBe(false);
    context.abort();
    expect(signals[0]?.aborted).toBe(true);
    expect(await metas()).toMatchObject([{ through: 3 }, { mark: 3 }, { online: true }]);
  });

  it('is followed by the next while more waits, eight times at most before a pull', async () => {
    await write(10);
    answer = ({ rows }) => answered(ok(rows[0]?.id ?? 0));
    expect(await run()).toEqual({ kind: 'drained' });
    expect(sent.map(({ rows }) => rows[0]?.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('of which nothing was settled is not sent again at once', async () => {
    await write(2);
    answer = () => answered(ok(0));
    expect(await run()).toEqual({ kind: 'retry', inMs: null });
    expect(sent).toHaveLength(1);
  });

  it('that was quarantined rests until this device is signed in again', async () => {
    await write(1);
    answer = () => answered({ kind: 'quarantined', mark: 0, ...said });
    expect(await run()).toEqual({ kind: 'hold', ms: 24_000 });
    expect([sent.length, registered]).toEqual([1, 0]);
  });

  it('waits while somebody types, and sends nothing', async () => {
    await write(1);
    const loop = new PushLoop(context, new PagePipeline(context));
    expect(await loop.run(fence, { kind: 'hold', holdMs: 700 }, 0)).toEqual({ kind: 'hold', ms: 700 });
    expect(sent).toEqual([]);
  });

  it.each<readonly [string, TransportAnswer<unknown>, object, object | null]>([
    ['no answer', { kind: 'unreachable' }, { kind: 'retry', inMs: null }, null],
    ['no answer that can be read', answered({ kind: 'fine' }), { kind: 'retry', inMs: null }, null],
    ['a server that is busy', { kind: 'retry', delayMs: 7000 }, { kind: 'retry', inMs: 7000 }, null],
    ['a session that is over', { kind: 'signed-out' }, { kind: 'retry', inMs: 10_000 }, { problem: 'signed-out' }],
    ['a build too old', { kind: 'client-too-old' }, { kind: 'retry', inMs: 24_000 }, { problem: 'client-too-old' }],
    ['a refusal of no row', { kind: 'refused', code: '400' }, { kind: 'retry', inMs: null }, null],
  ])('[PU-1] with %s is tried later, under the line that was drawn above it', async (_name, given, verdict, status) => {
    await write(2);
    answer = () => given;
    expect(await run()).toEqual(verdict);
    expect(sent).toHaveLength(1);
    const [line, mark, shown] = await metas();
    expect([line, mark]).toEqual([{ through: 2 }, { mark: 0 }]);
    if (status) expect(shown).toMatchObject(status);
    else expect(shown?.problem ?? null).toBeNull();
    expect(errors).toEqual(given.kind === 'refused' ? [['sync.refused', { code: '400' }]] : []);
  });

  it.each(['413', '422'])(
    '[PU-6] that is refused with %s is made smaller at once, until one row is left',
    async (code) => {
      await write(4);
      answer = (request) => {
        const isBad = request.rows.some(({ id, kind }) => id === 2 && kind === 'sealed');
        return isBad ? { kind: 'refused', code } : answered(ok(lastOf(request)));
      };
      expect(await run()).toEqual({ kind: 'drained' });
      // What was refused alone goes along without what it says.
      expect(ids()).toEqual([[1, 2, 3, 4], [1, 2], [1], [2], [2, 3, 4]]);
      expect(sent.map(({ rows }) => rows.map(({ kind }) => kind)).slice(2)).toEqual([
        ['sealed'],
        ['sealed'],
        ['void', 'sealed', 'sealed'],
      ]);
      expect(errors).toEqual([]);
    },
  );
});

describe('a server that does not know the key', () => {
  it('is told it, and gets the same rows once more', async () => {
    await write(1);
    answer = (request) => answered(sent.length === 1 ? unknownKey : ok(lastOf(request)));
    expect(await run()).toEqual({ kind: 'drained' });
    expect([ids(), registered]).toEqual([[[1], [1]], 1]);
  });

  it('is not told again and again', async () => {
    await write(1);
    answer = () => answered(unknownKey);
    expect(await run()).toEqual({ kind: 'retry', inMs: null });
    expect([sent.length, registered]).toEqual([3, 2]);
  });

  it('and does not take it gets nothing', async () => {
    await write(1);
    isRegistered = false;
    answer = () => answered(unknownKey);
    expect(await run()).toEqual({ kind: 'retry', inMs: null });
    expect([sent.length, registered]).toEqual([1, 1]);
  });
});

describe('what is said while rows are on their way', () => {
  const held = () => {
    let give = (_answer: TransportAnswer<unknown>): void => undefined;
    answer = () => new Promise((resolve) => (give = resolve));
    return (given: TransportAnswer<unknown>) => give(given);
  };

  it('nothing at first; after 300 ms that they are, and the line is drawn; then what came of it', async () => {
    await write(1);
    const give = held();
    const running = run();
    await clock.pass(299);
    expect(await metas()).toMatchObject([{ through: 0 }, { mark: 0 }, { phase: 'idle' }]);
    await clock.pass(1);
    expect(await metas()).toMatchObject([{ through: 1 }, { mark: 0 }, { phase: 'syncing' }]);
    give(answered(ok(1)));
    expect(await running).toEqual({ kind: 'drained' });
    expect((await metas())[1]).toEqual({ mark: 1 });
  });

  it('nothing once the answer is there', async () => {
    await write(1);
    await run();
    await clock.pass(1000);
    expect((await metas())[2]).toMatchObject({ phase: 'idle' });
  });

  it('nothing where another tab leads meanwhile: that is no failure', async () => {
    await write(1);
    const give = held();
    const running = run().catch((error: unknown) => error);
    await settle();
    await lead(replica.store, { owner: 'other', term: 2 });
    await clock.pass(300);
    expect((await metas())[2]).toMatchObject({ phase: 'idle' });
    give(answered(ok(1)));
    expect(await running).toMatchObject({ message: 'deposed' });
    expect([errors, (await metas())[1]]).toEqual([[], { mark: 0 }]);
  });
});
