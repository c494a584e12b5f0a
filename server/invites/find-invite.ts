import { birthDateOf } from '../../sync/collections/birth-date.ts';
import { chart } from '../../sync/collections/chart.ts';
import { chartInvite } from '../../sync/collections/chart-invite.ts';
import { chartPerson } from '../../sync/collections/chart-person.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import type { JoinedChart } from '../../sync/collections/join-chart.ts';
import type { Collection } from '../../sync/core/define.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { isShortCode } from '../../sync/protocol/invite-message.ts';
import { HttpError } from '../http-error.ts';
import type { InviteRow } from '../store/invite-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from '../sync/lift-record.ts';
import { hashInviteCode } from './invite-codes.ts';

/** Birth dates that may be given wrong for one code on paper, by whoever and from wherever, before it opens nothing any more. */
const mostDates = 10;

/** [IV-3] Unknown, used, expired, withdrawn and with another birth date alike. */
export const deadInvite =
  'This invite does not work. Please check what you entered; if it is right, the invite has been used, taken back or has expired: ask for a new one.';

/** What somebody brings who was invited. */
export interface BroughtCode {
  readonly code: string;
  readonly dob?: string | undefined;
}

/** An invite that is good, and whom it is about where it is a chart's. */
export interface FoundInvite {
  readonly row: InviteRow;
  readonly chart: JoinedChart | undefined;
}

interface Finding {
  readonly registry: Registry;
  readonly nowMs: number;
  /** The server's key. */
  readonly key: Uint8Array;
}

/**
 * [IV-3] The invite that this code opens; undefined for whatever does not. In a writing transaction: a birth date that is wrong is
 * counted.
 */
export function* findInvite(finding: Finding, { code, dob }: BroughtCode): Plan<FoundInvite | undefined> {
  const { registry, nowMs, key } = finding;
  const row = yield* call('inviteByHash', hashInviteCode(key, code));
  if (!row) return undefined;
  const found = yield* openInvite(registry, row.id, nowMs);
  if (!found) return undefined;
  if (found.chart === undefined || !isShortCode(code)) return found;
  if (row.tries >= mostDates) return undefined;
  if (dob !== undefined && dob === birthDateOf(bodiesOf(found.chart))) return found;
  yield* call('putInvite', { ...row, tries: row.tries + 1 });
  return undefined;
}

/** An invite that can still be used, by its id. */
export function* openInvite(registry: Registry, id: string, nowMs: number): Plan<FoundInvite | undefined> {
  const row = yield* call('getInvite', id);
  if (!row || row.usedMs > 0 || row.endsMs <= nowMs) return undefined;
  if (row.subject.kind !== 'chart') return { row, chart: undefined };
  const chart = yield* readJoined(registry, id);
  const isOpen = chart?.invite.body.state === 'open' && chart.person.body.cognito_sub === undefined;
  return isOpen ? { row, chart } : undefined;
}

/** A chart's invite with whom it is about; undefined where one of them is not there. */
export function* readJoined(registry: Registry, id: string): Plan<JoinedChart | undefined> {
  const invite = yield* read(registry, chartInvite, id);
  const person = invite && (yield* read(registry, chartPerson, invite.body.person_id));
  if (!invite || !person) return undefined;
  const clinical = yield* read(registry, chart, invite.body.chart_id);
  const card =
    clinical?.body.patient_type === 'individual' ? yield* read(registry, clientCard, invite.body.chart_id) : undefined;
  return { invite, person, card };
}

/** As `birthDateOf` takes them. */
export function bodiesOf({ person, card }: JoinedChart) {
  return { person: person.body, card: card?.body };
}

/** As an answer: whatever it was that did not fit. */
export function deadInviteError(): HttpError {
  return new HttpError(400, deadInvite);
}

function* read<Body>(
  registry: Registry,
  collection: Collection<Body>,
  id: string,
): Plan<StoredRecord<Body> | undefined> {
  const stored = yield* call('getRecord', collection.name, id);
  return stored && liftTo(registry, collection, stored);
}
