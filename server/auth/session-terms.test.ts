import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountRow } from '../store/account-calls.ts';
import { call } from '../store/port.ts';
import { openServers } from '../testing/open-servers.ts';
import type { TestServer } from '../testing/test-server.ts';
import { findSession, isSessionAlive, needsTouch, renewSession, startSession } from './sessions.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { serverOf } = openServers();
let server: TestServer;

beforeEach(async () => {
  server = await serverOf();
  await server.addAccount('ann');
  await server.addAccount('mia', 'member');
});

const context = () => ({ nowMs: server.clock.now(), random: server.random, tokenKey: server.secrets.tokenKey });

async function begin(sub: string, isRemembered = true) {
  const account = await server.store.read(() => call('accountBySub', sub));
  if (!account) throw new Error(`no account ${sub}`);
  const known: AccountRow = account;
  return server.store.write(() => startSession(context(), known, { deviceId: 'd1', isRemembered }));
}

describe('how long somebody stays signed in', () => {
  test.each([
    ['a professional for twelve hours', 'ann', true, 12 * hourMs],
    ['a professional who is not to be remembered as long', 'ann', false, 12 * hourMs],
    ['a member for thirty days', 'mia', true, 30 * 24 * hourMs],
    ['[RM-1] a member who is not to be remembered for twelve hours', 'mia', false, 12 * hourMs],
  ])('%s', async (_what, sub, isRemembered, ms) => {
    const { remainingMs, session } = await begin(sub, isRemembered);
    expect(remainingMs).toBe(ms);
    const row = await server.store.read(() => call('getSession', session.familyId));
    expect(row && row.endsAtMs - server.clock.now()).toBe(ms);
  });

  test('[C-389] 59 minutes without a touch end it, and no moment less', async () => {
    const { session } = await begin('mia');
    const isAlive = () => server.store.read(() => isSessionAlive(session.familyId, server.clock.now()));
    server.clock.pass(59 * minuteMs);
    expect(await isAlive()).toBe(true);
    server.clock.pass(1);
    expect(await isAlive()).toBe(false);
  });

  test('its end is its end, whoever touches it', async () => {
    const { session } = await begin('ann');
    const row = await server.store.read(() => call('getSession', session.familyId));
    if (!row) throw new Error('no session');
    server.clock.pass(12 * hourMs);
    const { familyId } = session;
    await server.store.write(() => call('putSession', { ...row, activeAtMs: row.endsAtMs - 1 }));
    const aliveAt = (nowMs: number) => server.store.read(() => isSessionAlive(familyId, nowMs));
    expect([await aliveAt(row.endsAtMs - 1), await aliveAt(row.endsAtMs)]).toEqual([true, false]);
  });
});

describe('how long what is handed out is good', () => {
  test('an access token ten minutes', async () => {
    const { access } = await begin('ann');
    const find = () => server.store.read(() => findSession(access, server.clock.now()));
    server.clock.pass(10 * minuteMs - 1);
    expect(await find()).toMatchObject({ isOver: false });
    server.clock.pass(1);
    expect(await find()).toBeNull();
  });

  test.each([
    ['is answered', 30_000, true],
    ['is theft', 30_001, false],
  ])('[C-554] the token before last %s %d ms after it was renewed', async (_what, passedMs, isAnswered) => {
    const { refresh, session } = await begin('ann');
    const renew = () => server.store.write(() => renewSession(context(), refresh, () => null));
    const next = await renew();
    const row = await server.store.read(() => call('getSession', session.familyId));
    if (!row) throw new Error('no session');
    // Its successor has arrived.
    await server.store.write(() => call('putSession', { ...row, seenGeneration: row.generation }));
    server.clock.pass(passedMs);
    expect((await renew())?.refresh).toBe(isAnswered ? next?.refresh : undefined);
  });

  test('activity is written down after half a minute, and where the newest token has never arrived', async () => {
    const { session } = await begin('ann');
    const row = await server.store.read(() => call('getSession', session.familyId));
    if (!row) throw new Error('no session');
    const seen = { ...row, seenGeneration: row.generation };
    const { activeAtMs } = row;
    expect(needsTouch(seen, activeAtMs + 30_000, 0)).toBe(false);
    expect(needsTouch(seen, activeAtMs + 30_001, 0)).toBe(true);
    expect(needsTouch(seen, activeAtMs + 40_000, 10_000)).toBe(false);
    expect(needsTouch(row, activeAtMs, 0)).toBe(true);
  });
});
