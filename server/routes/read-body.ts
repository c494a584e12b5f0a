import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpError, type ErrorItem } from '../http-error.ts';

export const pushBodyBytes = 4 * 1024 * 1024;
export const usualBodyBytes = 256 * 1024;

/** Reads and validates a JSON body. The answer to a bad one names places and expectations, never what was sent. */
export async function readBody<T>(c: Context, schema: v.GenericSchema<unknown, T>, maxBytes: number): Promise<T> {
  const text = await readText(c, maxBytes);
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new HttpError(400, [{ msg: 'The body is not JSON.', loc: ['body'] }]);
  }
  return check(schema, value, 'body');
}

/** Validates a query string's parameters. */
export function readQuery<T>(c: Context, schema: v.GenericSchema<unknown, T>): T {
  return check(schema, c.req.query(), 'query');
}

/** Validates a value; the answer to a bad one names places and expectations, never what was sent. */
export function check<T>(schema: v.GenericSchema<unknown, T>, value: unknown, root: string): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new HttpError(
    422,
    parsed.issues.slice(0, 20).map((issue) => toItem(issue, root)),
  );
}

function toItem(issue: v.BaseIssue<unknown>, root: string): ErrorItem {
  // Keys of the schema are ours; keys under a free-form part came from outside and are not repeated.
  const path = (issue.path ?? [])
    .slice(0, 3)
    .map((item) => (typeof item.key === 'number' ? String(item.key) : keyOf(item.key)));
  return { msg: `Expected ${issue.expected ?? 'something else'}.`, loc: [root, ...path] };
}

function keyOf(key: unknown): string {
  return typeof key === 'string' && /^[a-zA-Z_]{1,40}$/.test(key) ? key : '?';
}

async function readText(c: Context, maxBytes: number): Promise<string> {
  const tooLarge = (): HttpError => new HttpError(413, [{ msg: 'The body is too large.', loc: ['body'] }]);
  const said = c.req.header('content-length');
  if (Number(said ?? 0) > maxBytes) throw tooLarge();
  // The parser holds a body to the length that it said: read at once, without a web stream in between.
  if (said !== undefined) return c.req.text();
  const stream = c.req.raw.body;
  if (!stream) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
