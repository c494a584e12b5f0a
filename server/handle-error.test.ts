import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';
import { handleError } from './handle-error.ts';
import { StoreUnavailable } from './store/port.ts';

async function answerTo(error: Error) {
  const said: (readonly [string, unknown])[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    error: (event: string, facts?: object) => void said.push([event, facts]),
  };
  const app = new Hono().onError(handleError(log)).get('/', () => {
    throw error;
  });
  const answer = await app.request('/');
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), said };
}

test('what nobody expected is logged by its kind and the line where it happened, never by what it says', async () => {
  const error = new TypeError('SECRET-TEXT');
  error.stack =
    'TypeError: SECRET-TEXT\n    at f (file:///srv/app/server/routes/notes.ts:12:3)\n    at g (file:///x.js:1:1)';
  expect(await answerTo(error)).toEqual({
    status: 500,
    retryAfter: null,
    said: [['unexpected-error', { reason: 'TypeError', at: 'server/routes/notes.ts:12' }]],
  });
  error.stack = 'TypeError: SECRET-TEXT';
  expect((await answerTo(error)).said).toEqual([['unexpected-error', { reason: 'TypeError', at: 'unknown' }]]);
});

test('a store that does not answer is asked again in two seconds; what was expected is logged by nobody', async () => {
  const cause = Object.assign(new Error('SECRET-TEXT'), { code: 'SQLITE_BUSY' });
  expect(await answerTo(new StoreUnavailable('SECRET-TEXT', { cause }))).toEqual({
    status: 503,
    retryAfter: '2',
    said: [['store-unavailable', { reason: 'SQLITE_BUSY' }]],
  });
  expect(await answerTo(new HttpError(404, 'Not found'))).toEqual({ status: 404, retryAfter: null, said: [] });
});
