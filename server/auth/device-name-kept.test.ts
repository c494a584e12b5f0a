import { afterEach, beforeEach, expect, test } from 'vitest';
import { TwoDevices } from '../testing/two-devices.ts';

let world: TwoDevices;

beforeEach(async () => {
  world = await TwoDevices.create();
  world.other.named = { device_name: 'App on Android' };
  await world.other.resume();
  world.other.named = {};
});
afterEach(() => world.server.close());

const nameThere = async (): Promise<string | null> => (await world.otherFacts()).name;

test('[DV-1] a device keeps its name when somebody signs in on it: its key is known, and it says nothing anew', async () => {
  await world.other.signIn('ann@test.invalid', '', world.server.keys.get('ann'));
  expect(await nameThere()).toBe('App on Android');
});

test('[DV-1] and when it comes back by its own key without a word of itself', async () => {
  expect((await world.other.resume()).status).toBe(200);
  expect(await nameThere()).toBe('App on Android');
});

test('[DV-1] what it calls itself now takes the place of what it was called', async () => {
  world.other.named = { device_name: 'Chrome on Windows' };
  await world.other.resume();
  expect(await nameThere()).toBe('Chrome on Windows');
});
