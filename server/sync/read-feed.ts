import * as v from 'valibot';
import { appointmentBody, type Appointment } from '../../sync/collections/appointment.ts';
import { appointmentSeries } from '../../sync/collections/appointment-series.ts';
import { idOfScope } from '../../sync/collections/classes.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { indexKey } from '../../sync/core/index-key.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { isUnapproved, statusFlags } from '../../sync/domain/appointment-status.ts';
import { calendarEntries, type ShownSeries, type ShownSession } from '../../sync/domain/calendar-entries.ts';
import { calendarFile } from '../../sync/domain/calendar-file.ts';
import { hashToken } from '../auth/tokens.ts';
import { call, type Plan } from '../store/port.ts';
import { findPlaces } from './list-records.ts';
import { readRecord, ReadingSteps, type ReaderContext } from './read-records.ts';

/** Whose calendar it is, and what may stand in it. */
export interface FeedAsked {
  readonly sub: string;
  readonly isProfessional: boolean;
  readonly initials: boolean;
  readonly nowMs: number;
}

const dayMs = 24 * 3_600_000;
const daysBack = 31;
const daysAhead = 400;

/**
 * [FD-2] The calendar of an account as another program fetches it: of a clinician what she holds, of a member the sessions of the charts in which they have a part,
 * as far as the account reads them at that moment. Titles say “Busy” or “Appointment”; initials where its owner has chosen so.
 */
export function* readFeed(context: ReaderContext, asked: FeedAsked): Plan<string> {
  const { sub, isProfessional, nowMs } = asked;
  const steps = new ReadingSteps();
  const [from, to] = [toInstant(nowMs - daysBack * dayMs), toInstant(nowMs + daysAhead * dayMs)];
  const places = yield* findPlaces(
    context,
    {
      collection: 'appointment',
      index: 'scope_start',
      rangeOf: (scope) => ({ from: indexKey(scope, from), to: indexKey(scope, to) }),
    },
    steps,
  );
  const sessions: ShownSession[] = [];
  const series = new Map<string, ShownSeries | null>();
  for (const { id } of places) {
    const record = yield* readRecord(context, 'appointment', id);
    yield* steps.step(2);
    const body = record && v.parse(appointmentBody, record.body);
    if (!record || !body || !isShown(body) || (isProfessional && body.clinician !== sub)) continue;
    sessions.push(toSession({ ...record, body }, yield* titleOf(context, { ...record, body }, asked)));
    const seriesId = body.series?.id;
    if (seriesId !== undefined && !series.has(seriesId)) series.set(seriesId, yield* readSeries(context, seriesId));
  }
  const known = [...series.values()].filter((one) => one !== null);
  const now = toInstant(nowMs);
  const uidOf = (name: string): string => `${hashToken(`calendar ${name}`)}@orchid`;
  return calendarFile('Orchid', calendarEntries(sessions, known, { uidOf, now }), now);
}

function isShown({ status, sample }: Appointment): boolean {
  const { cancelled, no_show } = statusFlags(status);
  return sample === undefined && !cancelled && !no_show;
}

function toSession({ id, version, body }: StoredRecord<Appointment>, title: string): ShownSession {
  const { local_start, zone, minutes, modify_datetime: changed, status, series } = body;
  return { id, local_start, zone, minutes, changed, version, isTentative: isUnapproved(status), title, series };
}

function* titleOf(
  context: ReaderContext,
  { scope, body }: StoredRecord<Appointment>,
  { isProfessional, initials }: FeedAsked,
): Plan<string> {
  const plain = isProfessional ? 'Busy' : 'Appointment';
  if (!initials) return plain;
  if (!isProfessional) return withInitials(plain, body.clinician_name.replace(/^(Dr|Prof)\.\s*/u, ''));
  const card = yield* readRecord(context, clientCard.name, idOfScope(scope));
  if (!card) return plain;
  const { first_name, last_name } = v.parse(clientCard.body, card.body);
  return withInitials(plain, `${first_name} ${last_name}`);
}

function withInitials(plain: string, name: string): string {
  const letters = name
    .split(/[\s-]+/u)
    .flatMap((word) => /\p{L}/u.exec(word) ?? [])
    .map((letter) => `${letter.toLocaleUpperCase('en')}.`);
  return letters.length === 0 ? plain : `${plain} ${letters.join(' ')}`;
}

function* readSeries(context: ReaderContext, id: string): Plan<ShownSeries | null> {
  const record = yield* readRecord(context, appointmentSeries.name, id);
  yield* call('pause');
  if (!record) return null;
  const { first, rule, plan } = v.parse(appointmentSeries.body, record.body);
  return { id, first, rule, plan };
}
