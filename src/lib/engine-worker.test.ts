import { expect, test, vi } from 'vitest';
import type { EngineCallbacks, EngineKeys } from '../../sync/client/client-ports.ts';
import { EngineWorker, type OpenedWorker } from './engine-worker.ts';

const keys = {} as EngineKeys;
const callbacks: EngineCallbacks = {
  registerKey: async () => true,
  onLocked: () => undefined,
  onSessions: () => undefined,
};

/** Names of workers whose script could not be had. */
const broken = new Set<string>();

/** A worker that notes what it is asked, by name and first argument. */
function workerOf(said: unknown[][], name: string): OpenedWorker {
  const note =
    (call: string) =>
    async (...[first]: readonly unknown[]) =>
      void said.push(first === undefined ? [name, call] : [name, call, first]);
  const api = {
    start: async (...args: readonly unknown[]) => void said.push([name, 'start', args.length]),
    wake: note('wake'),
    cycleOnce: note('cycleOnce'),
    setVisible: note('setVisible'),
    noteActivity: note('noteActivity'),
    setSigning: note('setSigning'),
  };
  return {
    isBroken: () => broken.has(name),
    reached: Promise.resolve({ api, proxy: (call) => call }),
    end: () => void said.push([name, 'ended']),
  };
}

function engineOf(activity: number | null) {
  const said: unknown[][] = [];
  const workers = [workerOf(said, 'first'), workerOf(said, 'second')];
  let opened = 0;
  const engine = new EngineWorker({ open: () => workers[opened++] as OpenedWorker, readActivity: () => activity });
  return { said, engine };
}

test('the worker begins with the keys and hears of every hand from then on, of the last one before it begins', async () => {
  const { said, engine } = engineOf(1000);
  engine.noteActivity(500);
  engine.start(keys, callbacks);
  engine.noteActivity(2000);
  await vi.waitFor(() => expect(said).toHaveLength(3));
  expect(said).toEqual([
    ['first', 'noteActivity', 1000],
    ['first', 'start', 4],
    ['first', 'noteActivity', 2000],
  ]);
});

test('one that was made ready before the keys came is the one that begins, and is told nothing before', async () => {
  const { said, engine } = engineOf(null);
  engine.prepare();
  engine.prepare();
  engine.noteActivity(500);
  await Promise.resolve();
  expect(said).toEqual([]);
  const one = engine.start(keys, callbacks);
  await vi.waitFor(() => expect(said).toEqual([['first', 'start', 4]]));
  one.stop();
  engine.start(keys, callbacks);
  await vi.waitFor(() => expect(said).toContainEqual(['second', 'start', 4]));
});

test('beside one that is at work none is made ready; after its end one is', () => {
  const opened: number[] = [];
  const engine = new EngineWorker({ open: () => workerOf([], `${opened.push(1)}`), readActivity: () => null });
  const one = engine.start(keys, callbacks);
  engine.prepare();
  expect(opened).toHaveLength(1);
  one.stop();
  engine.prepare();
  expect(opened).toHaveLength(2);
});

test('one whose script could not be had meanwhile begins nothing: another is opened in its place', async () => {
  const { said, engine } = engineOf(null);
  engine.prepare();
  broken.add('first');
  engine.start(keys, callbacks);
  broken.clear();
  await vi.waitFor(() =>
    expect(said).toEqual([
      ['first', 'ended'],
      ['second', 'start', 4],
    ]),
  );
});

test('where nobody knows of a hand none is told', async () => {
  const { said, engine } = engineOf(null);
  engine.start(keys, callbacks);
  await vi.waitFor(() => expect(said).toEqual([['first', 'start', 4]]));
});

test('what is asked of the engine reaches it, after it has begun', async () => {
  const { said, engine } = engineOf(null);
  const handle = engine.start(keys, callbacks);
  handle.wake();
  handle.setVisible(false);
  handle.setSigning({ device: 'd1' } as never);
  await handle.cycleOnce();
  expect(said).toEqual([
    ['first', 'start', 4],
    ['first', 'wake'],
    ['first', 'setVisible', false],
    ['first', 'setSigning', { device: 'd1' }],
    ['first', 'cycleOnce'],
  ]);
});

test('a worker that is stopped is ended, and hears of no hand; the next one does, also where the one before is stopped late', async () => {
  const { said, engine } = engineOf(null);
  const one = engine.start(keys, callbacks);
  const other = engine.start(keys, callbacks);
  one.stop();
  expect(said).toEqual([['first', 'ended']]);
  engine.noteActivity(3000);
  await vi.waitFor(() => expect(said).toContainEqual(['second', 'noteActivity', 3000]));
  expect(said).not.toContainEqual(['first', 'noteActivity', 3000]);
  other.stop();
  engine.noteActivity(4000);
  await Promise.resolve();
  expect(said.flat()).not.toContain(4000);
});
