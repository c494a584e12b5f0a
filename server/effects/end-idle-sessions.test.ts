import { expect, test } from 'vitest';
import { FakeClock } from '../../sync/testing/builders.ts';
import { idleLimitMs } from '../auth/sessions.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { createTestLog } from '../testing/fake-clock.ts';
import { openServers } from '../testing/open-servers.ts';
import { startEndingIdle } from './end-idle-sessions.ts';

const { serverOf } = openServers();
const minuteMs = 60_000;

/** A server with so many sessions that nobody has touched for too long, and a clock that the rounds go by. */
async function world(sessions: number) {
  const clock = new FakeClock();
  const server = await serverOf();
  const { store } = server;
  await server.addAccount('ann');
  const longAgo = clock.now() - idleLimitMs - minuteMs;
  await store.write(function* () {
    for (let made = 0; made < sessions; made += 1)
      yield* call('putSession', {
        familyId: `family-${made}`,
        sub: 'ann',
        deviceId: `device-${made}`,
        generation: 1,
        rotatedAtMs: longAgo,
        seenGeneration: 1,
        createdAtMs: longAgo,
        activeAtMs: longAgo,
        endsAtMs: clock.now() + 1000 * minuteMs,
        isRemembered: true,
        endedReason: '',
      });
  });
  const log = createTestLog();
  const stop = startEndingIdle({ store, clock, log });
  const left = async () => (await store.read(() => call('liveSessions', 'ann', null))).length;
  return { clock, store, log, stop, left };
}

test('all whose time is over end in one round, however many they are', async () => {
  const { clock, stop, left } = await world(205);
  expect(await left()).toBe(205);
  await clock.pass(minuteMs);
  await expect.poll(left).toBe(0);
  stop();
});

test('a round that failed is followed by the next, a minute later', async () => {
  const { clock, store, log, stop, left } = await world(1);
  const read = store.read.bind(store);
  store.read = () => Promise.reject(new StoreUnavailable('busy'));
  await clock.pass(minuteMs);
  await expect.poll(() => log.errors).toEqual(['end-idle-failed {}']);
  store.read = read;
  expect(await left()).toBe(1);
  await clock.pass(minuteMs);
  await expect.poll(left).toBe(0);
  stop();
});

test('once it is stopped no round follows, not even the one that was under way', async () => {
  const { clock, store, stop, left } = await world(1);
  const read = store.read.bind(store);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  store.read = async (plan) => {
    await held;
    return read(plan);
  };
  await clock.pass(minuteMs);
  stop();
  go();
  store.read = read;
  await expect.poll(left).toBe(0);
  let reads = 0;
  store.read = (plan) => {
    reads += 1;
    return read(plan);
  };
  await clock.pass(10 * minuteMs);
  expect(reads).toBe(0);
});
