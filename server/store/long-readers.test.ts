import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { classes } from '../../sync/collections/classes.ts';
import { defaultAllowances } from '../auth/request-limits.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { appointmentBodyOf } from '../../sync/testing/builders.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { systemRandom } from '../system-ports.ts';
import { LongReaders, type SnapshotConnection } from './long-readers.ts';
import { call } from './port.ts';
import { createSqliteStore } from './sqlite-store.ts';

test(
  'AV: one account that asks for everything many times does not make the others wait for it',
  { timeout: 100_000 },
  async () => {
    const server = await TestServer.create({
      file: path.join(mkdtempSync(path.join(tmpdir(), 'fair-')), 'a.db'),
      allowances: defaultAllowances,
    });
    for (const sub of ['ann', 'max']) await server.addAccount(sub);
    const scope = chartScope('c1');
    await server.write({
      collection: 'membership',
      id: membershipId(scope, 'max', 'treating'),
      scope,
      cls: classes.access,
      body: { account: 'max', role: 'treating', access: 'own', account_name: 'Max', from: '2026-01-01T00:00:00.000Z' },
    });
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      collection: 'appointment',
      id: `a${index}`,
      scope,
      cls: classes.scheduling,
      body: appointmentBodyOf(),
    }));
    await server.write(...(rows as never[]));
    const [ann, max] = [await server.signedIn('ann'), await server.signedIn('max')];
    let answered = 0;
    const pull = (device: TestDevice) =>
      device.call('GET', `/api/sync/v1/pull?client=${device.clientId}`, undefined, {}, false);
    const flood = Array.from({ length: 60 }, () => pull(max).then(() => (answered += 1)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await pull(ann)).status).toBe(200);
    // One page of each reader that is at work, and some.
    expect(answered).toBeLessThan(15);
    await Promise.all(flood);
    await server.close();
  },
);

test('what closes waits for the one reading that still goes on, and then for no connection', async () => {
  const said: string[] = [];
  let isInside = false;
  const connection: SnapshotConnection = {
    raw: {
      get inTransaction() {
        return isInside;
      },
      close: () => said.push('closed'),
    },
    calls: {} as SnapshotConnection['calls'],
    statements: {
      begin: { run: () => (isInside = true) },
      commit: {
        run: () => {
          isInside = false;
          said.push('read');
        },
      },
    },
    forget: () => undefined,
  };
  const readers = new LongReaders(() => connection);
  const reading = readers.read(function* () {
    yield* [];
    return 'all';
  });
  await readers.close();
  expect(said).toEqual(['read', 'closed']);
  expect(await reading).toBe('all');
});

test('[AV-2] a connection that could not be made takes nobody else’s place', async () => {
  let isFull = true;
  const readers = new LongReaders(() => {
    if (isFull) throw new Error('EMFILE');
    return {
      raw: { inTransaction: false, close: () => undefined },
      calls: {} as SnapshotConnection['calls'],
      statements: { begin: { run: () => undefined }, commit: { run: () => undefined } },
      forget: () => undefined,
    };
  });
  const read = () =>
    readers.read(function* () {
      yield* [];
      return 'all';
    });
  // More than there may be at once.
  for (let time = 0; time < 6; time += 1) await expect(read()).rejects.toThrow('EMFILE');
  isFull = false;
  expect(await read()).toBe('all');
});

test('a store that closes has let a long reading come to its end', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'closing-')), 'a.db');
  const store = createSqliteStore({ file, masterKey: new Uint8Array(32).fill(1), random: systemRandom });
  await store.write(() => call('setMeta', 'fact', 'said'));
  const said: string[] = [];
  const reading = store
    .readInPieces(function* () {
      for (let piece = 0; piece < 20; piece += 1) {
        // Longer than one piece may take: others have their turn.
        for (const until = performance.now() + 3; performance.now() < until;);
        yield* call('pause');
      }
      return yield* call('getMeta', 'fact');
    }, 'ann')
    .then((found) => said.push(String(found)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual([]);
  await store.close();
  said.push('closed');
  await reading;
  expect(said).toEqual(['said', 'closed']);
});

test('a long reading knows who may read when it begins, whatever one before it was told', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'access-')), 'a.db');
  const store = createSqliteStore({ file, masterKey: new Uint8Array(32).fill(1), random: systemRandom });
  for (const active of [true, false, true]) {
    await store.write(() => call('putAccess', 'ann', 'chart:c1', { generation: 1, active }));
    const found = await store.readInPieces(() => call('getAccess', 'ann', 'chart:c1'), 'ann');
    expect(found).toMatchObject({ active });
  }
  await store.close();
});
