import { afterEach, expect, test } from 'vitest';
import { call } from '../../server/store/port.ts';
import { minuteMs, person, SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.server.close());

async function device() {
  const [row] = await world.server.store.read(() => call('devicesOf', 'ann'));
  if (!row) throw new Error('no device');
  return row;
}

async function signedIn(): Promise<void> {
  world = await SessionWorld.create();
  expect((await world.client.signIn(person)).kind).toBe('ok');
  await world.settle();
}

/** Answers of this path are lost on their way; whether they reached the server. */
function lose(path: string, times = 1): void {
  let left = times;
  const request = world.server.app.request.bind(world.server.app);
  world.server.app.request = (async (asked: string, init: RequestInit) => {
    const answer = await request(asked, init);
    if (asked !== path || left === 0) return answer;
    left -= 1;
    return new Response('{}', { status: 502, headers: { 'content-type': 'application/json' } });
  }) as never;
}

test('LK-6, RS-1: a device key that was ended is not registered again: who has a copy of it comes back by it', async () => {
  await signedIn();
  const { signKey } = await device();
  expect(signKey).not.toBe('');
  expect((await world.client.signOutEverywhere(person.password)).kind).toBe('ok');
  await world.settle();
  expect((await device()).signKey).toBe('');
  expect((await world.client.signIn(person)).kind).toBe('ok');
  await world.settle();
  const anew = (await device()).signKey;
  expect(anew).not.toBe('');
  expect(anew).not.toBe(signKey);
});

test('RS-2: a lost answer to the registration of the device key asks nobody for a password', async () => {
  world = await SessionWorld.create();
  lose('/api/login/v1/sign_key');
  expect((await world.client.signIn(person)).kind).toBe('ok');
  await world.settle();
  await world.pass(13 * 60, { active: true });
  expect(await world.asked()).toBe('nothing');
});

test.each([
  '/api/login/v1/resume',
  '/api/login/v1/resume_nonce',
  '/api/login/v1/device_key',
  '/api/sync/v1/deposit_key',
])('RS-2: two lost answers of %s after an unlock ask for nothing more', async (path) => {
  await signedIn();
  await world.client.lock();
  await world.settle();
  lose(path, 2);
  await world.client.unlock(person.password);
  for (let turn = 0; turn < 20; turn += 1) {
    world.server.clock.pass(1000);
    await world.settle();
  }
  expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: false });
  expect(await world.asked()).toBe('nothing');
});

test('LK-4: a lost answer about a living session does not leave the page without a signature', async () => {
  await signedIn();
  await world.pass(20, { active: true, open: false });
  // Another tab's keys, and no answer to the question for the device key: unlocked, with a session that lives.
  await world.client.lock();
  await world.settle();
  world.isOnline = false;
  await world.client.unlock(person.password);
  await world.settle();
  void minuteMs;
  world.isOnline = true;
  lose('/api/login/v1/device_key', 1);
  for (let turn = 0; turn < 20; turn += 1) {
    world.server.clock.pass(1000);
    await world.settle();
  }
  const before = world.calls.filter((path) => path.endsWith('/resume')).length;
  await world.pass(70, { active: true });
  expect(world.calls.filter((path) => path.endsWith('/resume')).length).toBe(before);
});
