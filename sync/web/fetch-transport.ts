import type { Transport, TransportAnswer } from '../ports.ts';
import { fetchRenewing, idleHeader } from './renewal.ts';

/** Longest silence on an open request before it counts as dead: a black hole answers nothing for ever. */
const pushPatienceMs = 20_000;
const silencePatienceMs = 15_000;

/** Sends a request and answers what came; null: no answer. */
type Ask = (path: string, init: RequestInit) => Promise<Response | null>;

/**
 * The sync protocol over fetch; each request says how long ago the person last acted. `ask`: how a request is sent; a simulation
 * brings a network of its own.
 */
export function createFetchTransport(ask: Ask = fetchRenewing): Transport {
  const headers = (): Record<string, string> => ({ 'content-type': 'application/json', ...idleHeader() });
  return {
    push: async (request, ended) => {
      const response = await ask('/api/sync/v1/push', {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify(request),
        signal: ended
          ? AbortSignal.any([AbortSignal.timeout(pushPatienceMs), ended])
          : AbortSignal.timeout(pushPatienceMs),
      });
      const failed = failure(response);
      if (failed || !response) return failed ?? { kind: 'unreachable' };
      if (!isType(response, 'application/json')) return { kind: 'unreachable' };
      try {
        return { kind: 'answered', value: await response.json() };
      } catch {
        // Cut in the middle; the server may have committed: the same rows go out again.
        return { kind: 'unreachable' };
      }
    },
    pull: async (request, onLine, ended) => {
      const query = new URLSearchParams({ client: request.clientId });
      if (request.cursor !== null) query.set('cursor', request.cursor);
      if (request.account !== undefined) query.set('account', request.account);
      if (request.heal !== undefined) query.set('heal', request.heal);
      if (request.record !== undefined) query.set('record', request.record);
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), silencePatienceMs);
      const end = (): void => silence.abort();
      if (ended?.aborted) end();
      ended?.addEventListener('abort', end);
      try {
        const response = await ask(`/api/sync/v1/pull?${query}`, {
          method: 'GET',
          headers: headers(),
          signal: silence.signal,
        });
        const failed = failure(response);
        if (failed || !response) return failed ?? { kind: 'unreachable' };
        if (!isType(response, 'application/x-ndjson') || !response.body) return { kind: 'unreachable' };
        for await (const lines of linesOf(response.body)) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), silencePatienceMs);
          for (const line of lines) {
            const taken = onLine(line);
            // Waiting costs a turn of the loop for each of thousands of lines: only where there is something to wait for.
            if (taken) await taken;
          }
        }
        return { kind: 'answered', value: null };
      } catch {
        // Cut or aborted: a page counts whole or not at all.
        return { kind: 'unreachable' };
      } finally {
        clearTimeout(timer);
        ended?.removeEventListener('abort', end);
      }
    },
  };
}

function isType(response: Response, type: string): boolean {
  return (response.headers.get('content-type') ?? '').startsWith(type);
}

/** What a response says when it is no answer to use; null for 200. */
function failure(response: Response | null): TransportAnswer<never> | null {
  if (!response) return { kind: 'unreachable' };
  if (response.status === 200) return null;
  const retryAfter = Number(response.headers.get('retry-after'));
  switch (response.status) {
    case 401:
    case 403:
      return { kind: 'signed-out' };
    case 426:
      return { kind: 'client-too-old' };
    case 429:
    case 503:
      return Number.isFinite(retryAfter) && retryAfter > 0
        ? { kind: 'retry', delayMs: retryAfter * 1000 }
        : { kind: 'retry' };
    default:
      // Only our own server says what it does not take; a proxy's page says nothing of a row.
      return response.status >= 500 || response.redirected || !isType(response, 'application/json')
        ? { kind: 'unreachable' }
        : { kind: 'refused', code: String(response.status) };
  }
}

/** Lines of a byte stream, split on `\n`, as they arrive together; the last one counts only if it was ended. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const pieces = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = pieces.pop() ?? '';
      yield pieces.filter((piece) => piece !== '');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
