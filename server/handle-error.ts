import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '../sync/ports.ts';
import { HttpError } from './http-error.ts';
import { StoreUnavailable } from './store/port.ts';

const generic = 'Ooops! Something went wrong. We are working on it, please try again later, or contact us for help.';

/** The one place where errors become answers. What is not expected is logged by name and place, never by message. */
export function handleError(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof HttpError) {
      if (error.retryAfterS !== undefined) c.header('retry-after', String(error.retryAfterS));
      return c.json({ detail: error.detail }, error.status as ContentfulStatusCode);
    }
    if (error instanceof StoreUnavailable) {
      log.error('store-unavailable', { reason: codeOf(error.cause) });
      c.header('retry-after', '2');
      return c.json({ detail: generic }, 503);
    }
    log.error('unexpected-error', { reason: error.name, at: placeOf(error) });
    return c.json({ detail: generic }, 500);
  };
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown';
}

/** The innermost place of ours in the stack: file and line, no text. */
function placeOf(error: Error): string {
  const frame = /\/((?:server|sync)\/[\w./-]+:\d+)/.exec(error.stack ?? '');
  return frame?.[1] ?? 'unknown';
}
