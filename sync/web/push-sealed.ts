import * as v from 'valibot';
import type { SealedAnswer, SealedPush } from '../client/push/deliver-sealed.ts';
import { isRowRefusal } from '../client/push/isolation.ts';

/** How long one push of sealed rows may take. */
const patienceMs = 20_000;

/** What delivery looks at in an answer. */
const pushAnswer = v.object({ kind: v.string(), mark: v.optional(v.number()) });

/** Sends a request; rejects where no answer came. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Sends sealed rows by fetch, with an upload-only token and nothing else that says who asks. `send`: how; a simulation brings a
 * network of its own.
 */
export async function pushSealed(
  token: string,
  request: SealedPush,
  send: Send = (path, init) => fetch(path, init),
): Promise<SealedAnswer> {
  try {
    const response = await send('/api/sync/v1/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(patienceMs),
    });
    // What a portal or a proxy says in our server's place is no word on this token or on any row.
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    if (!isJson || response.redirected) return 'retry';
    if (response.status === 401 || response.status === 403) return 'refused';
    const status = String(response.status);
    if (isRowRefusal(status)) return { refusal: status };
    if (!response.ok) return 'retry';
    const answer = v.safeParse(pushAnswer, await response.json());
    if (!answer.success) return 'retry';
    // A gap, a quarantine or an unknown key is for an unlocked page to sort out.
    const { kind, mark } = answer.output;
    return kind === 'ok' && mark !== undefined ? mark : 'refused';
  } catch {
    // No network, or a portal's page that is no JSON.
    return 'retry';
  }
}
