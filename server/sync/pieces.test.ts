import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { actorOf } from '../../sync/core/principal.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { maxPageBytes } from '../../sync/protocol/socket-message.ts';
import { call, type Plan } from '../store/port.ts';
import { appointmentOf, editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { applyPush } from './apply-mutations.ts';
import { readChanges } from './read-changes.ts';
import { linesOf } from './sealed-page.ts';
import { createTxContext } from './tx-context.ts';

let server: TestServer;
let ann: TestDevice;
let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-pieces-'));
  server = await TestServer.create({ dataDir });
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Turns of the event loop while this runs. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

/** Takes so much time: more than a piece of reading has. */
function spend(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('work in pieces', () => {
  test('[AV-2] a plan that reads in pieces keeps its snapshot over the turns of the loop', async () => {
    await server.store.write(() => call('setMeta', 'a', 'before'));
    const seen: unknown[] = [];
    let isWritten = false;
    const read = server.store.readInPieces(function* (): Plan<void> {
      for (let more = 3; more > 0; more -= isWritten ? 1 : 0) {
        seen.push(yield* call('getMeta', 'a'));
        spend(3);
        yield* call('pause');
      }
    });
    await server.store.write(() => call('setMeta', 'a', 'after'));
    isWritten = true;
    await read;
    expect(new Set(seen)).toEqual(new Set(['before']));
    expect(await server.store.readInPieces(() => call('getMeta', 'a'))).toBe('after');
  });

  test('[AV-2, PL-1] a long page lets others write meanwhile and is of one snapshot: rows, mark and sums agree', async () => {
    const sessions = Array.from({ length: 400 }, (_, index) => appointmentOf('c1', `s${index}`));
    await server.write(...sessions);
    let written = 0;
    let isOver = false;
    const writing = (async () => {
      for (; written < 500; written += 1) {
        if (isOver) return;
        await server.write(appointmentOf('c1', `s${399 - (written % 50)}`, { place: 'telehealth' }));
      }
    })();
    const { end } = await ann.pullPage();
    isOver = true;
    await writing;
    expect(end.complete).toBe(true);
    expect(end.sums).toEqual(ann.sums());
    // Else nothing could have torn the page.
    expect(written).toBeGreaterThan(3);
    await ann.pullAll();
    expect(ann.find('appointment', 's399')?.b).toMatchObject({ place: 'telehealth' });
  });

  test('[AV-2, PL-1] a page of long rows ends early, and none is left out', async () => {
    const text = 'x'.repeat(90_000);
    const ids = Array.from({ length: 70 }, (_, index) => `l${index}`);
    await server.write(...ids.map((id) => appointmentOf('c1', id)));
    for (const id of ids) await ann.push([ann.seal(editOf(id, text))]);
    const device = await server.signedIn('ann');
    const { end, bytes } = await device.pullPage();
    expect(end.complete).toBe(false);
    expect(bytes).toBeLessThan(5_000_000);
    expect((await device.pullAll()).sums).toEqual(device.sums());
    expect(device.all('note')).toHaveLength(ids.length);
  });

  test('[AV-2] a long push is applied in pieces with turns between, each row once, and answered whole', async () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      ann.seal(
        editOf('a1', `text ${index}`, { uid: `u${index}`, base: { subjective: index === 0 ? '' : `u${index - 1}` } }),
      ),
    );
    let answer: unknown;
    const turns = await turnsOf(async () => (answer = await ann.push(rows)));
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(answer).toMatchObject({
      kind: 'ok',
      mark: 400,
      results: rows.map(({ id }) => ({ id, outcome: 'applied' })),
    });
    expect(await ann.push(rows)).toEqual(answer);
    await ann.pullAll();
    expect(ann.find('note', noteIdOf('a1'))?.v).toBe(400);
  });

  test('[AV-2] where a later piece fails, whoever sees what came before it is told', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ann.seal(editOf('a1', `text ${index}`)));
    const { store, hub } = server.services;
    const write = store.write.bind(store);
    const markOf = async () => (await store.read(() => call('getClient', ann.clientId)))?.mark ?? 0;
    const failing = vi.spyOn(store, 'write').mockImplementation(async (plan) => {
      if ((await markOf()) >= 100) throw new Error('no room');
      return write(plan);
    });
    const poke = vi.spyOn(hub, 'poke');
    expect((await ann.pushRaw(rows)).status).toBeGreaterThanOrEqual(500);
    failing.mockRestore();
    expect(await markOf()).toBe(100);
    expect(poke.mock.calls.some(([touched]) => touched.has('ann', 'note'))).toBe(true);
    expect(await ann.push(rows)).toMatchObject({ kind: 'ok', mark: 150 });
  });

  test('[AV-2] one note of many is read by its place in the index: no other is opened', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `n${String(index).padStart(2, '0')}`);
    const startOf = (index: number): string => `2026-01-${String(1 + (index % 28)).padStart(2, '0')}T09:00:00.000Z`;
    await server.write(...ids.map((id, index) => appointmentOf('c1', id, { start: startOf(index) })));
    await ann.push(ids.map((id) => ann.seal(editOf(id, 'text'))));
    const at = '/api/notes_secure_data/v1/notes/data/data_info';
    const list = async (query: string): Promise<{ note_data_id: string; session_start: string }[]> =>
      (await (await ann.call('GET', `${at}?${query}`)).json()) as never;
    const all = await list('limit=500');
    const starts = all.map((item) => item.session_start);
    expect(starts).toEqual([...starts].sort().reverse());
    expect((await list('limit=3&skip=2')).map((item) => item.session_start)).toEqual(starts.slice(2, 5));
    const opened: string[] = [];
    const { store } = server.services;
    const readInPieces = store.readInPieces.bind(store);
    store.readInPieces = (plan) =>
      readInPieces(function* () {
        const running = plan();
        let step = running.next();
        while (!step.done) {
          if (step.value.call === 'getRecord') opened.push(String(step.value.args[0]));
          step = running.next(yield step.value);
        }
        return step.value;
      });
    await list('limit=1');
    expect(opened).toEqual(['note', 'client_card']);
  });
});

describe('what waited while a device was signed out', () => {
  test('is applied before the push that follows it: nobody is told of a gap', async () => {
    const waiting = [ann.seal(editOf('a1', 'one')), ann.seal(editOf('a1', 'two'))];
    await ann.call('POST', '/api/login/v1/logout', {});
    const headers = { authorization: `Bearer ${ann.depositToken}` };
    expect(await ann.push(waiting, headers)).toMatchObject({ kind: 'quarantined' });
    // Signed in again, and the push comes before the key is registered anew: the release is the push's own to wait for.
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    const { store } = server.services;
    const write = store.write.bind(store);
    store.write = async (plan) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return write(plan);
    };
    const answer = await ann.push([ann.seal(editOf('a1', 'three'))]);
    expect(answer).toMatchObject({ kind: 'ok', mark: 3, results: [{ id: 3, outcome: 'applied' }] });
  });

  test('is applied before the registration of its key is answered', async () => {
    const waiting = [ann.seal(editOf('a1', 'one'))];
    await ann.call('POST', '/api/login/v1/logout', {});
    await ann.push(waiting, { authorization: `Bearer ${ann.depositToken}` });
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await ann.registerKey();
    const client = await server.store.read(() => call('getClient', ann.clientId));
    expect(client?.mark).toBe(1);
  });

  test('[AV-3] is bounded in bytes and rows, and what did not fit is not said to be held', async () => {
    await ann.call('POST', '/api/login/v1/logout', {});
    const headers = { authorization: `Bearer ${ann.depositToken}` };
    const rows = () => Array.from({ length: 500 }, () => ann.seal(editOf('a1', 'x')));
    for (let count = 0; count < 6000; count += 500) await ann.pushRaw(rows(), headers);
    const held = await server.store.read(() => call('quarantinedOf', ann.clientId, 'waiting'));
    expect(held.rows).toBe(5000);
  });

  test('[AV-2] what is too long for a socket or an answer is not read to its end', async () => {
    await ann.pullAll();
    const cursor = ann.cursor ?? '';
    for (const [index, session] of ['a1', 'a2', 'a3'].entries()) {
      const start = new Date(server.clock.now() - (index + 2) * 3_600_000).toISOString();
      if (session !== 'a1') await server.write(appointmentOf('c1', session, { start, end: start }));
      await ann.push([ann.seal(editOf(session, 'x'.repeat(90_000)))]);
    }
    const input = { principal: 'ann', clientId: ann.clientId, cursor, heal: null, bytes: maxPageBytes };
    const nowMs = server.clock.now();
    const found = await server.store.read(() => readChanges({ registry: server.registry, nowMs }, input));
    expect(found).toMatchObject({ kind: 'ok', isComplete: false });
    const notes = found.kind === 'ok' ? linesOf(found.page).filter((line) => line.includes('xxxx')) : [];
    expect(notes).toHaveLength(1);
  });

  test('[AV-2] what a push waits for others is none of its own time', async () => {
    const order: string[] = [];
    const { registry, clock, store } = server;
    const rows = [{ kind: 'void' as const, id: ann.lastId + 1 }];
    await applyPush(
      (plan) => {
        order.push('waits');
        return store.write(function* () {
          order.push('its turn');
          return yield* plan();
        });
      },
      () => {
        order.push('its time begins');
        return createTxContext(registry, clock.now());
      },
      { actor: actorOf('ann'), clientId: ann.clientId, deviceId: 'd1', highest: ann.lastId + 1, rows },
    );
    expect(order).toEqual(['waits', 'its turn', 'its time begins']);
  });

  test('[AV-3] what waits behind a hole is not looked at again with every push', async () => {
    const reads = vi.spyOn(server.store, 'read');
    const readsOf = async (): Promise<number> => {
      const before = reads.mock.calls.length;
      await ann.push([ann.seal(editOf('a1', 'text'))]);
      return reads.mock.calls.length - before;
    };
    await readsOf();
    const usual = await readsOf();
    const far = { kind: 'sealed' as const, id: 1_000_000, key: ann.keyId, box: 'A'.repeat(700_000) };
    const row = {
      clientId: ann.clientId,
      id: far.id,
      reason: 'waiting' as const,
      keyId: far.key,
      box: far.box,
      at: '',
    };
    await server.store.write(() => call('putQuarantine', row));
    expect(await readsOf()).toBe(usual);
    expect(await server.store.read(() => call('getQuarantine', ann.clientId, far.id, 'waiting'))).toBeDefined();
  });

  test('[AV-3] boxes that do not open are bounded too: beyond that they are refused and not held', async () => {
    const huge = 'A'.repeat(700_000);
    const outcomes: string[] = [];
    for (let id = 1; id <= 100; id += 5) {
      const rows = Array.from({ length: 5 }, (_, index) => ({
        kind: 'sealed' as const,
        id: id + index,
        key: ann.keyId,
        box: huge,
      }));
      ann.lastId = id + 4;
      const answer = await ann.push(rows);
      if (answer.kind === 'ok') outcomes.push(...answer.results.map((result) => result.outcome));
    }
    const { bytes } = await server.store.read(() => call('quarantinedOf', ann.clientId, 'parked'));
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['parked', 'rejected']);
  });
});
