import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../store/port.ts';
import { planJobs } from '../sync/plan-jobs.ts';
import { plainKind, addJob, ran, jobsOf } from '../testing/job-world.ts';
import { openServers } from '../testing/open-servers.ts';
import { TestServer } from '../testing/test-server.ts';
import { createJobRunner } from './job-runner.ts';

const hourMs = 3_600_000;
const { serverOf, folder } = openServers();

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
    const dataDir = folder();
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
    await addJob(server, { name: 'dated', kind: 'plain', afterDate: '2026-11-20' });
    await server.orchid.settle();
    expect(await ran(server, 'dated')).toBeUndefined();
    expect(await jobsOf(server)).toMatchObject([{ attempts: 0, runAtMs: Date.parse('2026-11-21T05:00:00.000Z') }]);
  });

  test('found three days late it runs at once; of a kind that goes stale it is dropped, which is counted', async () => {
    const dataDir = folder();
    const kinds = [plainKind(), plainKind({ kind: 'reminder', stale: { afterMs: hourMs } })];
    const before = await TestServer.create({ dataDir, jobKinds: kinds });
    const runAtMs = before.clock.now() + hourMs;
    await addJob(before, { name: 'late', kind: 'plain', runAtMs });
    await addJob(before, { name: 'stale1', kind: 'reminder', runAtMs });
    await addJob(before, { name: 'stale2', kind: 'reminder', runAtMs });
    await addJob(before, { name: 'just', kind: 'reminder', runAtMs: runAtMs + 71 * hourMs });
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
    const dataDir = folder();
    const before = await TestServer.create({ dataDir });
    await addJob(before, { name: 'strange', kind: 'plain' });
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
