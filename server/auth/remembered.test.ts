import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const hourMs = 60 * 60 * 1000;
let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('mia', 'member');
});
afterEach(() => server.close());

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().filter((cookie) => /^orchid_(at|rt)=/.test(cookie));
async function signIn(device: TestDevice, remember: boolean | undefined): Promise<Response> {
  const auth = server.keys.get('mia')?.auth;
  return device.call('POST', '/api/login/v1/initiate_auth', {
    username_or_email: 'mia@test.invalid',
    password: auth,
    ...(remember === undefined ? {} : { remember_me: remember }),
  });
}

test('[C-249, RM-1] who does not want to be remembered gets cookies that are gone with the browser, renewed ones too', async () => {
  const device = server.device();
  const answers = [await signIn(device, false), await device.call('POST', '/api/login/v1/renew_access_token')];
  for (const answer of answers) {
    expect(cookiesOf(answer)).toHaveLength(2);
    for (const cookie of cookiesOf(answer)) expect(cookie).not.toMatch(/max-age|expires/i);
  }
  for (const remember of [true, undefined])
    for (const cookie of cookiesOf(await signIn(server.device(), remember))) expect(cookie).toMatch(/max-age=\d{3}/i);
});

test('[RM-1] that session is over after twelve hours, a member’s too, who is otherwise kept for thirty days', async () => {
  const [once, kept] = [server.device(), server.device()];
  await signIn(once, false);
  await signIn(kept, true);
  const renew = (device: TestDevice) => device.call('POST', '/api/login/v1/renew_access_token');
  for (let half = 1; half < 24; half += 1) {
    server.clock.pass(hourMs / 2);
    expect((await renew(once)).status).toBe(200);
    expect((await renew(kept)).status).toBe(200);
  }
  server.clock.pass(hourMs / 2);
  expect([(await renew(once)).status, (await renew(kept)).status]).toEqual([401, 200]);
});

test('[RM-1] who does not want to be remembered is not when their device comes back by its own key either', async () => {
  const device = await server.signedIn('mia');
  await device.registerSignKey();
  const agesAfter = async (named: TestDevice['named']) => {
    device.named = named;
    const answer = await device.resume();
    expect(answer.status).toBe(200);
    return cookiesOf(answer).map((cookie) => /max-age/i.test(cookie));
  };
  expect(await agesAfter({ remember_me: false })).toEqual([false, false]);
  expect(await agesAfter({})).toEqual([true, true]);
});
