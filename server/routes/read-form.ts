import type { Context } from 'hono';
import { HttpError } from '../http-error.ts';

const mostBytes = 2048;

/** The fields of a small form, of either kind that HTML knows. What is long or none is refused; the answer repeats nothing of it. */
export async function readForm(c: Context): Promise<FormData> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new HttpError(413, [{ msg: 'The body is too large.', loc: ['body'] }]);
    chunks.push(chunk);
  }
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  try {
    return await new Response(Buffer.concat(chunks), { headers }).formData();
  } catch {
    throw new HttpError(400, [{ msg: 'The body is not a form.', loc: ['body'] }]);
  }
}
