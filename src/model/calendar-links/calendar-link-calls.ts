import * as v from 'valibot';
import { detailOf } from '../../../sync/client/session/refusal.ts';
import { instantSchema } from '../../../sync/collections/values.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';
import { fetchRenewing, idleHeader } from '../../../sync/web/renewal.ts';
import type { OrchidClient } from '../../lib/model.ts';

const path = '/api/scheduler/v1/calendar_feed';
/** How long the end of one may take before it counts as "no answer". */
const patienceMs = 15_000;

const link = v.object({
  feed_id: v.string(),
  initials: v.boolean(),
  create_datetime: instantSchema,
  fetch_datetime: v.nullable(instantSchema),
});
/** A calendar link, without what opens it. */
export type CalendarLink = v.InferOutput<typeof link>;

const listed = v.object({ feeds: v.array(link) });
const made = v.object({ ...link.entries, path: v.pipe(v.string(), v.startsWith(`${path}/file/`)) });

export type MadeLink =
  /** The one time at which the address is told. */
  | { readonly kind: 'made'; readonly feedId: string; readonly address: string }
  | { readonly kind: 'failed'; readonly message: string };

/** The calendar links of this account; null: no answer came. */
export async function askCalendarLinks(): Promise<readonly CalendarLink[] | null> {
  const answer = await fetchApi.call('GET', path).catch(() => null);
  const parsed = v.safeParse(listed, answer?.body);
  return answer?.status === 200 && parsed.success ? parsed.output.feeds : null;
}

/** [FD-1] A link to one's own calendar; who asks for it gives the password anew. */
export async function makeCalendarLink(
  client: Pick<OrchidClient, 'actWithPassword'>,
  { initials, password }: { readonly initials: boolean; readonly password: string },
): Promise<MadeLink> {
  const result = await client.actWithPassword('calendar_link.make', password, { initials });
  if (result.kind === 'failed' && result.isUnknown)
    return { kind: 'failed', message: 'No answer came. Please look whether a link is there before you make another.' };
  if (result.kind === 'failed') return result;
  const parsed = v.safeParse(made, result.answer);
  if (!parsed.success) return { kind: 'failed', message: detailOf(result.answer) };
  return { kind: 'made', feedId: parsed.output.feed_id, address: new URL(parsed.output.path, location.origin).href };
}

/** [FD-1] The link opens nothing any more. False: no answer came. */
export async function endCalendarLink(feedId: string): Promise<boolean> {
  const response = await fetchRenewing(`${path}/${encodeURIComponent(feedId)}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...idleHeader() },
    body: '{}',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null);
  // A portal's page ends nothing; one that our server does not know any more has ended.
  const isOurs = response?.headers.get('content-type')?.startsWith('application/json') === true && !response.redirected;
  return isOurs && (response.status === 200 || response.status === 404);
}
