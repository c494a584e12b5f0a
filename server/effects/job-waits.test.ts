import { describe, expect, test } from 'vitest';
import { noMailer } from '../mail/mailer.ts';
import { addJob, jobsOf, plainKind, ran } from '../testing/job-world.ts';
import { openServers } from '../testing/open-servers.ts';
import { createJobKinds } from './job-kinds.ts';

const { serverOf } = openServers();
const failing = (more: Parameters<typeof plainKind>[0] = {}) =>
  plainKind({
    // oxlint-disable-next-line require-yield -- it fails before it writes
    *settle() {
      throw new Error('not now');
    },
    mostAttempts: 20,
    ...more,
  });

describe('a job that fails comes again', () => {
  test.each([
    ['after a second, twice as long each time, and after a minute at most', {}, [1, 2, 4, 8, 16, 32, 60, 60]],
    [
      'after as long as its kind says at most',
      { retryMostMs: 3_600_000 },
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600],
    ],
  ])('%s', async (_what, more, seconds) => {
    const server = await serverOf({ jobKinds: [failing(more)] });
    await addJob(server, { name: 'one', kind: 'plain' });
    const waits: number[] = [];
    for (const _ of seconds) {
      await server.orchid.settle();
      const [job] = await jobsOf(server);
      waits.push(((job?.runAtMs ?? 0) - server.clock.now()) / 1000);
      server.clock.pass((job?.runAtMs ?? 0) - server.clock.now());
    }
    expect(waits).toEqual(seconds);
  });

  test('until it has failed as often as its kind says: then it lies there dead', async () => {
    const server = await serverOf({ jobKinds: [failing({ mostAttempts: 3 })] });
    await addJob(server, { name: 'one', kind: 'plain' });
    const states: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await server.orchid.settle();
      const [job] = await jobsOf(server);
      states.push([job?.attempts, job?.dead]);
      server.clock.pass(60_000);
    }
    expect(states).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [3, true],
    ]);
  });

  test('of a kind that this build does not know after ten minutes, and no attempt is counted', async () => {
    const server = await serverOf();
    await addJob(server, { name: 'one', kind: 'of-tomorrow' });
    await server.orchid.settle();
    const [job] = await jobsOf(server);
    expect([(job?.runAtMs ?? 0) - server.clock.now(), job?.attempts, job?.dead]).toEqual([600_000, 0, false]);
  });

  test('of a date that is not over yet after a minute at least', async () => {
    // Half a minute before midnight.
    const server = await serverOf({ jobKinds: [plainKind()], practiceZone: 'UTC', now: '2026-11-20T23:59:30.000Z' });
    const job = { name: 'one', kind: 'plain', afterDate: '2026-11-20', zone: 'UTC' };
    await addJob(server, job);
    await server.orchid.settle();
    const [put] = await jobsOf(server);
    expect((put?.runAtMs ?? 0) - server.clock.now()).toBe(60_000);
  });

  test.each([
    ['runs at its limit', 5000, true],
    ['is dropped a moment later', 5001, false],
  ])('what has lost its sense after so long %s', async (_what, lateMs, runs) => {
    const server = await serverOf({ jobKinds: [plainKind({ stale: { afterMs: 5000 } })] });
    await addJob(server, { name: 'one', kind: 'plain', runAtMs: server.clock.now() - lateMs });
    await server.orchid.settle();
    expect(await jobsOf(server)).toEqual([]);
    expect((await ran(server, 'one')) !== undefined).toBe(runs);
  });
});

test('what changes records is never given up; a mail after fourteen attempts, some two hours', async () => {
  const server = await serverOf();
  const kinds = createJobKinds({
    store: server.store,
    clock: server.clock,
    registry: server.registry,
    mailer: noMailer,
    practiceZone: 'UTC',
    tokenKey: server.secrets.tokenKey,
    origin: () => 'https://orchid.invalid',
    more: [],
  });
  const shown = [...kinds.values()].map(({ kind, mostAttempts, retryMostMs, stale }) => [
    kind,
    { mostAttempts, retryMostMs, stale },
  ]);
  const forever = { mostAttempts: Infinity };
  expect(Object.fromEntries(shown)).toEqual({
    'back-fill': forever,
    'carry-office': forever,
    'clean-up': forever,
    'derive-anew': forever,
    'end-access': forever,
    'end-sample': forever,
    'extend-series': forever,
    mail: { mostAttempts: 14, retryMostMs: 3_600_000 },
    'open-invite': forever,
    'tell-approval': forever,
    'tell-sessions': forever,
  });
});
