import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test, vi } from 'vitest';
import { seededRandom } from '../testing/fake-clock.ts';
import { storeContract } from './contract.ts';
import { call, StoreUnavailable, type Plan } from './port.ts';
import { applyMigrations } from './sqlite-migrations.ts';
import * as schema from './sqlite-schema.ts';
import { createSqliteStore } from './sqlite-store.ts';

const masterKey = new Uint8Array(32).fill(3);
const openAt = (file: string) => createSqliteStore({ file, masterKey, random: seededRandom(5), defer: queueMicrotask });

function inFolder(): { file: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'orchid-store-'));
  return { file: path.join(folder, 'orchid.db'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

storeContract('SQLite in memory', async () => {
  const store = openAt(':memory:');
  return { store, dispose: () => store.close() };
});

storeContract('SQLite in a file', async () => {
  const { file, remove } = inFolder();
  let store = openAt(file);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = openAt(file);
      return store;
    },
    dispose: async () => {
      await store.close();
      remove();
    },
  };
});

const secret = {
  collection: 'note',
  id: 'n1',
  scope: 'chart:c1',
  cls: 'care-team',
  version: 1,
  shape: 1,
  body: { text: 'CANARY-CLINICAL' },
  stamps: {},
};

/** Read from the front of an index with a limit, asked once at the start, or a list that was handed in. */
const harmless = /^SCAN (CONSTANT ROW|json_each VIRTUAL TABLE|audit USING INDEX audit_unsealed|account )/;
const detailOf = (row: unknown): string => (row as { detail: string }).detail;

describe('SQLite', () => {
  test('reads of one turn share a snapshot, which ends with our own next commit', async () => {
    const { file, remove } = inFolder();
    const turns: (() => void)[] = [];
    const store = createSqliteStore({
      file,
      masterKey,
      random: seededRandom(5),
      defer: (run) => void turns.push(run),
    });
    const other = openAt(file);
    const ask = () => store.read(() => call('getMeta', 'said'));
    expect(await ask()).toBeUndefined();
    await other.write(() => call('setMeta', 'said', 'elsewhere'));
    expect(await ask()).toBeUndefined();
    const [endOfTurn] = turns.splice(0);
    const written = store.write(() => call('setMeta', 'said', 'here'));
    while (turns.length > 0) turns.shift()?.();
    await written;
    expect(await ask()).toBe('here');
    await other.write(() => call('setMeta', 'said', 'elsewhere again'));
    endOfTurn?.();
    expect(await ask()).toBe('elsewhere again');
    await other.close();
    await store.close();
    remove();
  });

  test('a clinical body is nowhere in the file; the positive control is', async () => {
    const { file, remove } = inFolder();
    const store = openAt(file);
    await store.write(function* () {
      const shared = { rows: [], oldRows: [], isNew: true };
      yield* call('putRecord', { record: secret, sealed: true, ...shared });
      const open = { ...secret, collection: 'busy_time', body: { text: 'CANARY-OPEN' } };
      yield* call('putRecord', { record: open, sealed: false, ...shared });
    });
    await store.close();
    const bytes = readFileSync(file).toString('latin1');
    expect(bytes).toContain('CANARY-OPEN');
    expect(bytes).not.toContain('CANARY-CLINICAL');
    remove();
  });

  test('a sealed body that was moved to another record does not open', async () => {
    const { file, remove } = inFolder();
    const store = openAt(file);
    await store.write(() => call('putRecord', { record: secret, sealed: true, rows: [], oldRows: [], isNew: true }));
    const raw = new Database(file);
    raw.exec("UPDATE record SET id = 'n2'");
    raw.close();
    await expect(store.read(() => call('getRecord', 'note', 'n2'))).rejects.toThrow();
    await store.close();
    remove();
  });

  test('a full disk fails the whole group as unavailable and changes nothing', async () => {
    const { file, remove } = inFolder();
    const store = openAt(file);
    const raw = new Database(file);
    const pages = Number(raw.pragma('page_count', { simple: true }));
    raw.close();
    await store.write(() => call('setMeta', 'before', '1'));
    const big = { ...secret, body: { text: 'x'.repeat(20_000_000) } };
    const limited = createSqliteStore({
      file,
      masterKey,
      random: seededRandom(5),
      defer: queueMicrotask,
      maxPages: pages + 8,
      commitMs: Number.POSITIVE_INFINITY,
    });
    const results = await Promise.allSettled([
      limited.write(() => call('setMeta', 'neighbour', '1')),
      limited.write(() => call('putRecord', { record: big, sealed: true, rows: [], oldRows: [], isNew: true })),
    ]);
    for (const result of results) {
      expect(result.status).toBe('rejected');
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StoreUnavailable);
    }
    expect(await limited.read(() => call('getMeta', 'neighbour'))).toBeUndefined();
    expect(await limited.read(() => call('getMeta', 'before'))).toBe('1');
    // The scope's key was made in what failed: it must be made again, not used from memory.
    await limited.write(() => call('putRecord', { record: secret, sealed: true, rows: [], oldRows: [], isNew: true }));
    await limited.close();
    const reopened = openAt(file);
    expect(await reopened.read(() => call('getRecord', 'note', 'n1'))).toEqual(secret);
    await reopened.close();
    await store.close();
    remove();
  });

  test('a disk that fails a reading says that the store cannot be had, long reading or short; what a plan throws itself stays what it is', async () => {
    const { file, remove } = inFolder();
    const store = openAt(file);
    const failing = (error: Error) =>
      function* (): Plan<string> {
        yield* call('getMeta', 'epoch');
        throw error;
      };
    const disk = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    await expect(store.read(failing(disk))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readInPieces(failing(disk))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readInPieces(failing(new RangeError('own')))).rejects.toBeInstanceOf(RangeError);
    await store.close();
    await expect(store.readInPieces(() => call('getMeta', 'epoch'))).rejects.toBeInstanceOf(StoreUnavailable);
    remove();
  });

  test('no prepared statement walks through a whole table or index', async () => {
    const { file, remove } = inFolder();
    const prepare = vi.spyOn(Database.prototype, 'prepare');
    const store = openAt(file);
    const statements = prepare.mock.calls.map(([statement]) => statement);
    prepare.mockRestore();
    const raw = new Database(file);
    const walks = statements
      .filter((statement) => /^(select|update|delete|insert)/i.test(statement))
      .filter((statement) => {
        const plan = raw.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...[...statement.matchAll(/\?/g)].map(() => 1));
        return plan.some((row) => detailOf(row).startsWith('SCAN') && !harmless.test(detailOf(row)));
      });
    expect(statements.length).toBeGreaterThan(60);
    expect(walks).toEqual([]);
    raw.close();
    await store.close();
    remove();
  });

  test('the migrations make exactly the tables and columns that the schema names', () => {
    const raw = new Database(':memory:');
    applyMigrations(raw);
    for (const table of Object.values(schema).filter((value) => value instanceof SQLiteTable)) {
      const config = getTableConfig(table);
      const columns = raw.prepare('SELECT name FROM pragma_table_info(?) ORDER BY name').pluck().all(config.name);
      expect([config.name, columns]).toEqual([config.name, config.columns.map((column) => column.name).sort()]);
    }
    raw.close();
  });

  test('[AV-3] what lay in quarantine before it was counted is counted, each reason by itself', () => {
    const raw = new Database(':memory:');
    const folder = new URL('./migrations/', import.meta.url);
    const before = readdirSync(folder).sort().slice(0, 3);
    for (const file of before) raw.exec(readFileSync(new URL(file, folder), 'utf8'));
    raw.pragma(`user_version = ${before.length}`);
    const put = raw.prepare("INSERT INTO quarantine VALUES (?, ?, ?, 'k', ?, '')");
    put.run('c', 1, 'waiting', 'four');
    put.run('c', 2, 'waiting', 'sixsix');
    put.run('c', 2, 'parked', 'eight by');
    put.run('d', 1, 'revoked', 'five5');
    applyMigrations(raw);
    const held = raw.prepare('SELECT * FROM quarantine_held ORDER BY client_id, reason').all();
    expect(held).toEqual([
      { client_id: 'c', reason: 'parked', rows: 1, bytes: 8 },
      { client_id: 'c', reason: 'waiting', rows: 2, bytes: 10 },
      { client_id: 'd', reason: 'revoked', rows: 1, bytes: 5 },
    ]);
    raw.close();
  });

  test('jobs of before they had keys run on, and are due when they were', () => {
    const raw = new Database(':memory:');
    const folder = new URL('./migrations/', import.meta.url);
    const before = readdirSync(folder).sort().slice(0, 4);
    for (const file of before) raw.exec(readFileSync(new URL(file, folder), 'utf8'));
    raw.pragma(`user_version = ${before.length}`);
    const put = raw.prepare('INSERT INTO job (kind, payload, run_at, attempts) VALUES (?, ?, ?, ?)');
    put.run('end-access', '{"membership":"m1"}', 5, 0);
    put.run('end-access', '{"membership":"m2"}', 7, 3);
    applyMigrations(raw);
    const kept = raw.prepare('SELECT kind, payload, run_at, attempts, key, after_date, due_at, dead FROM job').all();
    const common = { kind: 'end-access', key: '', after_date: '', dead: 0 };
    expect(kept).toEqual([
      { ...common, payload: '{"membership":"m1"}', run_at: 5, attempts: 0, due_at: 5 },
      { ...common, payload: '{"membership":"m2"}', run_at: 7, attempts: 3, due_at: 7 },
    ]);
    raw.close();
  });
});
