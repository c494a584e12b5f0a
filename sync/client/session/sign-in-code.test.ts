import { expect, it } from 'vitest';
import { ClientWorld, credentials } from '../../testing/client-world.ts';

it.each([
  ['goes with the sign-in', { mfaCode: '123456' }, '123456'],
  ['is left out where none was asked for', {}, undefined],
])('a second code %s', async (_what, more, sent) => {
  const bodies: unknown[] = [];
  const world = new ClientWorld((ports) => ({
    ...ports,
    api: {
      ...ports.api,
      call: (method, path, body) => {
        if (path === '/api/login/v1/initiate_auth') bodies.push(body);
        return ports.api.call(method, path, body);
      },
    },
  }));
  expect(await world.client.signIn({ ...credentials, ...more })).toEqual({ kind: 'ok' });
  expect(bodies).toHaveLength(1);
  const [body] = bodies;
  expect(body).toMatchObject({ username_or_email: credentials.email, remember_me: true });
  expect(body !== null && typeof body === 'object' && 'mfa_code' in body ? body.mfa_code : undefined).toBe(sent);
});
