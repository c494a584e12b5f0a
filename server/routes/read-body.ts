import type { Context } from 'hono';
import * as v from 'valibot';
import { hasReservedName, isReservedName, JsonScan } from '../../sync/core/json-shape.ts';
import { HttpError, type ErrorItem } from '../http-error.ts';
import { turnOfLoop } from '../turn-of-loop.ts';

/** What a client may send in one push; today's send far less at once, and those of before up to this. */
export const pushBodyBytes = 4 * 1024 * 1024;
export const usualBodyBytes = 256 * 1024;

/** Up to here a body is read and looked at in one piece. */
const pieceBytes = 64 * 1024;

/** Whether fields that a schema does not name are refused, or left out: the sync protocol grows by fields. */
export type Strictness = 'strict' | 'tolerant';

/** Reads and validates a JSON body. The answer to a bad one names places and expectations, never what was sent. */
export async function readBody<T>(
  c: Context,
  schema: v.GenericSchema<unknown, T>,
  limits: { readonly maxBytes: number; readonly strictness: Strictness },
): Promise<T> {
  const text = await readText(c, limits.maxBytes);
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new HttpError(400, [{ msg: 'The body is not JSON.', loc: ['body'] }]);
  }
  return check(schema, value, 'body', limits.strictness);
}

/** Validates a query string's parameters. */
export function readQuery<T>(c: Context, schema: v.GenericSchema<unknown, T>, strictness: Strictness = 'strict'): T {
  return check(schema, queryOf(c), 'query', strictness);
}

/** A query's parameters, the last of each name; `lists` are those that may come several times. */
export function queryOf(
  c: Context,
  lists: readonly string[] = [],
): Readonly<Record<string, string | readonly string[]>> {
  // Built from entries: a parameter called `__proto__` is a field like any other then, and refused as one.
  const said = [...new URL(c.req.url).searchParams.entries()];
  const found = lists.map((name) => [name, said.flatMap(([other, value]) => (other === name ? [value] : []))] as const);
  return Object.fromEntries([...said, ...found]);
}

/** Validates a value; the answer to a bad one names places and expectations, never what was sent. */
export function check<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  root: string,
  strictness: Strictness = 'strict',
): T {
  if (hasReservedName(value)) throw new HttpError(422, [{ msg: 'A field or id has a reserved name.', loc: [root] }]);
  if (strictness === 'strict') refuseUnknown(schema, value, root);
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new HttpError(
    422,
    parsed.issues.slice(0, 20).map((issue) => toItem(issue, root)),
  );
}

/** Of the outermost fields: a misspelt filter or a field of another version is an error, not a wish that is left out. */
function refuseUnknown(schema: v.GenericSchema<unknown, unknown>, value: unknown, root: string): void {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return;
  if (typeof value !== 'object' || value === null) return;
  const known: object = schema.entries;
  if (Object.keys(value).every((name) => Object.hasOwn(known, name))) return;
  throw new HttpError(422, [{ msg: 'Expected no other fields.', loc: [root] }]);
}

function toItem(issue: v.BaseIssue<unknown>, root: string): ErrorItem {
  // Keys of the schema are ours; keys under a free-form part came from outside and are not repeated.
  const path = (issue.path ?? [])
    .slice(0, 3)
    .map((item) => (typeof item.key === 'number' ? String(item.key) : keyOf(item.key)));
  return { msg: `Expected ${issue.expected ?? 'something else'}.`, loc: [root, ...path] };
}

function keyOf(key: unknown): string {
  return typeof key === 'string' && /^[a-zA-Z_]{1,40}$/.test(key) && !isReservedName(key) ? key : '?';
}

/**
 * The body as text, looked at before anybody parses it: nesting is counted as the bytes come, so that what would hold the
 * parser for seconds is refused at its first piece.
 */
async function readText(c: Context, maxBytes: number): Promise<string> {
  const tooLarge = (): HttpError => new HttpError(413, [{ msg: 'The body is too large.', loc: ['body'] }]);
  const tooDeep = (): HttpError => new HttpError(422, [{ msg: 'The body is nested too deeply.', loc: ['body'] }]);
  const said = c.req.header('content-length');
  if (Number(said ?? 0) > maxBytes) throw tooLarge();
  const scan = new JsonScan();
  // The parser holds a body to the length that it said: a short one is read at once, without a web stream in between.
  if (said !== undefined && Number(said) <= pieceBytes) {
    const text = await c.req.text();
    if (!scan.add(Buffer.from(text))) throw tooDeep();
    return text;
  }
  const stream = c.req.raw.body;
  if (!stream) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  let sinceTurn = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    sinceTurn += chunk.length;
    if (size > maxBytes) throw tooLarge();
    if (!scan.add(chunk)) throw tooDeep();
    chunks.push(chunk);
    if (sinceTurn < pieceBytes) continue;
    sinceTurn = 0;
    await turnOfLoop();
  }
  return Buffer.concat(chunks).toString('utf8');
}
