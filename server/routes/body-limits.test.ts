import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { handleError } from '../handle-error.ts';
import { createTestLog } from '../testing/fake-clock.ts';
import { listStream } from './body-stream.ts';
import { pageSchema } from './page-query.ts';
import { pushBodyBytes, readBody, usualBodyBytes } from './read-body.ts';
import { readForm } from './read-form.ts';

/** The status that a body of this type is answered with by whoever reads it so. */
async function statusOf(read: (c: Context) => Promise<unknown>, type: string, body: string): Promise<number> {
  const app = new Hono().post('/', async (c) => {
    await read(c);
    return c.text('');
  });
  app.onError(handleError(createTestLog()));
  return (await app.request('/', { method: 'POST', headers: { 'content-type': type }, body })).status;
}

/** So many characters of it, filled up. */
const filled = (head: string, length: number, foot = ''): string =>
  `${head}${'x'.repeat(length - head.length - foot.length)}${foot}`;

describe('how long a body may be', () => {
  test('a usual one a quarter of a megabyte, a push four', () => {
    expect([usualBodyBytes, pushBodyBytes]).toEqual([262_144, 4_194_304]);
  });

  test.each([
    [262_144, 200],
    [262_145, 413],
  ])('%d bytes of a usual one: %d', async (length, status) => {
    const read = (c: Context) => readBody(c, v.string(), { maxBytes: usualBodyBytes, strictness: 'strict' });
    expect(await statusOf(read, 'application/json', filled('"', length, '"'))).toBe(status);
  });

  test.each([
    ['a row of a megabyte', 1_048_576, 0, 200],
    ['a longer one', 1_048_577, 0, 413],
    ['a megabyte beside the rows', 0, 1_048_576, 200],
    ['more than that', 0, 1_048_577, 413],
  ])('%s', async (_what, row, beside, status) => {
    const read = (c: Context) => {
      const limits = { maxBytes: pushBodyBytes, strictness: 'tolerant', list: 'rows' } as const;
      return readBody(c, v.object({ rows: v.array(v.unknown()) }), limits);
    };
    const rows = row === 0 ? '{}' : filled('{"box":"', row, '"}');
    const rest = '{"beside":"","rows":[]}';
    const words = 'x'.repeat(Math.max(0, beside - rest.length));
    expect(await statusOf(read, 'application/json', `{"beside":"${words}","rows":[${rows}]}`)).toBe(status);
  });

  test.each([
    [2048, 200],
    [2049, 413],
  ])('%d bytes of a form: %d', async (length, status) => {
    const type = 'application/x-www-form-urlencoded';
    expect(await statusOf(readForm, type, filled('email=', length))).toBe(status);
  });
});

describe('what a list is asked for', () => {
  const page = v.object(pageSchema(10));
  const asked = (query: Readonly<Record<string, string>>) => {
    const parsed = v.safeParse(page, query);
    return parsed.success ? parsed.output : null;
  };

  test('from the beginning on, as many as it says, where nothing is asked', () => {
    expect(asked({})).toEqual({ skip: 0, limit: 10 });
    expect(v.parse(v.object(pageSchema(50)), {})).toEqual({ skip: 0, limit: 50 });
  });

  test.each([
    [{ limit: '1' }, { skip: 0, limit: 1 }],
    [{ limit: '500' }, { skip: 0, limit: 500 }],
    [{ limit: '0' }, null],
    [{ limit: '501' }, null],
    [{ skip: '999999999' }, { skip: 999_999_999, limit: 10 }],
    [{ skip: '1000000000' }, null],
    [{ skip: '-1' }, null],
    [{ skip: '1.5' }, null],
  ])('%j', (query, found) => {
    expect(asked(query)).toEqual(found);
  });
});

describe('a list leaves in chunks of 64 Ki characters, whole items each', () => {
  async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<readonly number[]> {
    const sizes: number[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>) sizes.push(chunk.length);
    return sizes;
  }

  test.each<readonly [what: string, lengths: readonly number[], chunks: readonly number[]]>([
    ['no item is no chunk', [], []],
    ['two that fill one, with the comma between them', [32_768, 32_767, 9], [65_536, 10]],
    ['two that leave room for a third', [32_768, 32_766, 9], [65_545]],
    ['one that is longer', [100_000, 9], [100_000, 10]],
  ])('%s', async (_what, lengths, chunks) => {
    const items = lengths.map((length) => 'x'.repeat(length));
    expect(await chunksOf(listStream('', items, ''))).toEqual(chunks);
  });

  test('the items of a list come with commas between them, and none before the first', async () => {
    const stream = listStream('{"items":[', ['1', '2', '3'], ']}');
    expect(await new Response(stream).json()).toEqual({ items: [1, 2, 3] });
  });
});
