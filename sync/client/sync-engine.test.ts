import { describe, expect, it } from 'vitest';
import { addToChecksum, emptyChecksum } from '../core/checksum.ts';
import type { ReplicaStore, Transport, TransportAnswer } from '../ports.ts';
import { MemoryDisk } from '../store/memory-store.ts';
import { StoreError } from '../store/store-error.ts';
import {
  chartLines,
  FakeClock,
  noteEditArgs,
  openTestReplica,
  pageOf,
  seededRandom,
  settle,
} from '../testing/builders.ts';
import { applyPage } from './apply-pull.ts';
import { putMeta, readMeta } from './meta.ts';
import type { Place } from './pull.ts';
import type { Replica } from './replica.ts';
import { writeMutation } from './write.ts';
import { SyncEngine } from './sync-engine.ts';

const begin = { kind: 'begin', epoch: 'e1', serverTime: '2026-11-21T09:00:00.000Z', reset: false, principal: 'pro-1' };
const end = { kind: 'end', cursor: 'c1', mark: 0, outcomes: [], complete: true, left: 0 };

/** An engine over a network whose answers the test decides. */
async function createWorld(
  answer: () => TransportAnswer<null>,
  lines: () => readonly unknown[] = () => [begin, end],
  push: TransportAnswer<unknown> = { kind: 'unreachable' },
) {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  let pulls = 0;
  /** How long an answer, and each line of it, is on its way. */
  const hold = { ms: 0, lineMs: 0 };
  const waits = (ms: number, ended?: AbortSignal): Promise<boolean> =>
    ms === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          clock.after(ms, () => resolve(true));
          ended?.addEventListener('abort', () => resolve(false));
        });
  const transport: Transport = {
    push: () => Promise.resolve(push),
    pull: async (_request, onLine, ended) => {
      pulls += 1;
      const given = answer();
      if (!(await waits(hold.ms, ended))) return { kind: 'unreachable' };
      if (given.kind === 'answered')
        for (const line of lines()) {
          await waits(hold.lineMs, ended);
          await onLine(line);
        }
      return given;
    },
  };
  const replica = await openTestReplica(disk.connect());
  const quiet = () => undefined;
  const make = (owner: string, store = replica, onRest: (place: Place) => void = quiet) =>
    new SyncEngine({
      onRest,
      replica: store,
      transport,
      clock,
      random: seededRandom(2),
      log: { error: quiet, info: quiet, debug: quiet },
      owner,
      registerKey: () => Promise.resolve(true),
      onLocked: quiet,
    });
  const status = async () => {
    const [row] = await replica.store.tx('relaxed', () => readMeta('status'));
    return row;
  };
  return { disk, clock, make, replica, status, hold, pulls: () => pulls };
}

/** A replica that holds a chart with its sessions, and that nobody leads. */
async function holdCharts(replica: Replica): Promise<void> {
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('leader', { owner: 'seed', term: 1, beat: 1 })];
    const [client] = yield* readMeta('client');
    yield* applyPage(
      replica,
      { owner: 'seed', term: 1 },
      pageOf(client?.clientId ?? '', { records: chartLines(), end: { cursor: 'c0' } }),
      { onProblem: () => undefined },
    );
    yield [putMeta('leader', { owner: '', term: 1, beat: 1 })];
  });
}

describe('the engine', () => {
  it('[SE-1] a dead network is tried again by the timer alone, at least every 3.6 s while somebody looks', async () => {
    const world = await createWorld(() => ({ kind: 'unreachable' }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(60_000);
    const before = world.pulls();
    expect(before).toBeGreaterThan(15);
    await world.clock.pass(36_000);
    expect(world.pulls() - before).toBeGreaterThanOrEqual(10);
    expect(await world.status()).toMatchObject({ online: false });
    engine.stop();
  });

  it('[SE-1] storage that fails in the middle of a cycle does not end the cycles', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    world.disk.fault = (operation) => (operation === 'commit' ? 'failed' : null);
    await world.clock.pass(40_000);
    world.disk.fault = () => null;
    const before = world.pulls();
    await world.clock.pass(40_000);
    expect(world.pulls()).toBeGreaterThan(before);
    expect(await world.status()).toMatchObject({ online: true, phase: 'idle' });
    engine.stop();
  });

  it('[SE-1] storage that takes no word of a failed cycle does not make it the last one', async () => {
    const world = await createWorld(() => ({ kind: 'unreachable' }));
    const { store } = world.replica;
    const deaf: ReplicaStore = {
      ...store,
      tx: (durability, body) =>
        store.tx(durability, function* () {
          const running = body();
          let step = running.next([]);
          while (!step.done) {
            const isStatus = step.value.some((command) => command.op === 'get' && command.keys.includes('status'));
            if (isStatus) throw new StoreError('failed');
            step = running.next(yield step.value);
          }
          return step.value;
        }),
    };
    const engine = world.make('one', { ...world.replica, store: deaf });
    engine.start();
    await world.clock.pass(60_000);
    expect(world.pulls()).toBeGreaterThan(15);
    engine.stop();
  });

  it('[SE-5] a request that hears nothing for 3 s is said to be offline; its answer, however late, unsays it', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    expect(await world.status()).toMatchObject({ online: true });
    world.hold.ms = 6000;
    engine.wake();
    await world.clock.pass(2500);
    expect(await world.status()).toMatchObject({ online: true });
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ online: false });
    await world.clock.pass(3000);
    expect(await world.status()).toMatchObject({ online: true });
    engine.stop();
  });

  it('[SE-5] a long answer is no silence while its lines arrive', async () => {
    const lines = [begin, ...Array.from({ length: 8 }, () => ({ kind: 'g', c: 'note', i: 'n-1' })), end];
    const world = await createWorld(
      () => ({ kind: 'answered', value: null }),
      () => lines,
    );
    world.hold.lineMs = 1000;
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(25_000);
    expect(await world.status()).toMatchObject({ online: true });
    const before = world.pulls();
    engine.wake();
    for (let second = 0; second < 9; second += 1) {
      await world.clock.pass(1000);
      expect(await world.status()).toMatchObject({ online: true });
    }
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });

  it('[SE-5] somebody who comes back to a request that hears nothing gets a new one', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    world.hold.ms = 60_000;
    engine.wake();
    await world.clock.pass(2000);
    const before = world.pulls();
    // Not yet silent: it may simply be slow.
    engine.setVisible(true);
    await world.clock.pass(1500);
    expect(world.pulls()).toBe(before);
    world.hold.ms = 0;
    engine.setVisible(true);
    await world.clock.pass(100);
    expect(world.pulls()).toBeGreaterThan(before);
    expect(await world.status()).toMatchObject({ online: true });
    engine.stop();
  });

  it('[PL-2] a page cut before its last line, or a portal instead of it, changes nothing and is not "synced"', async () => {
    const cut = await createWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin],
    );
    const engine = cut.make('one');
    engine.start();
    await cut.clock.pass(5000);
    expect(await cut.status()).toMatchObject({ online: false, syncedAt: null });
    engine.stop();
  });

  it('[LD-2] the second tab takes over within 2 s of the first one going silent', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const [first, second] = [world.make('one'), world.make('two')];
    first.start();
    await settle();
    second.start();
    await world.clock.pass(3000);
    expect([first.leads, second.leads]).toEqual([true, false]);
    first.stop();
    await world.clock.pass(2000);
    expect(second.leads).toBe(true);
    second.stop();
  });

  it('status says when it was synced, by the device, and only after a whole pull', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ online: true, problem: null });
    expect((await world.status())?.syncedAt).toMatch(/^2026-11-21T09:00:0/);
    engine.stop();
  });

  it('[OB-4] while somebody types the engine neither pushes nor asks again and again', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const { replica, clock } = world;
    await holdCharts(replica);
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    const before = world.pulls();
    let base = '';
    for (let key = 0; key < 6; key += 1) {
      const result = await writeMutation(
        replica,
        { clock, random: seededRandom(key + 9), zone: () => 'UTC' },
        {
          name: 'note.edit',
          args: {
            appointment_id: 'a1',
            author_name: 'One',
            note_schema_id: 'soap-note',
            note_schema_revision: 1,
            answers: { plan: `text ${key}` },
          },
          options: { base: { plan: base }, coalesceKey: 'k' },
        },
      );
      base = result.kind === 'saved' ? result.uid : '';
      await clock.pass(600);
    }
    expect(world.pulls() - before).toBeLessThan(4);
    expect(world.disk.dump().outbox).toHaveLength(1);
    engine.stop();
  });

  it('[IN-1] a collection that did not heal is not called synced by the next quiet pull', async () => {
    let sums: Record<string, [number, number, number]> | undefined = { appointment: [7, 1, 1] };
    const world = await createWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, ...(sums ? { sums } : {}) }],
    );
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    expect(await world.status()).toMatchObject({ problem: 'diverged', syncedAt: null });
    sums = undefined;
    await world.clock.pass(40_000);
    expect(await world.status()).toMatchObject({ problem: 'diverged', syncedAt: null });
    engine.stop();
  });

  it('a device whose clock is far off says so', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    world.clock.jump(3 * 60 * 60 * 1000);
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ problem: 'clock' });
    engine.stop();
  });

  it('[OB-2] what was refused is on stable storage before the server is told that it arrived', async () => {
    const refused = { id: 1, outcome: 'rejected', code: 'not_allowed' };
    const world = await createWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, mark: 1, outcomes: [refused] }],
      {
        kind: 'answered',
        value: { kind: 'ok', mark: 1, results: [refused], epoch: 'e1', serverTime: begin.serverTime },
      },
    );
    const { replica, clock, disk } = world;
    await holdCharts(replica);
    const written = await writeMutation(
      replica,
      { clock, random: seededRandom(4), zone: () => 'UTC' },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
    );
    expect(written.kind).toBe('saved');
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    engine.stop();
    disk.crash();
    expect(disk.dump().outbox).toEqual([]);
    expect(disk.dump().attention).toHaveLength(1);
  });

  it('[SE-2] a page that comes by itself is applied as a pull would, without one; what does not fit is asked for', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    const rested = (): Place => places.at(-1) ?? { clientId: '', cursor: '' };
    engine.start();
    await world.clock.pass(1000);
    const before = world.pulls();
    const note = { kind: 'r', c: 'appointment', i: 'a1', s: 'chart:c1', k: 'scheduling', v: 1, h: 1, b: {}, t: {} };
    const page = [begin, note, { ...end, cursor: 'c2', sums: { appointment: sumOf('a1', 1) } }];
    engine.offer(
      rested(),
      page.map((line) => JSON.stringify(line)),
    );
    await settle();
    expect(world.disk.dump().base.map((row) => row.k)).toEqual(['appointment|a1']);
    expect([rested().cursor, world.pulls()]).toEqual(['c2', before]);

    for (const lines of [page, [begin, note], ['<html>']]) {
      const asked = world.pulls();
      engine.offer(
        rested(),
        lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
      );
      await settle();
      expect(world.pulls() - asked).toBe(lines === page ? 0 : 1);
    }
    engine.stop();
  });

  it('[SE-2] a page that comes in the middle of a cycle has its turn after it, and nothing is forgotten over it', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    const clientId = (): string => places.at(-1)?.clientId ?? '';
    const page = [begin, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    engine.start();
    await world.clock.pass(1000);
    world.hold.ms = 100;
    const before = world.pulls();
    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c1' }, page);
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c2', 1]);

    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c9' }, page);
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c1', 3]);
    await world.clock.pass(100);

    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c1' }, page);
    engine.wake();
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c2', 5]);
    engine.stop();
  });

  it('[SE-2] a page that comes by itself after a pull that failed does not take its place', async () => {
    let isUp = true;
    const world = await createWorld(() => (isUp ? { kind: 'answered', value: null } : { kind: 'unreachable' }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    engine.start();
    await world.clock.pass(1000);
    const [rest] = places;
    isUp = false;
    engine.wake();
    await settle();
    isUp = true;
    const before = world.pulls();
    const page = [begin, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    engine.offer(rest ?? { clientId: '', cursor: '' }, page);
    await settle();
    expect(places.map(({ cursor }) => cursor)).toEqual(['c1', 'c2', 'c1']);
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });

  it('[OB-4] a pull that failed is not repeated with every key, and does not stand in the way of what is typed', async () => {
    let isUp = true;
    const away: TransportAnswer<null> = { kind: 'retry', delayMs: 60_000 };
    const world = await createWorld(() => (isUp ? { kind: 'answered', value: null } : away));
    const { replica, clock } = world;
    await holdCharts(replica);
    const engine = world.make('one');
    engine.start();
    await clock.pass(2000);
    isUp = false;
    engine.wake();
    await clock.pass(10);
    const before = world.pulls();
    let base = '';
    for (const text of ['o', 'on', 'one']) {
      const args = noteEditArgs({ plan: text });
      const written = await writeMutation(
        replica,
        { clock, random: seededRandom(text.length + 20), zone: () => 'UTC' },
        { name: 'note.edit', args, options: { base: { plan: base }, coalesceKey: 'k' } },
      );
      if (written.kind === 'saved') base = written.uid;
      await clock.pass(300);
    }
    expect(world.pulls()).toBe(before);
    await clock.pass(1000);
    const [sent] = await replica.store.read(() => readMeta('sent'));
    expect(sent).toEqual({ through: 1 });
    engine.stop();
  });

  it('[SE-2] a page from where this replica does not stand any more changes nothing and leads to a pull', async () => {
    const world = await createWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    engine.start();
    await world.clock.pass(1000);
    const [rest] = places;
    const gone = { kind: 'x', s: 'chart:c1' };
    const lines = [begin, gone, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    const asked = world.pulls();
    engine.offer({ clientId: rest?.clientId ?? '', cursor: 'c0' }, lines);
    await settle();
    engine.offer({ clientId: 'an earlier one', cursor: 'c1' }, lines);
    await settle();
    expect([world.pulls(), places.at(-1)?.cursor]).toEqual([asked + 2, 'c1']);
    await world.replica.store.tx('relaxed', function* () {
      const [cursor] = yield* readMeta('cursor');
      if (cursor) yield [putMeta('cursor', { ...cursor, cursor: 'c7' })];
    });
    const before = world.pulls();
    engine.offer(rest ?? { clientId: '', cursor: '' }, lines);
    await settle();
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });
});

function sumOf(id: string, version: number): readonly number[] {
  const { count, a, b } = addToChecksum(emptyChecksum, id, version, 1);
  return [count, a, b];
}
