import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeInvite } from '../operator/make-invite.ts';
import { birthDate, InviteWorld, password } from '../testing/invite-world.ts';

let world: InviteWorld;
let channel: string;
beforeEach(async () => {
  world = await InviteWorld.create();
  const { store, random, secrets, clock } = world.server;
  const ports = { store, random, tokenKey: secrets.tokenKey, nowMs: clock.now() };
  channel = await makeInvite(ports, { kind: 'channel', channel: 'amhc' });
});
afterEach(() => world.server.close());

test('[C-299] who comes by a mailed invite and a channel’s code has come by both, and both are used up', async () => {
  const { id } = await world.invite();
  const device = world.server.device();
  const codes = { patient_chart_invite_code: world.token(), invite_code: channel };
  expect((await world.register(codes, device)).status).toBe(200);
  await device.signIn('ada@home.invalid', password);
  expect(await (await device.call('GET', '/api/users/v1/user_info')).json()).toMatchObject({
    signup_channel: { amhc: true },
  });
  expect(await world.state(id)).toBe('asks_birth_date');
  expect((await world.register({ email: 'late@home.invalid', invite_code: channel })).status).toBe(400);
});

test('[C-299] so has who comes by a code on paper, once the e-mail is confirmed', async () => {
  const { id } = await world.invite({ way: 'paper' });
  const device = world.server.device();
  const codes = { patient_chart_invite_code: world.code(id), invite_dob: birthDate, invite_code: channel };
  expect((await world.register({ ...codes, email: 'ada@home.invalid' }, device)).status).toBe(200);
  await world.server.orchid.settle();
  await device.call('POST', '/api/users/v1/confirm_email', { token: world.confirmToken('ada@home.invalid') });
  await device.signIn('ada@home.invalid', password);
  expect(await (await device.call('GET', '/api/users/v1/user_info')).json()).toMatchObject({
    signup_channel: { amhc: true },
  });
  expect(await world.state(id)).toBe('member');
  expect((await world.register({ email: 'late@home.invalid', invite_code: channel })).status).toBe(400);
});
