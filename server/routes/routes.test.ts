import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { editOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import { pushBodyBytes, usualBodyBytes } from './read-body.ts';

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.write(...smallPractice());
});
afterEach(() => server.close());

describe('every route', () => {
  test('is declared: an undeclared one stops the start', async () => {
    const start = TestServer.create({ extend: (app) => void app.get('/api/secret', (c) => c.text('all of it')) });
    await expect(start).rejects.toThrow('undeclared route GET /api/secret');
  });

  test('that is not public answers 401 or 403 without a session', async () => {
    for (const route of server.orchid.routes.filter((candidate) => candidate.audience !== 'public')) {
      const init = {
        method: route.method,
        headers: { 'content-type': 'application/json' },
        ...(route.method === 'GET' ? {} : { body: '{}' }),
      };
      const response = await server.app.request(route.path, init);
      expect([401, 403], `${route.method} ${route.path}`).toContain(response.status);
    }
  });

  test('has the security headers, and nothing of the API is cached', async () => {
    for (const path of ['/healthz', '/api/users/v1/user_info', '/api/nothing']) {
      const { headers } = await server.app.request(path);
      expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('a host header cannot write into the policy', async () => {
    const response = await server.app.request('/healthz', {
      headers: { host: "evil.invalid; script-src 'unsafe-eval'" },
    });
    expect(response.headers.get('content-security-policy')).not.toContain('evil.invalid;');
  });
});

describe('bad bodies', () => {
  const push = async (body: string, headers: Record<string, string> = {}): Promise<Response> => {
    const ann = await server.signedIn('ann');
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return server.app.request('/api/sync/v1/push', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', cookie, ...headers },
    });
  };

  test('what is not JSON answers 400, what does not fit 422, both as a list and without an echo', async () => {
    const broken = await push('{"clientId": "CANARY');
    const misfit = await push(JSON.stringify({ protocol: 'CANARY', clientId: 'CANARY !', rows: [{ kind: 'CANARY' }] }));
    expect([broken.status, misfit.status]).toEqual([400, 422]);
    for (const response of [broken, misfit]) {
      const text = await response.text();
      expect(text).not.toContain('CANARY');
      const [first] = (JSON.parse(text) as { detail: { msg: string; loc: string[] }[] }).detail;
      expect(first?.msg).toBeTypeOf('string');
      expect(first?.loc[0]).toBe('body');
    }
  });

  /** A JSON text of so many bytes. */
  const fill = (length: number): string => {
    const rows = Array.from({ length: 8 }, () => `{"x":"${'x'.repeat(Math.floor(length / 8) - 20)}"}`).join(',');
    const text = `{"rows":[${rows}]}`;
    return `${text}${' '.repeat(length - text.length)}`;
  };

  test.each([
    ['/api/sync/v1/push', pushBodyBytes],
    ['/api/login/v1/initiate_auth', usualBodyBytes],
  ])('%s takes %i bytes and no more', async (path, limit) => {
    const ann = await server.signedIn('ann');
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = (length: number): Response | Promise<Response> =>
      server.app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        // Long by the rows of a push, as those of older clients are.
        body: fill(length),
      });
    expect((await send(limit)).status).toBe(422);
    const refused = await send(limit + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toHaveProperty('detail.0.msg');
  });

  test('mutated and raw requests, 5,000 of them, never answer 5xx', { timeout: 60_000 }, async () => {
    const ann = await server.signedIn('ann');
    const { random } = server;
    const cookies = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const valid: Record<string, unknown> = {
      '/api/sync/v1/push': {
        protocol: 1,
        clientId: ann.clientId,
        highest: 1,
        rows: [ann.seal(editOf('a1', 'text'), 1)],
      },
      '/api/sync/v1/deposit_key': { client_id: 'a', key_id: 'b', server_key_id: 'c', sealed: 'AA', signature: 'AA' },
      '/api/login/v1/pre_login': { username_or_email: 'ann@test.invalid' },
      '/api/login/v1/renew_access_token': {},
    };
    const get = server.orchid.routes.filter((route) => route.method === 'GET').map((route) => route.path);
    const fuzz = createFuzzer(random.below);
    const seen = new Map<number, number>();
    for (let turn = 0; turn < 5000; turn += 1) {
      const [path, body] = fuzz.pick(Object.entries(valid));
      const isRead = random.below(4) === 0;
      const target = isRead ? `${fuzz.pick(get)}?${fuzz.query()}` : path;
      const text = random.below(5) === 0 ? fuzz.bytes() : JSON.stringify(fuzz.mutate(body));
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (random.below(3) > 0) headers['cookie'] = random.below(4) === 0 ? `orchid_at=${fuzz.word()}` : cookies;
      if (random.below(10) === 0) headers['authorization'] = `Bearer dep_${fuzz.word()}`;
      if (random.below(10) === 0) headers['x-orchid-idle-ms'] = fuzz.word();
      const response = await server.app.request(target, {
        method: isRead ? 'GET' : 'POST',
        headers,
        ...(isRead ? {} : { body: text }),
      });
      if (response.status >= 500) throw new Error(`${target} answered ${response.status} to ${text.slice(0, 300)}`);
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    }
    // The fuzzer reaches past the parser: some of it is understood.
    expect(seen.get(200)).toBeGreaterThan(50);
    expect(seen.get(422)).toBeGreaterThan(500);
    expect(server.log.errors.filter((line) => line.startsWith('unexpected-error'))).toEqual([]);
  });
});

describe('bad mutations', () => {
  test('[MU-2] mutated mutations in valid boxes are answered one by one, and none makes a mutator throw', async () => {
    await server.addAccount('ben');
    const ann = await server.signedIn('ann');
    const fuzz = createFuzzer(server.random.below);
    const scope = 'chart:c1';
    const valid: readonly { name: string; args: Record<string, unknown> }[] = [
      { name: 'note.edit', args: editOf('a1', 'text').args as Record<string, unknown> },
      { name: 'note.sign', args: { appointment_id: 'a1', name: 'Dr. Ann', seen: {} } },
      { name: 'note.choose', args: { appointment_id: 'a1', field: 'subjective', value: 'x', seen: [] } },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
      { name: 'membership.grant', args: { scope, account: 'ben', account_name: 'Ben', role: 'supervisor' } },
      { name: 'membership.revoke', args: { scope, membership_id: 'm.c1.ben.supervisor' } },
    ];
    for (let turn = 0; turn < 100; turn += 1) {
      const rows = Array.from({ length: 5 }, () => {
        const { name, args } = fuzz.pick(valid);
        return ann.seal({ name, args: (server.random.below(3) === 0 ? args : fuzz.mutate(args)) as never });
      });
      expect(await ann.push(rows)).toMatchObject({ kind: 'ok', mark: (turn + 1) * 5 });
    }
    const end = await ann.pullAll();
    expect(end.sums).toEqual(ann.sums());
    expect(server.log.errors).toEqual([]);
  });
});

interface Fuzzer {
  pick<T>(items: readonly T[]): T;
  word(): string;
  bytes(): string;
  query(): string;
  mutate(value: unknown): unknown;
}

const nasty: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  1.5,
  '',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "'; DROP TABLE record; --",
  '__proto__',
  'x'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  { constructor: { prototype: 1 } },
];

function createFuzzer(below: (limit: number) => number): Fuzzer {
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const word = (): string => Array.from({ length: 1 + below(40) }, () => String.fromCharCode(33 + below(94))).join('');
  const mutate = (value: unknown): unknown => {
    if (below(6) === 0) return pick(nasty);
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => mutate(item));
      return below(8) === 0 ? [...items, ...items, pick(nasty)] : items;
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(() => below(12) > 0);
      const kept = entries.map(([key, item]) => [key, below(3) === 0 ? mutate(item) : item]);
      return Object.fromEntries(below(8) === 0 ? [...kept, [word(), pick(nasty)]] : kept);
    }
    if (typeof value === 'string' && below(3) === 0) return value.slice(0, below(value.length + 1)) + word();
    return below(4) === 0 ? pick(nasty) : value;
  };
  return {
    pick,
    word,
    mutate,
    bytes: () => Array.from({ length: below(200) }, () => String.fromCharCode(below(300))).join(''),
    query: () =>
      Array.from({ length: below(5) }, () => {
        const name = pick(['client', 'cursor', 'ack', 'heal', 'search', 'skip', 'limit', 'client_status', word()]);
        const value = pick([word(), '1', '-1', 'note', '%E0%A4%A', '', '9'.repeat(30)]);
        return `${name === 'x' ? name : encodeURIComponent(name)}=${value.startsWith('%') ? value : encodeURIComponent(value)}`;
      }).join('&'),
  };
}
