import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Body, ReplicaStore } from '../ports.ts';
import { FakeClock } from '../testing/builders.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';
import { patienceMs } from './storage-patience.ts';

let count = 0;

/** Keeps every other transaction on these tables waiting until it is let go. */
function holdUp(db: IDBDatabase): () => Promise<void> {
  const transaction = db.transaction(['meta'], 'readwrite');
  const ended = new Promise<void>((resolve) => (transaction.oncomplete = () => resolve()));
  let isHeld = true;
  const ask = (): void => {
    if (isHeld) transaction.objectStore('meta').get('none').onsuccess = ask;
  };
  ask();
  return () => {
    isHeld = false;
    return ended;
  };
}

function openRaw(name: string, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
}

describe('[RD-3] storage that does not answer', () => {
  let clock: FakeClock;
  let said: boolean[];
  let name: string;
  let store: ReplicaStore;
  const raw: IDBDatabase[] = [];

  function open(): ReplicaStore {
    return openIndexedDbStore({ name, clock, onAnswering: (isAnswering) => said.push(isAnswering) });
  }

  async function holdUpStore(): Promise<() => Promise<void>> {
    await store.read(() => keys());
    const db = await openRaw(name);
    raw.push(db);
    return holdUp(db);
  }

  function* keys(): Body<readonly (string | undefined)[]> {
    const [rows] = yield [{ op: 'range', table: 'meta', by: 'k', from: '', to: '~' } as const];
    return (rows ?? []).map((row) => row?.k);
  }

  beforeEach(() => {
    count += 1;
    clock = new FakeClock();
    said = [];
    name = `patience-${count}`;
    store = open();
  });
  afterEach(() => {
    store.close();
    for (const db of raw.splice(0)) db.close();
    vi.restoreAllMocks();
  });

  it('is said after 10 s, not before, and a read is tried again on another handle until it answers', async () => {
    const letGo = await holdUpStore();
    const opened = vi.spyOn(IDBFactory.prototype, 'open');
    let runs = 0;
    const read = store.read(function* () {
      runs += 1;
      return yield* keys();
    });
    await clock.pass(patienceMs - 1);
    expect(said).toEqual([]);
    await clock.pass(1);
    expect(said).toEqual([false]);
    await clock.pass(patienceMs);
    await vi.waitFor(() => expect([runs, opened.mock.calls.length]).toEqual([3, 2]));
    await letGo();
    expect(await read).toEqual([]);
    expect(said).toEqual([false, true]);
  });

  it('never has a change written twice: it is left to its end, and the word is taken back', async () => {
    const letGo = await holdUpStore();
    let runs = 0;
    const write = store.tx('strict', function* () {
      runs += 1;
      yield [{ op: 'put', table: 'meta', rows: [{ k: `run-${runs}` }] }];
    });
    await clock.pass(patienceMs);
    await clock.pass(3 * patienceMs);
    expect(said).toEqual([false]);
    await letGo();
    await write;
    expect([runs, said, await store.read(() => keys())]).toEqual([1, [false, true], ['run-1']]);
  });

  it('is said at once where another connection blocks the opening, which goes on waiting', async () => {
    name = `${name}-older`;
    const older = await openRaw(name, 1);
    store = open();
    const read = store.read(() => keys());
    await vi.waitFor(() => expect(said).toEqual([false]));
    older.close();
    expect(await read).toEqual([]);
    expect(said).toEqual([false, true]);
  });

  it('is said no longer of a store that was closed', async () => {
    const letGo = await holdUpStore();
    const read = store.read(() => keys());
    await clock.pass(patienceMs);
    store.close();
    expect(said).toEqual([false, true]);
    await letGo();
    await read;
    expect(said).toEqual([false, true]);
  });
});
