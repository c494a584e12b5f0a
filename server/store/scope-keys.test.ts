import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../sync/core/record.ts';
import { seededRandom } from '../testing/fake-clock.ts';
import { call, type Plan, type Store } from './port.ts';
import { createSqliteStore } from './sqlite-store.ts';

const masterKey = new Uint8Array(32).fill(3);
const record = (id: string, text: string): StoredRecord => ({
  collection: 'note',
  id,
  scope: 'chart:c1',
  cls: 'care-team',
  version: 1,
  shape: 1,
  body: { text },
  stamps: {},
});
const note = record('n1', 'X');
const put = (stored: StoredRecord) =>
  call('putRecord', { record: stored, sealed: true, rows: [], oldRows: [], isNew: true });
const tooLarge = record('large', 'x'.repeat(5_000_000));

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-keys-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const open = (seed: number, maxPages?: number): Store =>
  createSqliteStore({
    file: path.join(dir, 'orchid.db'),
    masterKey,
    random: seededRandom(seed),
    defer: queueMicrotask,
    // One commit for all of them, however busy the machine is.
    commitMs: Number.POSITIVE_INFINITY,
    ...(maxPages === undefined ? {} : { maxPages }),
  });

/** A store whose disk has room for a few rows more. */
async function openNearlyFull(): Promise<Store> {
  await open(5).close();
  const raw = new Database(path.join(dir, 'orchid.db'));
  const pages = Number(raw.pragma('page_count', { simple: true }));
  raw.close();
  return open(6, pages + 8);
}

function* fails(): Plan<void> {
  yield* call('getMeta', 'x');
  throw new Error('a bug');
}

describe('a scope key made in a transaction that is undone, in part first and then as a whole', () => {
  const attempts: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
    [
      'plans of one group',
      (store) =>
        Promise.allSettled([
          store.write(() => put(note)),
          store.write(fails),
          store.write(() => put(record('n2', 'Y'))),
          store.write(() => put(tooLarge)),
        ]),
    ],
    [
      'savepoints of one plan',
      (store) =>
        Promise.allSettled([
          store.write(function* (): Plan<void> {
            yield* call('savepoint');
            yield* put(note);
            yield* call('release');
            yield* call('savepoint');
            yield* call('rollbackTo');
            yield* put(record('n2', 'Y'));
            yield* put(tooLarge);
          }),
        ]),
    ],
  ];

  test.each(attempts)('%s: nothing is sealed under it afterwards', async (_, attempt) => {
    const store = await openNearlyFull();
    await attempt(store);
    // The disk has room again, the same change comes again and is acknowledged.
    await store.write(() => put(note));
    expect(await store.read(() => call('getRecord', 'note', 'n1'))).toEqual(note);
    await store.close();
    const again = open(7);
    expect(await again.read(() => call('getRecord', 'note', 'n1'))).toEqual(note);
    await again.close();
  });
});
