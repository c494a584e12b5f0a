import { afterEach, describe, expect, test } from 'vitest';
import { call } from '../../server/store/port.ts';
import { person, SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.server.close());

async function signedIn(userType?: 'member'): Promise<SessionWorld> {
  world = await SessionWorld.create(userType);
  expect(await world.client.signIn(person)).toEqual({ kind: 'ok' });
  await world.settle();
  return world;
}

/** The account asks for a second factor; `with`: so did this device's last sign-in. */
async function askForFactor(withFactor: boolean): Promise<void> {
  await world.server.store.write(function* () {
    const account = yield* call('accountBySub', 'ann');
    if (account) yield* call('putAccount', { ...account, withFactor: true });
    for (const device of yield* call('devicesOf', 'ann')) yield* call('putDevice', { ...device, withFactor });
  });
}

type Asked = Awaited<ReturnType<SessionWorld['asked']>>;

/** What happens, and what the person is asked for then. */
const table: readonly (readonly [string, () => Promise<unknown>, Asked])[] = [
  ['a lock', () => world.client.lock(), 'password of this device'],
  ['an idle end', () => world.pass(75, { active: false }), 'password of this device'],
  ['an absolute end, working on', () => world.pass(12 * 60 + 10, { active: true }), 'nothing'],
  ['a restart of the browser in a live session', () => world.reload(), 'nothing'],
  [
    'a restart after two hours away',
    async () => {
      world.isOnline = false;
      await world.pass(125, { active: false, open: false });
      world.isOnline = true;
      await world.reload();
    },
    'password of this device',
  ],
  [
    'a reload with a live session',
    async () => {
      await world.pass(10, { active: true });
      await world.reload();
    },
    'nothing',
  ],
  [
    'a reload with a session that has ended',
    async () => {
      await world.pass(10, { active: true });
      await world.server.store.write(function* () {
        for (const row of yield* call('liveSessions', 'ann', null))
          yield* call('putSession', { ...row, endedReason: 'expired' });
      });
      await world.reload();
    },
    'password of this device',
  ],
  [
    'two hours offline and active',
    async () => {
      world.isOnline = false;
      await world.pass(120, { active: true });
      world.isOnline = true;
    },
    'nothing',
  ],
  [
    'two hours offline and idle',
    async () => {
      world.isOnline = false;
      await world.pass(120, { active: false });
      world.isOnline = true;
    },
    'password of this device',
  ],
];

describe('[RS-2] what a person is asked for', () => {
  test.each(table)('with a password: %s', async (_name, happen, asked) => {
    await signedIn();
    await happen();
    expect(await world.asked()).toBe(asked);
  });

  test.each(table)('with a second factor (prepared), given at the last sign-in: %s', async (_name, happen, asked) => {
    await signedIn();
    await askForFactor(true);
    await happen();
    expect(await world.asked()).toBe(asked);
  });

  test('a second factor that was asked for since: a full sign-in', async () => {
    await signedIn();
    await world.client.lock();
    await askForFactor(false);
    world.isOnline = false;
    await world.client.unlock(person.password);
    // What the password has just given is for the first attempt alone, and that finds no network.
    await world.settle();
    world.isOnline = true;
    expect(await world.asked()).toBe('sign-in');
    expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: true });
  });

  test('after 30 days: a full sign-in, which the password of an online unlock already is', async () => {
    await signedIn('member');
    await world.client.lock();
    world.server.clock.pass(31 * 24 * 60 * 60_000);
    expect(await world.asked()).toBe('password of this device');
    expect(world.calls).toContain('/api/login/v1/initiate_auth');
  });
});

test('[RS-1] each time the device comes back has a count of its own', async () => {
  await signedIn('member');
  for (const _time of [1, 2, 3]) {
    await world.client.lock();
    expect(await world.asked()).toBe('password of this device');
  }
  const [device] = (await world.server.store.read(() => call('devicesOf', 'ann'))) ?? [];
  expect(device?.resumes).toBe(3);
});

test('[RS-1] a count that was signed is not signed again, also where the power fails before the answer is there', async () => {
  await signedIn('member');
  for (const time of [1, 2, 3]) {
    await world.client.lock();
    await world.settle();
    world.onAnswer = (path) => {
      if (path === '/api/login/v1/resume') world.losePower();
      return Promise.resolve();
    };
    await world.client.unlock(person.password);
    await world.settle();
    world.onAnswer = () => Promise.resolve();
    await world.reload();
    const [device] = (await world.server.store.read(() => call('devicesOf', 'ann'))) ?? [];
    expect(device?.resumes).toBe(time);
  }
});

describe('[LK-3] a lock as the app makes it', () => {
  test('online: the session is over, cookies are gone, the device key is another', async () => {
    await signedIn();
    const stolen = new Map(world.cookies);
    await world.client.lock();
    await world.settle();
    expect([world.cookies.has('orchid_at'), world.cookies.has('orchid_rt')]).toEqual([false, false]);
    for (const [name, value] of stolen) world.cookies.set(name, value);
    await world.reload();
    expect(world.client.session.get().kind).toBe('locked');
    expect(await world.contact()).toBe(false);
  });

  test('offline: owed, and paid before anything else once there is a network', async () => {
    await signedIn();
    world.isOnline = false;
    await world.client.lock();
    world.isOnline = true;
    const before = world.calls.length;
    world.client.noteVisible(true);
    await world.settle();
    expect(world.calls[before]).toBe('/api/login/v1/lock');
    expect(world.cookies.has('orchid_rt')).toBe(false);
  });

  test('offline, then unlocked offline: the next contact begins a new session and ends the one before', async () => {
    await signedIn();
    const stolen = new Map(world.cookies);
    world.isOnline = false;
    await world.client.lock();
    await world.client.unlock(person.password);
    world.isOnline = true;
    expect(await world.asked()).toBe('nothing');
    const thief = world.server.device();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.call('GET', '/api/users/v1/user_info')).status).toBe(403);
  });

  test.each(['/api/login/v1/resume', '/api/login/v1/device_key', '/api/login/v1/initiate_auth'])(
    '[LK-2] a lock made offline while %s is being answered stays a lock, on the disk too',
    async (path) => {
      await signedIn();
      if (path.endsWith('resume')) {
        await world.client.lock();
        await world.settle();
      }
      world.onAnswer = async (answered) => {
        if (answered !== path) return;
        world.onAnswer = () => Promise.resolve();
        world.isOnline = false;
        await world.client.lock();
      };
      if (path.endsWith('resume')) await world.client.unlock(person.password);
      else if (path.endsWith('device_key')) world.hear('session');
      else await world.client.signIn(person);
      await world.settle();
      expect(world.client.session.get().kind).toBe('locked');
      expect(await world.account()).toMatchObject({ locked: true, wrapDevice: null });
    },
  );

  test('a person who works on is never signed out: what is signed counts', async () => {
    await signedIn('member');
    await world.pass(5 * 60, { active: true });
    expect(world.calls).not.toContain('/api/login/v1/resume');
    expect(await world.contact()).toBe(true);
  });
});
