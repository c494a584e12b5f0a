import { describe, expect, test, vi } from 'vitest';
import { call, StoreUnavailable } from '../store/port.ts';
import { actingKind, plainKind, addJob, ran, jobsOf, gate } from '../testing/job-world.ts';
import type { ActOptions } from './job-kind.ts';
import { openServers } from '../testing/open-servers.ts';
import { TestServer } from '../testing/test-server.ts';

const { serverOf, folder } = openServers();

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
    await addJob(server, { name: 'slow' });
    await addJob(server, { name: 'fast' });
    await addJob(server, { name: 'plain', kind: 'plain' });
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
    await addJob(server, { name: 'old', key: 'same' });
    server.services.jobs.kick();
    await began.passed;
    await addJob(server, { name: 'new', key: 'same' });
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
    const dataDir = folder();
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
    await addJob(first, { name: 'one' });
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
    await addJob(server, { name: 'hung' });
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
    await addJob(server, { name: 'bad' });
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
    await addJob(server, { name: 'bad' });
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
    await addJob(server, { name: 'bad' });
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
    await addJob(server, { name: 'one' });
    for (let second = 0; second < 20; second += 1) {
      await server.orchid.settle();
      server.clock.pass(1000);
    }
    expect(at.map((time) => (time - (at[0] ?? 0)) / 1000)).toEqual([0, 1, 3]);
    expect(await jobsOf(server)).toMatchObject([{ attempts: 3, error: 'Unfinished', dead: true }]);
  });

  test('with which the process ends each time is dead after as many attempts as any other', async () => {
    const dataDir = folder();
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
    let last: TestServer | undefined;
    for (let start = 0; start < 5; start += 1) {
      // Left as it is, like one that was killed: nothing gives the job back.
      const server = await serverOf({ dataDir, jobKinds, now: `2026-11-20T1${start}:00:00.000Z` });
      last = server;
      if (start === 0) await addJob(server, { name: 'fatal' });
      if (start < 3) {
        server.services.jobs.kick();
        await began[start]?.passed;
      } else await server.orchid.settle();
    }
    expect(count).toBe(3);
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
    await addJob(server, { name: 'one' });
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
    await addJob(server, { name: 'one' });
    await addJob(server, { name: 'fails' });
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
