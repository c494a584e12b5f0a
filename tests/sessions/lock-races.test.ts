import { afterEach, expect, test } from 'vitest';
import { call } from '../../server/store/port.ts';
import { minuteMs, person, SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.server.close());

const live = () => world.server.store.read(() => call('liveSessions', 'ann', null));

async function workAndLock(): Promise<void> {
  world = await SessionWorld.create();
  expect((await world.client.signIn(person)).kind).toBe('ok');
  await world.settle();
  await world.client.lock();
  await world.settle();
  expect(await live()).toEqual([]);
}

test.each(['/api/users/v1/user_info', '/api/login/v1/resume_nonce', '/api/login/v1/resume'])(
  'LK-2, LK-3: a lock while an unlocked device comes back holds at the server too (%s)',
  async (at) => {
    await workAndLock();
    let locked: Promise<void> | null = null;
    world.onAnswer = async (path) => {
      if (path !== at || locked) return;
      locked = world.client.lock();
      await locked;
    };
    expect((await world.client.unlock(person.password)).kind).toBe('ok');
    for (let turn = 0; turn < 30; turn += 1) {
      world.server.clock.pass(500);
      await world.settle();
    }
    expect(world.client.session.get().kind).toBe('locked');
    expect((await live()).length).toBe(0);
  },
);

test('LK-3: an unlock by a device whose key the server does not take, locked again at once', async () => {
  await workAndLock();
  await world.server.store.write(function* () {
    for (const device of yield* call('devicesOf', 'ann')) yield* call('putDevice', { ...device, signKey: '' });
  });
  let locked: Promise<void> | null = null;
  world.onAnswer = async (path) => {
    if (path !== '/api/login/v1/resume' || locked) return;
    locked = world.client.lock();
    await locked;
  };
  await world.client.unlock(person.password);
  for (let turn = 0; turn < 30; turn += 1) {
    world.server.clock.pass(500);
    await world.settle();
  }
  expect(world.client.session.get().kind).toBe('locked');
  expect(await live()).toEqual([]);
  void minuteMs;
});

test('LK-3: a lock whose call overtakes the one that begins a session', async () => {
  await workAndLock();
  const request = world.server.app.request.bind(world.server.app);
  let once = false;
  world.server.app.request = (async (path: string, init: RequestInit) => {
    if (path === '/api/login/v1/resume' && !once) {
      once = true;
      await world.client.lock();
    }
    return request(path, init);
  }) as never;
  await world.client.unlock(person.password);
  for (let turn = 0; turn < 30; turn += 1) {
    world.server.clock.pass(500);
    await world.settle();
  }
  expect(once).toBe(true);
  expect(world.client.session.get().kind).toBe('locked');
  expect(await live()).toEqual([]);
});
