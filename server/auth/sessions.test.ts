import { beforeEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { openServers } from '../testing/open-servers.ts';
import type { TestServer } from '../testing/test-server.ts';
import {
  accessLifeMs,
  findSession,
  idleLimitMs,
  isSessionAlive,
  needsTouch,
  renewSession,
  startSession,
  touchSession,
  type SessionTokens,
} from './sessions.ts';

const { serverOf } = openServers();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let server: TestServer;
let begunMs: number;

beforeEach(async () => {
  server = await serverOf();
  await server.addAccount('ann');
  await server.addAccount('mia', 'member');
  begunMs = server.clock.now();
});

const start = async (sub: string, isRemembered = true) =>
  server.store.write(function* () {
    const account = yield* call('accountBySub', sub);
    if (!account) throw new Error('no such account');
    const context = { nowMs: begunMs, random: server.random, tokenKey: server.secrets.tokenKey };
    return yield* startSession(context, account, { deviceId: 'd1', isRemembered });
  });
const renew = async (token: string, afterMs: number, idleMs: number | null = 0): Promise<SessionTokens | null> =>
  server.store.write(() =>
    renewSession({ nowMs: begunMs + afterMs, tokenKey: server.secrets.tokenKey }, token, () => idleMs),
  );
const touch = async (token: string, afterMs: number, idleMs: number | null = 0): Promise<void> =>
  server.store.write(() => touchSession(token, begunMs + afterMs, () => idleMs));
const rowOf = async (familyId: string) => server.store.read(() => call('getSession', familyId));
const lives = async (familyId: string, afterMs: number) =>
  server.store.read(() => isSessionAlive(familyId, begunMs + afterMs));

test('[C-380, C-389] a session lives through 59 minutes without a hand, and no longer', async () => {
  const { session } = await start('ann');
  expect(await lives(session.familyId, idleLimitMs)).toBe(true);
  expect(await lives(session.familyId, idleLimitMs + 1)).toBe(false);
  expect(idleLimitMs).toBe(59 * minute);
});

test.each([
  ['ann', true, 12 * hour],
  ['ann', false, 12 * hour],
  ['mia', true, 30 * day],
  ['mia', false, 12 * hour],
] as const)(
  'a session of %s, remembered %s, is over for good after its time, however busy',
  async (sub, kept, lifeMs) => {
    const { session, remainingMs } = await start(sub, kept);
    expect(remainingMs).toBe(lifeMs);
    await server.store.write(function* () {
      const row = yield* call('getSession', session.familyId);
      if (row) yield* call('putSession', { ...row, activeAtMs: begunMs + lifeMs });
    });
    expect(await lives(session.familyId, lifeMs - 1)).toBe(true);
    expect(await lives(session.familyId, lifeMs)).toBe(false);
  },
);

test('an access token is known for ten minutes, to the millisecond', async () => {
  const { access } = await start('ann');
  const found = (afterMs: number) => server.store.read(() => findSession(access, begunMs + afterMs));
  expect(await found(accessLifeMs - 1)).toMatchObject({ isOver: false, row: { sub: 'ann' } });
  expect(await found(accessLifeMs)).toBeNull();
  expect(accessLifeMs).toBe(10 * minute);
});

test('what a request proves is noted: that its token came, that the person acted, and nothing that it does not prove', async () => {
  const { access, session } = await start('ann');
  // The token alone: nobody has touched anything since.
  await touch(access, 5 * minute, null);
  expect(await rowOf(session.familyId)).toMatchObject({ seenGeneration: 1, activeAtMs: begunMs });
  // A hand alone: the token was known.
  await touch(access, 6 * minute, minute);
  expect(await rowOf(session.familyId)).toMatchObject({ seenGeneration: 1, activeAtMs: begunMs + 5 * minute });
  // What arrives late takes nothing back.
  await touch(access, 6 * minute, 4 * minute);
  expect(await rowOf(session.familyId)).toMatchObject({ activeAtMs: begunMs + 5 * minute });
});

test('a request is worth a write when its token is new, or half a minute after the last', async () => {
  const { access, session } = await start('ann');
  const worth = async (afterMs: number, idleMs: number) => {
    const row = await rowOf(session.familyId);
    return row && needsTouch(row, begunMs + afterMs, idleMs);
  };
  expect(await worth(0, 0)).toBe(true);
  await touch(access, 0);
  expect(await worth(30_000, 0)).toBe(false);
  expect(await worth(30_001, 0)).toBe(true);
  expect(await worth(30_001, 1)).toBe(false);
});

test('[C-554] the answer to a renewal that was lost is given again, as long as nobody has used it, also where a tab goes on with the token of before', async () => {
  const first = await start('ann');
  const second = await renew(first.refresh, minute);
  // Another tab still has the access of before: that says nothing of the answer.
  await touch(first.access, 2 * minute);
  expect(await rowOf(first.session.familyId)).toMatchObject({ generation: 2, seenGeneration: 1 });
  expect(await renew(first.refresh, 9 * minute)).toMatchObject({ access: second?.access, refresh: second?.refresh });
  expect(await lives(first.session.familyId, 9 * minute)).toBe(true);
});

test('[C-554] once the answer was used, the token of before is good for half a minute more; then it is theft, and all ends', async () => {
  const first = await start('ann');
  const second = await renew(first.refresh, minute);
  await touch(second?.access ?? '', minute);
  expect(await renew(first.refresh, minute + 30_000)).toMatchObject({ refresh: second?.refresh });
  expect(await renew(first.refresh, minute + 30_001)).toBeNull();
  expect(await rowOf(first.session.familyId)).toMatchObject({ endedReason: 'reuse' });
  expect(await renew(second?.refresh ?? '', minute + 30_002)).toBeNull();
});

test('[C-554] the access of before, which may still come, takes nothing back: the answer was used, and the token of before is theft', async () => {
  const first = await start('ann');
  const second = await renew(first.refresh, minute);
  await touch(second?.access ?? '', minute);
  await touch(first.access, 2 * minute);
  expect(await rowOf(first.session.familyId)).toMatchObject({ generation: 2, seenGeneration: 2 });
  expect(await renew(first.refresh, 3 * minute)).toBeNull();
  expect(await rowOf(first.session.familyId)).toMatchObject({ endedReason: 'reuse' });
});

test('[C-554] a token of two renewals ago is theft at once', async () => {
  const first = await start('ann');
  const second = await renew(first.refresh, 1000);
  await renew(second?.refresh ?? '', 2000);
  expect(await renew(first.refresh, 3000)).toBeNull();
  expect(await rowOf(first.session.familyId)).toMatchObject({ endedReason: 'reuse' });
});

test('a renewal by a device that nobody touches keeps nobody in', async () => {
  const first = await start('ann');
  const second = await renew(first.refresh, 50 * minute, null);
  expect(await rowOf(first.session.familyId)).toMatchObject({ generation: 2, activeAtMs: begunMs });
  expect(await renew(second?.refresh ?? '', idleLimitMs + 1, null)).toBeNull();
  expect(await rowOf(first.session.familyId)).toMatchObject({ endedReason: 'idle' });
});
