import { expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, failing, sub, type Answer } from '../../testing/client-world.ts';
import { putMeta } from '../replica/meta.ts';

const yes: Answer = { status: 200, body: { sub, device_key: deviceKey, session: 's2', device: 'AAAAAAAAAAAAAAAA' } };
const ended = { online: true, phase: 'idle', done: 0, left: 0, syncedAt: null, problem: 'signed-out' } as const;

it('[RS-1] nobody is asked to sign in while a session is being begun, also where another came back a moment before', async () => {
  const world = await ClientWorld.unlocked();
  const problems = () => world.client.status.get().problems;
  world.network = () => Promise.resolve(yes);
  await world
    .disk('replica')
    .connect()
    .tx('relaxed', function* () {
      yield [putMeta('status', ended)];
    });
  await world.clock.pass(100);
  expect(problems()).toEqual([]);
  await world.client.lock();
  world.network = () => new Promise(() => undefined);
  await world.client.unlock(credentials.password);
  await settle();
  await world.clock.pass(6000);
  expect(problems()).toEqual([]);
});

it('[RS-1] an unlock begins a session of its own, also while what was asked before the lock has no answer', async () => {
  const world = await ClientWorld.unlocked();
  await world.client.lock();
  world.network = () => new Promise(() => undefined);
  for (const _time of ['once', 'again']) {
    await world.client.unlock(credentials.password);
    await settle();
    expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: true });
    await world.client.lock();
  }
  world.network = () => Promise.resolve({ status: 200, body: {} });
  await world.client.unlock(credentials.password);
  await settle();
  expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: false });
});

it('[LK-3] who was locked while another tab had its turn asks the server for nothing', async () => {
  const turns: (() => void)[] = [];
  let isBusy = false;
  const world = await ClientWorld.unlocked((ports) => ({
    ...ports,
    alone: async (run) => {
      if (isBusy) await new Promise<void>((resolve) => turns.push(resolve));
      return run();
    },
  }));
  await world.client.lock();
  isBusy = true;
  await world.client.unlock(credentials.password);
  await world.client.lock();
  await settle();
  const before = world.calls.length;
  world.network = () => Promise.resolve(yes);
  expect(turns).toHaveLength(1);
  for (const give of turns) give();
  await settle();
  expect(world.calls.slice(before)).toEqual([]);
});

it('[LO-1] an end that could not be told, since the device failed, is told when somebody looks again', async () => {
  const world = await ClientWorld.unlocked();
  world.network = () => Promise.resolve(null);
  await world.client.lock();
  await settle();
  world.network = () => Promise.resolve({ status: 200, body: {} });
  const ended = () => world.calls.filter((path) => path === '/api/login/v1/lock').length;
  const before = ended();
  world.disk('device').fault = failing('begin');
  world.client.noteVisible(true);
  await settle();
  expect(ended()).toBe(before);
  world.disk('device').fault = () => null;
  world.client.noteVisible(true);
  await settle();
  expect(ended()).toBe(before + 1);
});
