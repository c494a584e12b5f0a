import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { addressOf } from './caller-address.ts';

async function seen(trustProxy: boolean, forwarded: string | null): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, trustProxy)));
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const connection = {
    incoming: { socket: { remoteAddress: '198.51.100.7', remotePort: 5000, remoteFamily: 'IPv4' } },
  };
  const answer = await app.request('/', { headers }, connection);
  return answer.text();
}

test('a request counts for who is connected, whatever it says of itself', async () => {
  expect(await seen(false, null)).toBe('198.51.100.7');
  expect(await seen(false, '203.0.113.9')).toBe('198.51.100.7');
});

test('behind a proxy it counts for whom the proxy itself saw, the last of those that are named', async () => {
  expect(await seen(true, '203.0.113.9')).toBe('203.0.113.9');
  expect(await seen(true, '192.0.2.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(await seen(true, null)).toBe('unknown');
});
