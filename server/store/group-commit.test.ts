import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemRandom } from '../system-ports.ts';
import { call, StoreUnavailable, type Plan, type Store } from './port.ts';
import { createSqliteStore } from './sqlite-store.ts';

/** More than a piece of work takes, and than a commit is added to. */
const pieceMs = 10;
const commitMs = 100;

let dir: string;
let store: Store;
let turns: (() => void)[];
let nowMs: number;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'orchid-group-'));
  turns = [];
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  store = createSqliteStore({
    file: path.join(dir, 'orchid.db'),
    masterKey: new Uint8Array(32).fill(1),
    random: systemRandom,
    defer: (run) => void turns.push(run),
  });
});
afterEach(async () => {
  await store.close();
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

/** One turn of the loop, with what its promises bring. */
async function turn(): Promise<void> {
  for (const run of turns.splice(0)) run();
  await settled();
}

async function settled(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await Promise.resolve();
}

/** Writes a fact in so much time. */
const fact = (key: string, tookMs: number) =>
  function* (): Plan<string> {
    yield* call('setMeta', key, 'said');
    nowMs += tookMs;
    return key;
  };
const saidOf = (key: string) => store.read(() => call('getMeta', key));
/** In another connection: only what is committed. */
function lying(): readonly unknown[] {
  const db = new Database(path.join(dir, 'orchid.db'), { readonly: true });
  try {
    return db.prepare("SELECT key FROM meta WHERE value = 'said' ORDER BY key").pluck().all();
  } finally {
    db.close();
  }
}

/** What has been answered so far, of writes that are on their way. */
function answersOf(writes: Readonly<Record<string, Promise<unknown>>>): string[] {
  const answered: string[] = [];
  for (const [key, write] of Object.entries(writes))
    write.then(
      () => answered.push(key),
      (error: unknown) => answered.push(`${key}: ${error instanceof Error ? error.name : 'unknown'}`),
    );
  return answered;
}

/** Begins them in one group and works the first piece. */
async function begun(plans: Readonly<Record<string, () => Plan<unknown>>>): Promise<string[]> {
  const writes = Object.fromEntries(Object.entries(plans).map(([key, plan]) => [key, store.write(plan)]));
  const answered = answersOf(writes);
  await settled();
  // What gathers waits a turn for more.
  await turn();
  await turn();
  return answered;
}

describe('[AV-2] writes that wait share a commit, worked in pieces', () => {
  test('others read between the pieces, see nothing of it, and are answered; all answers follow the one commit', async () => {
    const answered = await begun({ a: fact('a', pieceMs), b: fact('b', pieceMs), c: fact('c', 1) });
    expect(answered).toEqual([]);
    expect(await saidOf('a')).toBeUndefined();
    await turn();
    expect(await saidOf('b')).toBeUndefined();
    expect([answered, lying()]).toEqual([[], []]);
    await turn();
    expect(answered).toEqual(['a', 'b', 'c']);
    expect(lying()).toEqual(['a', 'b', 'c']);
    expect(await saidOf('a')).toBe('said');
  });

  test('short ones are one piece, without a turn between', async () => {
    const answered = await begun({ a: fact('a', 1), b: fact('b', 1), c: fact('c', 1) });
    expect(answered).toEqual(['a', 'b', 'c']);
    expect(turns).toHaveLength(0);
  });

  test('a commit takes in so much work and no more: the rest follows in the next, in its order', async () => {
    const answered = await begun({ a: fact('a', commitMs), b: fact('b', 1), c: fact('c', 1) });
    expect(answered).toEqual(['a']);
    expect(lying()).toEqual(['a']);
    const late = store.write(fact('d', 1)).then(() => answered.push('d'));
    while (turns.length > 0) await turn();
    await late;
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
  });

  test('what found no room in a commit goes before what came while it was being made', async () => {
    const answered = await begun({ a: fact('a', pieceMs), b: fact('b', commitMs), c: fact('c', 1) });
    const late = store.write(fact('late', 1)).then(() => answered.push('late'));
    while (turns.length > 0) await turn();
    await late;
    expect(answered).toEqual(['a', 'b', 'c', 'late']);
  });

  test('a write that comes while a transaction is open waits for the next', async () => {
    const answered = await begun({ a: fact('a', pieceMs), b: fact('b', 1) });
    const late = store.write(fact('late', 1));
    await turn();
    expect(answered).toEqual(['a', 'b']);
    expect(lying()).toEqual(['a', 'b']);
    while (turns.length > 0) await turn();
    expect(await late).toBe('late');
  });

  test('a plan that throws after a turn takes nothing with it, and answers with what it threw', async () => {
    const failing = function* (): Plan<never> {
      yield* call('setMeta', 'b', 'said');
      throw new RangeError('bug');
    };
    const answered = await begun({ a: fact('a', pieceMs), b: failing, c: fact('c', 1) });
    while (turns.length > 0) await turn();
    expect(answered.toSorted()).toEqual(['a', 'b: RangeError', 'c']);
    expect(lying()).toEqual(['a', 'c']);
  });

  test('a disk that fails after a turn fails them all, and nothing of them lies there', async () => {
    const failing = function* (): Plan<never> {
      yield* call('setMeta', 'b', 'said');
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    };
    const answered = await begun({ a: fact('a', pieceMs), b: failing, c: fact('c', 1) });
    const late = store.write(fact('late', 1));
    while (turns.length > 0) await turn();
    expect(answered).toEqual(['a: StoreUnavailable', 'b: StoreUnavailable', 'c: StoreUnavailable']);
    expect(await late).toBe('late');
    expect(lying()).toEqual(['late']);
  });

  test('what closes in the middle writes what was taken and what waits', async () => {
    const answered = await begun({ a: fact('a', pieceMs), b: fact('b', pieceMs), c: fact('c', 1) });
    const late = store.write(fact('late', 1));
    await store.close();
    expect(await late).toBe('late');
    expect(answered).toEqual(['a', 'b', 'c']);
    expect(lying()).toEqual(['a', 'b', 'c', 'late']);
    while (turns.length > 0) await turn();
    await expect(store.write(fact('after', 1))).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('who is answered reads what they wrote, also where somebody had read while it was being written', async () => {
    const answered = await begun({ a: fact('a', pieceMs), b: fact('b', 0) });
    expect(await saidOf('a')).toBeUndefined();
    // The commit comes before the turn that ends that reading.
    const [next, ...later] = turns.splice(0);
    next?.();
    await settled();
    expect([answered, later.length]).toEqual([['a', 'b'], 1]);
    expect([await saidOf('a'), await saidOf('b')]).toEqual(['said', 'said']);
    turns.push(...later);
  });

  test('a reading of a later turn knows who may read by then', async () => {
    const accessOfAnn = () => store.read(() => call('getAccess', 'ann', 'chart:c1'));
    for (const active of [true, false, true]) {
      const answered = await begun({ access: () => call('putAccess', 'ann', 'chart:c1', { generation: 1, active }) });
      expect(answered).toEqual(['access']);
      expect(await accessOfAnn()).toMatchObject({ active });
      await turn();
      expect(await accessOfAnn()).toMatchObject({ active });
      await turn();
    }
  });
});
