import type { Context } from 'hono';
import * as v from 'valibot';
import { hasReservedName, isReservedName, JsonScan } from '../../sync/core/json-shape.ts';
import { HttpError, type ErrorItem } from '../http-error.ts';
import { createBudget, readPieceMs, turnOfLoop } from '../turn-of-loop.ts';

/** What a client may send in one push; today's send a quarter of it, and those of before up to this. */
export const pushBodyBytes = 4 * 1024 * 1024;
export const usualBodyBytes = 256 * 1024;

/** Up to here a body is read and looked at in one piece. */
const pieceBytes = 64 * 1024;
/** Longer than any row of ours. */
const mostPartBytes = 1024 * 1024;

/** Whether fields that a schema does not name are refused, or left out: the sync protocol grows by fields. */
export type Strictness = 'strict' | 'tolerant';

/** Reads and validates a JSON body. The answer to a bad one names places and expectations, never what was sent. */
export async function readBody<T>(
  c: Context,
  schema: v.GenericSchema<unknown, T>,
  limits: {
    readonly maxBytes: number;
    readonly strictness: Strictness;
    /** The field with most of a long body in it: a list of objects that are parsed one by one. */
    readonly list?: string;
  },
): Promise<T> {
  const list = limits.list ?? null;
  const { bytes, items } = await readBytes(c, limits.maxBytes, list);
  const isLong = bytes.length > pieceBytes && list !== null;
  // What is long is so by the items of its list: each, and what is left without them, is parsed in one piece.
  if (isLong && longestPart(bytes.length, items) > mostPartBytes) throw tooLarge();
  let value: unknown;
  try {
    if (isLong) value = await parseInPieces(bytes, list, items);
    else value = bytes.length === 0 ? undefined : parse(bytes);
  } catch {
    throw new HttpError(400, [{ msg: 'The body is not JSON.', loc: ['body'] }]);
  }
  return check(schema, value, 'body', limits.strictness);
}

function longestPart(length: number, items: JsonScan['items']): number {
  const sizes = items.map(({ from, to }) => to - from);
  const rest = length - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.reduce((longest, size) => Math.max(longest, size), rest);
}

function tooLarge(): HttpError {
  return new HttpError(413, [{ msg: 'The body is too large.', loc: ['body'] }]);
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Parses a long body with a turn of the loop between the items of one list, each parsed by itself. */
async function parseInPieces(
  bytes: Uint8Array,
  list: string,
  items: readonly { readonly from: number; readonly to: number }[],
): Promise<unknown> {
  const parsed: unknown[] = [];
  const rest: Uint8Array[] = [];
  let isSpent = createBudget(readPieceMs);
  let end = 0;
  for (const { from, to } of items) {
    rest.push(bytes.subarray(end, from), placeholder);
    parsed.push(parse(bytes.subarray(from, to)));
    end = to;
    if (!isSpent()) continue;
    await turnOfLoop();
    isSpent = createBudget(readPieceMs);
  }
  rest.push(bytes.subarray(end));
  const value = parse(Buffer.concat(rest));
  if (typeof value !== 'object' || value === null || items.length === 0) return value;
  const found: unknown = Reflect.get(value, list);
  const isWhole = Array.isArray(found) && found.filter((item) => item === null).length === parsed.length;
  // A `null` among the items would take the place of one.
  if (!isWhole || found.length !== parsed.length) throw new SyntaxError('not a list of objects');
  return { ...value, [list]: parsed };
}

const placeholder = Buffer.from('null');

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
 * The body's bytes, looked at before anybody parses them: nesting is counted as they come, so that what would hold the parser
 * for seconds is refused at its first piece. `items`: where those of the list lie.
 */
async function readBytes(
  c: Context,
  maxBytes: number,
  list: string | null,
): Promise<{ readonly bytes: Uint8Array; readonly items: JsonScan['items'] }> {
  const tooDeep = (): HttpError => new HttpError(422, [{ msg: 'The body is nested too deeply.', loc: ['body'] }]);
  const said = c.req.header('content-length');
  if (Number(said ?? 0) > maxBytes) throw tooLarge();
  const scan = new JsonScan(list);
  // The parser holds a body to the length that it said: a short one is read at once, without a web stream in between.
  if (said !== undefined && Number(said) <= pieceBytes) {
    const bytes = Buffer.from(await c.req.text());
    if (!scan.add(bytes)) throw tooDeep();
    return { bytes, items: scan.items };
  }
  const stream = c.req.raw.body;
  if (!stream) return { bytes: new Uint8Array(), items: [] };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isSpent = createBudget(readPieceMs);
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    if (!scan.add(chunk)) throw tooDeep();
    chunks.push(chunk);
    if (!isSpent()) continue;
    await turnOfLoop();
    isSpent = createBudget(readPieceMs);
  }
  return { bytes: Buffer.concat(chunks), items: scan.items };
}
