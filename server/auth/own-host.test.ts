import { afterEach, describe, expect, test } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const origins = ['https://orchid.example', 'http://localhost:8787'];
const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await server.app.request(path, { headers })).status;

describe('[OR-1] a server that knows where it is found', () => {
  test.each<[string, string, Record<string, string>, boolean]>([
    ['its own host', '/api/users/v1/user_info', { host: 'localhost:8787' }, true],
    ['another host', '/api/users/v1/user_info', { host: 'evil.example' }, false],
    ['another port', '/api/users/v1/user_info', { host: 'localhost' }, false],
    ['its https host by http', '/', { host: 'orchid.example' }, false],
    [
      'a forwarded name that nobody vouches for',
      '/',
      { host: 'evil.example', 'x-forwarded-host': 'localhost:8787' },
      false,
    ],
    ['the mailbox, which judges by itself', '/dev/mail', { host: 'localhost:9' }, true],
    ['the mailbox’s mails', '/dev/mail.json', { host: 'localhost:9' }, true],
    ['what is only called so', '/dev/mailing', { host: 'localhost:9' }, false],
    ['whether it lives', '/healthz', { host: '10.0.0.7' }, true],
    ['whether it can serve', '/readyz', { host: '10.0.0.7' }, true],
  ])('%s', async (_what, path, headers, isAnswered) => {
    server = await TestServer.create({ origins });
    expect((await statusOf(path, headers)) !== 421).toBe(isAnswered);
  });

  test('behind a proxy that is trusted it goes by the name that the proxy was asked for', async () => {
    server = await TestServer.create({ origins, trustProxy: true });
    const https = { host: 'inside', 'x-forwarded-proto': 'https' };
    expect(await statusOf('/api/users/v1/user_info', { ...https, 'x-forwarded-host': 'orchid.example' })).toBe(403);
    expect(await statusOf('/api/users/v1/user_info', { ...https, 'x-forwarded-host': 'evil.example' })).toBe(421);
  });

  test('where no origin is named, none is refused', async () => {
    server = await TestServer.create();
    expect(await statusOf('/api/users/v1/user_info', { host: 'evil.example' })).not.toBe(421);
  });
});
