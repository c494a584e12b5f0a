import type { Context } from 'hono';
import type { Json } from '../../sync/core/record.ts';
import { HttpError } from '../http-error.ts';
import type { SameRequest } from '../sync/apply-intent.ts';

const form = /^[\x21-\x7e]{1,200}$/;

/** The request's `Idempotency-Key`, with all that it asks; null where it has none. */
export function sameRequest(c: Context, asked: Json): SameRequest | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (form.test(key)) return { key, asked };
  throw new HttpError(400, [{ msg: 'Expected 1 to 200 visible characters.', loc: ['header', 'Idempotency-Key'] }]);
}
