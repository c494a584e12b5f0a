import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NewJob } from '../store/operation-calls.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { planJobs } from '../sync/plan-jobs.ts';
import { TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { defineJobKind, type ActOptions, type JobKind } from './job-kind.ts';
import { createJobRunner } from './job-runner.ts';

const hourMs = 3_600_000;
const open: TestServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function serverOf(options: TestServerOptions): Promise<TestServer> {
  const server = await TestServer.create(options);
  open.push(server);
  return server;
}

const payload = v.object({ name: v.string() });
type Kind = JobKind<{ name: string }, string>;

/** A kind that acts, and writes what came of it under the job's name. */
function actingKind(act: (name: string, options: ActOptions) => Promise<string>, more: Partial<Kind> = {}): Kind {
  return defineJobKind<{ name: string }, string>({
    kind: 'acting',
    payload,
    act: ({ name }, options) => act(name, options),
    *settle(_context, { name }, result) {
      yield* call('setMeta', `ran.${name}`, result);
    },
    mostAttempts: 3,
    ...more,
  });
}

/** A kind without an outside, which counts its runs. */
function plainKind(more: Partial<JobKind<{ name: string }, undefined>> = {}): JobKind<{ name: string }, undefined> {
  return defineJobKind<{ name: string }>({
    kind: 'plain',
    payload,
    *settle(context, { name }) {
      yield* call('setMeta', `ran.${name}`, context.now);
    },
    mostAttempts: 3,
    ...more,
  });
}

function add(server: TestServer, job: Partial<NewJob> & { readonly name: string }): Promise<void> {
  const { name, ...more } = job;
  return server.store.write(() =>
    call('addJob', { kind: 'acting', key: `k.${name}`, payload: { name }, runAtMs: server.clock.now(), ...more }),
  );
}

const ran = (server: TestServer, name: string) => server.store.read(() => call('getMeta', `ran.${name}`));
const jobsOf = (server: TestServer) => server.store.read(() => call('jobsAfter', 0, 100));

/** A promise and what ends it. */
function gate<T>() {
  let pass!: (value: T) => void;
  const passed = new Promise<T>((resolve) => (pass = resolve));
  return { passed, pass };
}

describe('a job that acts', () => {
  test('acts with its key outside any transaction, then writes and is removed; others go on meanwhile', async () => {
    const held = gate<string>();
    const began = gate<ActOptions>();
    const server = await serverOf({
      jobKinds: [
        actingKind((name, options) => {
          if (name !== 'slow') return Promise.resolve('quick');
          began.pass(options);
          return held.passed;
        }),
        plainKind(),
      ],
    });
    await add(server, { name: 'slow' });
    await add(server, { name: 'fast' });
    await add(server, { name: 'plain', kind: 'plain' });
    server.services.jobs.kick();
    expect(await began.passed).toMatchObject({ key: 'k.slow', attempt: 1 });
    // A write while it acts; and the others are done before it is.
    await server.store.write(() => call('setMeta', 'written', '1'));
    while ((await jobsOf(server)).length > 1) await new Promise((resolve) => setImmediate(resolve));
    expect([await ran(server, 'fast'), await ran(server, 'slow')]).toEqual(['quick', undefined]);
    expect(await ran(server, 'plain')).toBeDefined();
    held.pass('slow done');
    await server.orchid.settle();
    expect(await ran(server, 'slow')).toBe('slow done');
    expect(await jobsOf(server)).toEqual([]);
  });

  test('never runs twice at once, also when it is planned anew; then the newer plan runs, and the outcome of both is kept', async () => {
    const held = gate<string>();
    const began = gate<null>();
    let [now, most, count] = [0, 0, 0];
    const server = await serverOf({
      jobKinds: [
        actingKind(async (name) => {
          count += 1;
          began.pass(null);
          now += 1;
          most = Math.max(most, now);
          const result = name === 'old' ? await held.passed : 'new done';
          now -= 1;
          return result;
        }),
      ],
    });
    await add(server, { name: 'old', key: 'same' });
    server.services.jobs.kick();
    await began.passed;
    await add(server, { name: 'new', key: 'same' });
    server.services.jobs.kick();
    // Enough rounds for a second one to begin, were it let.
    for (let round = 0; round < 20; round += 1) await server.store.read(() => call('jobsAfter', 0, 1));
    expect(count).toBe(1);
    held.pass('old done');
    await server.orchid.settle();
    expect([most, count]).toEqual([1, 2]);
    expect([await ran(server, 'old'), await ran(server, 'new')]).toEqual(['old done', 'new done']);
  });

  test('after a crash between act and settle acts again with the same key', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
    folders.push(dataDir);
    const keys: string[] = [];
    const began = gate<null>();
    const first = await TestServer.create({
      dataDir,
      jobKinds: [
        actingKind(async (_name, { key, signal }) => {
          keys.push(key);
          began.pass(null);
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
        }),
      ],
    });
    await add(first, { name: 'one' });
    first.services.jobs.kick();
    await began.passed;
    first.orchid.close();
    await first.close();
    const server = await serverOf({
      dataDir,
      jobKinds: [
        actingKind(async (_name, { key, attempt }) => {
          keys.push(key);
          return `attempt ${attempt}`;
        }),
      ],
    });
    await server.orchid.settle();
    expect(keys).toEqual(['k.one', 'k.one']);
    // A server that stops is not a failure of the job.
    expect(await ran(server, 'one')).toBe('attempt 1');
  });

  test('that takes too long is told to end, and counts as failed', async () => {
    const began = gate<null>();
    const server = await serverOf({
      jobKinds: [
        actingKind((_name, { signal }) => {
          began.pass(null);
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
        }),
      ],
    });
    await add(server, { name: 'hung' });
    server.services.jobs.kick();
    await began.passed;
    server.clock.pass(30_000);
    await server.orchid.settle();
    expect(await jobsOf(server)).toMatchObject([{ attempts: 1, error: 'JobTimeout', dead: false }]);
  });

  test('fails so often and is dead: kept, not run, and only its error’s name is known', async () => {
    let count = 0;
    const server = await serverOf({
      jobKinds: [
        actingKind(async () => {
          count += 1;
          throw new TypeError('about ann@test.invalid');
        }),
      ],
    });
    await add(server, { name: 'bad' });
    for (let round = 0; round < 10; round += 1) {
      await server.orchid.settle();
      server.clock.pass(60_000);
    }
    await server.orchid.settle();
    expect(count).toBe(3);
    expect(await jobsOf(server)).toMatchObject([{ attempts: 3, error: 'TypeError', dead: true }]);
    expect(server.log.errors.map((line) => line.split(' ')[0])).toEqual(['job-failed', 'job-failed', 'job-dead']);
    expect(server.log.errors.join('')).not.toContain('test.invalid');

    // Planned anew, it takes the place of the dead one.
    await add(server, { name: 'bad' });
    expect(await jobsOf(server)).toMatchObject([{ attempts: 0, error: '', dead: false }]);
  });

  test('waits longer after each failure, up to a minute', async () => {
    const at: number[] = [];
    const server = await serverOf({
      jobKinds: [
        actingKind(
          async () => {
            at.push(server.clock.now());
            throw new Error('no');
          },
          { mostAttempts: 9 },
        ),
      ],
    });
    await add(server, { name: 'bad' });
    for (let second = 0; second < 250; second += 1) {
      await server.orchid.settle();
      server.clock.pass(1000);
    }
    const waits = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('whose outcome cannot be written does not act again at once, and that attempt counts', async () => {
    const at: number[] = [];
    const server = await serverOf({
      jobKinds: [
        actingKind(async () => {
          at.push(server.clock.now());
          // Behind what the runner is still looking for: the next write is the outcome's.
          await server.store.write(() => call('setMeta', 'looked', '1'));
          vi.spyOn(server.services.store, 'write').mockRejectedValueOnce(new StoreUnavailable('full'));
          return 'done';
        }),
      ],
    });
    await add(server, { name: 'one' });
    for (let second = 0; second < 20; second += 1) {
      await server.orchid.settle();
      server.clock.pass(1000);
    }
    expect(at.map((time) => (time - (at[0] ?? 0)) / 1000)).toEqual([0, 1, 3]);
    expect(await jobsOf(server)).toMatchObject([{ attempts: 3, error: 'Unfinished', dead: true }]);
  });

  test('with which the process ends each time is dead after as many attempts as any other', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
    folders.push(dataDir);
    let count = 0;
    const began = [gate<null>(), gate<null>(), gate<null>()];
    const held = gate<string>();
    const jobKinds = [
      actingKind(() => {
        began[count]?.pass(null);
        count += 1;
        return held.passed;
      }),
    ];
    for (let start = 0; start < 5; start += 1) {
      // Left as it is, like one that was killed: nothing gives the job back.
      const server = await serverOf({ dataDir, jobKinds, now: `2026-11-20T1${start}:00:00.000Z` });
      if (start === 0) await add(server, { name: 'fatal' });
      if (start < 3) {
        server.services.jobs.kick();
        await began[start]?.passed;
      } else await server.orchid.settle();
    }
    expect(count).toBe(3);
    const [last] = open.slice(-1);
    expect(last && (await jobsOf(last))).toMatchObject([{ attempts: 3, error: 'Unfinished', dead: true }]);
    held.pass('done');
  });

  test('a failed settle writes nothing and counts', async () => {
    const server = await serverOf({
      jobKinds: [
        actingKind(async () => 'done', {
          *settle() {
            yield* call('setMeta', 'half', '1');
            throw new RangeError('bug');
          },
        }),
      ],
    });
    await add(server, { name: 'one' });
    await server.orchid.settle();
    expect(await server.store.read(() => call('getMeta', 'half'))).toBeUndefined();
    expect(await jobsOf(server)).toMatchObject([{ attempts: 1, error: 'RangeError' }]);
  });

  test('dropped while it acts, its outcome is kept and it does not come back', async () => {
    const held = gate<string>();
    const began = gate<null>();
    let count = 0;
    const server = await serverOf({
      jobKinds: [
        actingKind((name) => {
          count += 1;
          if (count === 2) began.pass(null);
          return name === 'fails' ? held.passed.then(() => Promise.reject(new Error('no'))) : held.passed;
        }),
      ],
    });
    await add(server, { name: 'one' });
    await add(server, { name: 'fails' });
    server.services.jobs.kick();
    await began.passed;
    await server.store.write(function* () {
      yield* call('dropJob', 'k.one');
      yield* call('dropJob', 'k.fails');
    });
    held.pass('done');
    await server.orchid.settle();
    expect(await ran(server, 'one')).toBe('done');
    expect(await jobsOf(server)).toEqual([]);
  });
});

describe('when a job runs', () => {
  test('of a time: not before it, also where the clock goes back', async () => {
    const server = await serverOf({ jobKinds: [plainKind()] });
    const at = '2026-11-20T16:00:00.000Z';
    const plan = [{ kind: 'plain', key: 'k', payload: { name: 'timed' }, when: { at } }];
    await server.store.write(() => planJobs({ nowMs: server.clock.now(), zone: 'UTC' }, { plan }));
    server.clock.pass(hourMs - 1);
    await server.orchid.settle();
    server.clock.pass(-3 * hourMs);
    await server.orchid.settle();
    server.clock.pass(2 * hourMs);
    await server.orchid.settle();
    expect(await ran(server, 'timed')).toBeUndefined();
    server.clock.pass(hourMs + 1);
    await server.orchid.settle();
    expect(await ran(server, 'timed')).toBe(at);
  });

  test.each([
    ['a day of 23 hours', '2027-03-14', '2027-03-15T04:00:00.000Z'],
    ['a day of 25 hours', '2027-11-07', '2027-11-08T05:00:00.000Z'],
  ])('after a date: with its last moment in the practice’s zone, %s', async (_what, afterDate, end) => {
    const server = await serverOf({ jobKinds: [plainKind()] });
    const plan = [{ kind: 'plain', key: 'k', payload: { name: 'dated' }, when: { afterDate } }];
    await server.store.write(() => planJobs({ nowMs: server.clock.now(), zone: server.practiceZone }, { plan }));
    server.clock.pass(Date.parse(end) - 1 - server.clock.now());
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBeUndefined();
    server.clock.pass(1);
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBe(end);
  });

  test.each([
    ['Pacific/Kiritimati', 'America/New_York', '2026-11-22T05:00:00.000Z'],
    ['America/New_York', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ])('after a date, planned in %s: in %s it has its moment there, not earlier and not later', async (from, to, end) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
    folders.push(dataDir);
    const before = await TestServer.create({ dataDir, practiceZone: from, jobKinds: [plainKind()] });
    const plan = [{ kind: 'plain', key: 'k', payload: { name: 'dated' }, when: { afterDate: '2026-11-21' } }];
    await before.store.write(() => planJobs({ nowMs: before.clock.now(), zone: from }, { plan }));
    await before.close();
    const server = await serverOf({ dataDir, practiceZone: to, jobKinds: [plainKind()] });
    await server.orchid.settle();
    server.clock.pass(Date.parse(end) - 1 - server.clock.now());
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBeUndefined();
    server.clock.pass(1);
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBe(end);
  });

  test('after a date, its moment in another zone that could not be written is written with the next round', async () => {
    const server = await serverOf({});
    server.services.jobs.stop();
    const plan = [{ kind: 'plain', key: 'k', payload: { name: 'dated' }, when: { afterDate: '2026-11-21' } }];
    await server.store.write(() => planJobs({ nowMs: server.clock.now(), zone: 'America/New_York' }, { plan }));
    const kind = plainKind();
    const runner = createJobRunner({
      ...server.services,
      kinds: new Map([[kind.kind, kind]]),
      practiceZone: 'Pacific/Kiritimati',
      onTouched: () => undefined,
    });
    vi.spyOn(server.services.store, 'write').mockRejectedValueOnce(new StoreUnavailable('full'));
    await runner.settle();
    server.clock.pass(1000);
    await runner.settle();
    expect(await jobsOf(server)).toMatchObject([{ runAtMs: Date.parse('2026-11-21T10:00:00.000Z') }]);
    runner.stop();
  });

  test('after a date, with a moment that came too early, it asks the date and comes again', async () => {
    const server = await serverOf({ jobKinds: [plainKind()] });
    await add(server, { name: 'dated', kind: 'plain', afterDate: '2026-11-20' });
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBeUndefined();
    expect(await jobsOf(server)).toMatchObject([{ attempts: 0, runAtMs: Date.parse('2026-11-21T05:00:00.000Z') }]);
  });

  test('found three days late it runs at once; of a kind that goes stale it is dropped, which is counted', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
    folders.push(dataDir);
    const kinds = [plainKind(), plainKind({ kind: 'reminder', stale: { afterMs: hourMs } })];
    const before = await TestServer.create({ dataDir, jobKinds: kinds });
    const runAtMs = before.clock.now() + hourMs;
    await add(before, { name: 'late', kind: 'plain', runAtMs });
    await add(before, { name: 'stale1', kind: 'reminder', runAtMs });
    await add(before, { name: 'stale2', kind: 'reminder', runAtMs });
    await add(before, { name: 'just', kind: 'reminder', runAtMs: runAtMs + 71 * hourMs });
    await before.close();
    // The clock goes on where it begins anew for each server: three days on from there.
    const server = await serverOf({ dataDir, jobKinds: kinds, now: '2026-11-23T16:00:00.000Z' });
    await server.orchid.settle();
    expect(await ran(server, 'late')).toBe('2026-11-23T16:00:00.000Z');
    expect([await ran(server, 'stale1'), await ran(server, 'stale2')]).toEqual([undefined, undefined]);
    expect(await ran(server, 'just')).toBeDefined();
    expect(server.log.infos).toContain('jobs-dropped-late {"kind":"reminder","count":2}');
    expect(await jobsOf(server)).toEqual([]);
  });

  test('of a kind that this server does not know: it waits for one that does, however long, and is said', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
    folders.push(dataDir);
    const before = await TestServer.create({ dataDir });
    await add(before, { name: 'strange', kind: 'plain' });
    for (let round = 0; round < 30; round += 1) {
      await before.orchid.settle();
      before.clock.pass(10 * 60_000);
    }
    expect(await jobsOf(before)).toMatchObject([{ attempts: 0, error: 'UnknownJobKind', dead: false }]);
    expect(before.log.errors[0]).toMatch(/^job-failed .*UnknownJobKind/);
    await before.close();
    const server = await serverOf({ dataDir, jobKinds: [plainKind()], now: '2026-11-21T15:00:00.000Z' });
    await server.orchid.settle();
    expect(await ran(server, 'strange')).toBeDefined();
  });
});
