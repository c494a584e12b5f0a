import { toBase64Url } from '../../../sync/core/base64url.ts';
import { calendarEntries } from '../../../sync/domain/calendar-entries.ts';
import { calendarFile } from '../../../sync/domain/calendar-file.ts';
import { isUnapproved } from '../../../sync/domain/appointment-status.ts';
import type { Session } from './use-own-sessions.ts';

/**
 * A session as a file for another calendar program: its time and this title, and nothing of anybody. It is named as a calendar link names it, so that
 * a program that has both knows it again.
 */
export async function fileOfSession({ id, version, body }: Session, title: string, now: string): Promise<string> {
  const { local_start, zone, minutes, modify_datetime: changed, status } = body;
  const session = { id, local_start, zone, minutes, changed, version, isTentative: isUnapproved(status), title };
  const named = new TextEncoder().encode(`calendar ${id}`);
  const uid = `${toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', named)))}@orchid`;
  return calendarFile('Orchid', calendarEntries([session], [], { uidOf: () => uid, now }), now);
}
