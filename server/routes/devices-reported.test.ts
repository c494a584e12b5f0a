import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { countKept } from '../sync/held-changes.ts';
import { editOf } from '../testing/builders.ts';
import { TwoDevices } from '../testing/two-devices.ts';

let world: TwoDevices;
beforeEach(async () => {
  world = await TwoDevices.create();
});
afterEach(() => world.server.close());

test('[DV-3] a device that is reported lost once more counts as lost since the first time', async () => {
  await world.lost();
  world.server.clock.pass(5 * 60_000);
  expect((await world.lost()).status).toBe(200);
  expect(await world.otherFacts()).toMatchObject({ lost_at: '2026-11-24T14:00:00.000Z' });
});

test('[DV-4] what is decided of one outbox of a device decides nothing of another, though their changes are numbered alike', async () => {
  const { other } = world;
  await world.lost();
  await world.signInThere();
  const first = other.clientId;
  await other.push([other.seal(editOf('a1', 'of the first'))]);
  other.clientId = 'another-outbox';
  other.lastId = 0;
  await other.push([other.seal(editOf('a2', 'of the other'))]);
  const held = await world.held();
  expect(new Set(held.map(({ client, id }) => `${client} ${id}`))).toEqual(new Set([`${first} 1`, 'another-outbox 1']));
  const place = { principal: 'ann', sub: 'ann', deviceId: other.deviceId };
  expect(await world.server.store.read(() => countKept(place))).toBe(2);
  other.clientId = first;
  expect(await world.settle({ 1: true })).toEqual({ applied: 1, refused: 0, dropped: 0 });
  expect(await world.noteOf('a1')).toContain('of the first');
  expect(await world.noteOf('a2')).toBeUndefined();
  expect((await world.held()).map(({ client }) => client)).toEqual(['another-outbox']);
});

test('[DV-4] of a device that is not lost nothing is decided: what waits there goes in with its next sign-in', async () => {
  const { mine, other, password, server } = world;
  await server.store.write(() => call('setDepositState', 'ann', other.deviceId, 'signed-out'));
  other.cookies.clear();
  await other.push([other.seal(editOf('a1', 'waits'))], { authorization: `Bearer ${other.depositToken}` });
  const choices = [{ client: other.clientId, id: 1, is_let_through: false }];
  const device = (await world.otherFacts()).id;
  expect((await world.post(mine, 'settle', { device, password, choices })).status).toBe(404);
  await world.signInThere();
  expect(await world.noteOf('a1')).toContain('waits');
});

test('[DV-3] a lost device is listed however many others were active since: what it holds is decided on there', async () => {
  const { mine, server } = world;
  await world.lost();
  await server.store.write(function* () {
    const device = yield* call('getDevice', 'ann', mine.deviceId);
    if (!device) throw new Error('a device that signed in is known');
    const created = '2026-11-24T15:00:00.000Z';
    for (let made = 0; made < 120; made += 1)
      yield* call('putDevice', { ...device, deviceId: `device-${made}`, created });
  });
  const listed = await world.listed();
  expect(listed).toHaveLength(101);
  expect(listed[0]).toMatchObject({ is_this: true });
  expect(listed.at(-1)).toMatchObject({ lost_at: '2026-11-24T14:00:00.000Z' });
});
