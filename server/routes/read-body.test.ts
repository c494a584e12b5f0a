import { Hono } from 'hono';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { check, readBody } from './read-body.ts';

const schema = v.object({
  rows: v.array(v.object({ id: v.number(), more: v.object({ deep: v.object({ deeper: v.number() }) }) })),
  answers: v.record(v.string(), v.string()),
});
const good = { rows: [{ id: 1, more: { deep: { deeper: 1 } } }], answers: {} };

it.each([
  ['a field', { ...good, rows: 'said in confidence' }, ['body', 'rows'], 'Array'],
  [
    'a field of a row',
    { ...good, rows: [{ ...good.rows[0], id: 'said in confidence' }] },
    ['body', 'rows', '0', 'id'],
    'number',
  ],
  [
    'the first three steps to what lies deeper',
    { ...good, rows: [{ id: 1, more: { deep: 'secret' } }] },
    ['body', 'rows', '0', 'more'],
    'Object',
  ],
  [
    'no name that came from outside',
    { ...good, answers: { 'said in confidence': 1 } },
    ['body', 'answers', '?'],
    'string',
  ],
])(
  'the answer to a bad body names %s and what belongs there, and repeats nothing that was sent',
  (_name, sent, loc, kind) => {
    let detail: unknown = null;
    try {
      check(schema, sent, 'body');
    } catch (error) {
      detail = error instanceof Error && 'detail' in error ? error.detail : error;
    }
    expect(detail).toMatchObject([{ loc, msg: `Expected ${kind}.` }]);
    expect(JSON.stringify(detail)).not.toMatch(/confidence|secret/);
  },
);

it('a body that comes in pieces is read to its end, and no further than there is room for', async () => {
  const app = new Hono();
  app.post('/', async (c) => {
    const limits = { maxBytes: 200, strictness: 'tolerant' } as const;
    return c.json(await readBody(c, v.object({ words: v.array(v.string()) }), limits).catch(() => 'refused'));
  });
  const send = async (pieces: readonly string[]): Promise<unknown> => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    return (await app.request('/', init)).json();
  };
  expect(await send(['{"words":["on', 'e","tw', 'o"]}'])).toEqual({ words: ['one', 'two'] });
  expect(await send(['{"words":["', 'x'.repeat(100), 'x'.repeat(100), '"]}'])).toBe('refused');
});
