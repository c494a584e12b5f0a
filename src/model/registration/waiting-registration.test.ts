import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookWaiting } from './waiting-registration.ts';

/** What our server answers to whoever asks who is here; null: nothing answers. */
let answer: { readonly status: number; readonly body: unknown } | null;

beforeEach(() => {
  const request = (_name: string, _options: unknown, run: () => Promise<unknown>): Promise<unknown> => run();
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', () =>
    answer
      ? Promise.resolve(Response.json(answer.body, { status: answer.status }))
      : Promise.reject(new TypeError('no network')),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('[C-609] a server that fails says nothing of who is here, and that is told with its words or ours', async () => {
  answer = { status: 500, body: { detail: 'Ooops!' } };
  expect(await lookWaiting()).toEqual({ kind: 'unknown', message: 'failed to get userInfo: Ooops!' });
  answer = { status: 500, body: {} };
  expect(await lookWaiting()).toEqual({
    kind: 'unknown',
    message: 'failed to get userInfo: Please try again in a moment.',
  });
});

it('without a network nothing is said of who is here either', async () => {
  answer = null;
  expect(await lookWaiting()).toMatchObject({ kind: 'unknown', message: expect.stringContaining('no connection') });
});

it('who waits has an address; whoever is confirmed, and nobody, waits for nothing', async () => {
  answer = { status: 200, body: { email: 'vera@home.test', email_confirmed: false } };
  expect(await lookWaiting()).toEqual({ kind: 'waits', email: 'vera@home.test' });
  answer = { status: 200, body: { email: 'vera@home.test', email_confirmed: true } };
  expect(await lookWaiting()).toEqual({ kind: 'nothing' });
  answer = { status: 403, body: { detail: 'Not signed in.' } };
  expect(await lookWaiting()).toEqual({ kind: 'nothing' });
});
