import { expect, test } from 'vitest';
import { asksServer } from './asks-server.ts';

test.each([
  ['/api/sync/v1/pull', true],
  ['/healthz', true],
  ['/readyz', true],
  ['/dev/mail', true],
  ['/dev/mail.json', true],
  ['/', false],
  ['/open', false],
  ['/developers', false],
  ['/pro-dashboard/home', false],
])('%s is the server’s own: %s', (path, isServers) => {
  expect(asksServer(path)).toBe(isServers);
});
