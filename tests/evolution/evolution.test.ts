import 'fake-indexeddb/auto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { readMeta } from '../../sync/client/replica/meta.ts';
import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { rowsWithHome } from '../../sync/client/replica/replica.ts';
import { classOf } from '../../sync/client/replica/row-meta.ts';
import { listAttention, listPending } from '../../sync/client/status/work-list.ts';
import { registry } from '../../sync/collections/index.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { fromBase64Url } from '../../sync/core/base64url.ts';
import type { Json } from '../../sync/core/record.ts';
import type { ReplicaRow, ReplicaStore } from '../../sync/ports.ts';
import { openIndexedDbStore } from '../../sync/store/indexeddb-store.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import { call } from '../../server/store/port.ts';
import { TestServer } from '../../server/testing/test-server.ts';
import { readRelease, releasesDir, rowsOf, unpackDir, type KeptRelease } from './kept-release.ts';
import { ShippedDevice } from './shipped-device.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;
const releases = fs.readdirSync(releasesDir);

/** A server of this build over the data directory of an old one, `ageMs` later. */
async function serverOf(release: KeptRelease, ageMs: number): Promise<TestServer> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-evolution-'));
  unpackDir(release.server, dataDir);
  const server = await TestServer.create({ dataDir, seed: 21 });
  server.clock.pass(Date.parse(release.now) + ageMs - server.clock.now());
  for (const [sub, { kek, auth }] of Object.entries(release.keys)) {
    server.keys.set(sub, { kek: fromBase64Url(kek), auth });
  }
  return server;
}

/** The rows of a release in a store of this build. */
async function fill(store: ReplicaStore, release: KeptRelease): Promise<ReplicaStore> {
  await store.tx('strict', function* () {
    yield rowsOf(release).map(([table, rows]) => ({ op: 'put', table, rows }) as const);
  });
  return store;
}

/** A browser's database as that release made it, by hand: what an old app leaves on a device. */
async function layDatabase(name: string, release: KeptRelease): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, release.replicaLayout * 10);
    request.onupgradeneeded = () => {
      for (const [table] of rowsOf(release)) {
        const store = request.result.createObjectStore(table, { keyPath: 'k' });
        if (table === 'base' || table === 'overlay') store.createIndex('x', 'x', { multiEntry: true });
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not laid down'));
  });
  for (const [table, rows] of rowsOf(release)) {
    const transaction = db.transaction(table, 'readwrite');
    for (const row of rows) transaction.objectStore(table).put(row);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
  }
  db.close();
}

describe.each(releases)('what release %s left behind', (name) => {
  const release = readRelease(name);
  const open: (ShippedDevice | TestServer)[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function openBoth(store: ReplicaStore, ageMs: number, isOnline = true): Promise<[ShippedDevice, TestServer]> {
    const server = await serverOf(release, ageMs);
    const device = await ShippedDevice.open(store, server, 'ann', isOnline);
    open.push(device, server);
    return [device, server];
  }

  it('[EV-3] opens: every record reads in its present form, by key and by every index', async () => {
    const [{ replica }] = await openBoth(await fill(new MemoryDisk().connect(), release), 0);
    const keys = (release.replica['base'] ?? []).map((row) => row.k);
    for (const key of keys) {
      const [collection = '', id = ''] = key.split(/\|(.*)/s);
      const seen = await getSeen(replica, collection, id);
      const known = registry.collections.get(collection);
      expect(seen?.shape, key).toBe(known?.shape);
      expect(v.safeParse(known?.body ?? v.never(), seen?.body).success, key).toBe(true);
    }
    for (const { name: collection, indexes } of registry.collections.values()) {
      for (const index of Object.keys(indexes)) {
        const found = await rangeSeen(replica, { collection, index, from: '', to: '~' });
        const expected = keys.filter((key) => key.startsWith(`${collection}|`)).length;
        // Some indexes list only some: an unsigned note, what waits, a session that repeats.
        if (!['unsigned', 'waiting', 'series'].includes(index))
          expect(found.length, `${collection}.${index}`).toBeGreaterThanOrEqual(expected);
      }
    }
  });

  it('[BR-5] is sealed anew with scope and class, offline too: all of it opens after that, and none by the old rule', async () => {
    const store = await fill(new MemoryDisk().connect(), release);
    const [device] = await openBoth(store, 0, false);
    await device.clock.pass(20_000);
    const [lock, broken] = await store.read(() => readMeta('lock', 'broken'));
    expect([lock?.rows, broken]).toEqual([rowsWithHome, []]);
    const rows = await allBase(store);
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      const [collection = '', id = ''] = row.k.split(/\|(.*)/s);
      expect(classOf(row), row.k).toBe((await getSeen(device.replica, collection, id))?.cls);
    }
    expect((await listPending(device.replica)).length).toBeGreaterThan(0);
  });

  it.each([
    ['at once', 0],
    ['a year later', yearMs],
  ])('[EV-3] delivers what waited, %s: all of it applied, nothing refused', async (_when, ageMs) => {
    const store = await fill(new MemoryDisk().connect(), release);
    const [device, server] = await openBoth(store, ageMs);
    const waiting = (release.replica['outbox'] ?? []).map((row) =>
      v.parse(v.object({ uid: v.string(), name: v.string() }), row.m),
    );
    expect(waiting.length).toBeGreaterThan(0);
    await device.sync();
    expect(await listPending(device.replica)).toEqual([]);
    expect(await listAttention(device.replica)).toEqual([]);
    for (const { uid, name: mutator } of waiting) {
      const outcome = await server.store.read(() => call('outcomeByUid', 'ann', uid));
      expect({ mutator, outcome: outcome?.outcome, code: outcome?.code }).toEqual({
        mutator,
        outcome: 'applied',
        code: '',
      });
    }
    const note = await getSeen<Note>(device.replica, 'note', 'note.a1');
    expect(note).toMatchObject({ pending: false, body: { answers: { subjective: 'waiting since this release' } } });

    // What the old device holds by now is what a new one would get.
    const fresh = await server.signedIn('ann');
    const { sums } = await fresh.pullAll();
    const held: Record<string, number> = {};
    for (const { k } of await allBase(store))
      held[k.slice(0, k.indexOf('|'))] = (held[k.slice(0, k.indexOf('|'))] ?? 0) + 1;
    expect(held).toEqual(
      Object.fromEntries(Object.entries(sums ?? {}).map(([collection, [count]]) => [collection, count])),
    );
  });

  it('[EV-3] the database that it left in a browser opens with its rows', async () => {
    const database = `evolution-${name}`;
    await layDatabase(database, release);
    const [device] = await openBoth(openIndexedDbStore({ name: database }), 0, false);
    const seen = await getSeen<Note>(device.replica, 'note', 'note.a1');
    expect(seen?.body.answers['subjective']).toBe('waiting since this release');
    expect(await listPending(device.replica)).toHaveLength((release.replica['outbox'] ?? []).length - quietOf(release));
  });
});

/** Looks at a chart: sent along, not listed as work. */
function quietOf(release: KeptRelease): number {
  return (release.replica['outbox'] ?? []).filter((row) => (row.m as Record<string, Json>)['name'] === 'chart.view')
    .length;
}

async function allBase(store: ReplicaStore): Promise<readonly ReplicaRow[]> {
  const rows = await store.read(function* () {
    return (yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~' }])[0];
  });
  return (rows ?? []).filter((row) => row !== undefined);
}

describe('the kept releases', () => {
  const kept = releases.map((name) => readRelease(name));

  it('[EV-3] hold a sample of every collection, shape, index and mutator of this build: run keep-release.ts for a new one', () => {
    const stamps = new Set(kept.flatMap((release) => release.registry.split(' ')));
    const missing = [...registry.collections.values()]
      .map(({ name, shape, indexed }) => `${name}@${shape}.${indexed ?? 1}`)
      .filter((stamp) => !stamps.has(stamp));
    const rows = kept.flatMap((release) => [...(release.replica['outbox'] ?? []), ...(release.replica['base'] ?? [])]);
    const names = new Set(
      rows.map((row) => (row.m as Record<string, Json>)['name'] ?? row.k.slice(0, row.k.indexOf('|'))),
    );
    const unsampled = [...registry.mutators.keys(), ...registry.collections.keys()].filter((name) => !names.has(name));
    expect([...missing, ...unsampled]).toEqual([]);
  });
});
