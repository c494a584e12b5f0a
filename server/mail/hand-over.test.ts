import { afterEach, beforeEach, expect, test } from 'vitest';
import { settle } from '../../sync/testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
/** What each attempt to hand a mail over was given to end by. */
let signals: (AbortSignal | undefined)[];
let isSlow: boolean;

beforeEach(async () => {
  [signals, isSlow] = [[], false];
  const send = async (_mail: unknown, signal?: AbortSignal): Promise<void> => {
    signals.push(signal);
    if (!isSlow) return;
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))));
  };
  server = await TestServer.create({ mailer: { leaves: true, send } });
  await server.addAccount('ann');
  await server.orchid.settle();
});
afterEach(() => server.close());

const forgotten = () =>
  server.device().call('PUT', '/api/login/v1/forgot_password', { username_or_email: 'ann@test.invalid' });

test('a mail that nobody takes over in half a minute is given up, and goes again later', async () => {
  isSlow = true;
  await forgotten();
  server.clock.pass(250);
  await expect.poll(() => signals.length).toBe(1);
  server.clock.pass(29_999);
  expect(signals[0]?.aborted).toBe(false);
  server.clock.pass(1);
  expect(signals[0]?.aborted).toBe(true);
  isSlow = false;
  await settle();
  server.clock.pass(60_000);
  await expect.poll(() => signals.length).toBe(2);
});

test('[RC-1] a forgotten password is answered well before its mail is written: the time says nothing of an account', async () => {
  expect((await forgotten()).status).toBe(200);
  server.clock.pass(249);
  await settle();
  expect(signals).toEqual([]);
  server.clock.pass(1);
  await expect.poll(() => signals.length).toBe(1);
});
