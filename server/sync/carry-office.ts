import { appointment } from '../../sync/collections/appointment.ts';
import { copyOfOffice, isSameOffice, officeIdOf } from '../../sync/collections/office-copy.ts';
import { officeLocation } from '../../sync/collections/office-location.ts';
import { stands } from '../../sync/collections/series-sessions.ts';
import { sessionOffice } from '../../sync/collections/session-office.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { call, type Plan } from '../store/port.ts';
import { rolesOf } from './audience.ts';
import { liftTo } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/** Records looked at in one step. */
const stepRecords = 50;

/** Who holds a session has one of these in its chart. */
const holding: readonly string[] = ['treating', 'scheduler'];

export interface CarryOffice {
  /** All sessions of an office that was changed, or the one session that is to come again. */
  readonly office?: string | undefined;
  readonly session?: string | undefined;
  /** Where the step before ended. */
  readonly after?: string | undefined;
  readonly afterId?: string | undefined;
}

/**
 * [CA-13] After an office was changed: each session that stands and is not over, and whose clinician's it is, says its name and address as they now stand. What is over
 * keeps where it was held, and who holds it no more, or has no access to the chart any more, says nothing there. A step at a time, each a job; a change
 * meanwhile begins anew, and each step copies what stands by then.
 */
export function* carryOffice(context: TxContext, job: CarryOffice): Plan<void> {
  if (job.session !== undefined) yield* carryTo(context, officeIdOf(job.session));
  if (job.office === undefined) return;
  const { from, to } = prefixRange(job.office);
  const { after, afterId = '' } = job;
  const range = { collection: 'session_office', index: 'office', from: after ?? from, to, afterId, limit: stepRecords };
  const entries = yield* call('rangeEntries', range);
  for (const { id } of entries) yield* carryTo(context, id);
  const last = entries.at(-1);
  if (!last || entries.length < stepRecords) return;
  const payload: CarryOffice = { office: job.office, after: last.key, afterId: last.id };
  // Of an office one step waits at a time: where it was changed again, the newer run goes over all of it.
  yield* call('addJob', {
    kind: 'carry-office',
    key: `carry-office.step.${job.office}`,
    payload: { ...payload },
    runAtMs: context.nowMs,
  });
}

/** Nobody has said another office: the stamp of who chose it stays. */
function* carryTo(context: TxContext, wordId: string): Plan<void> {
  const { registry, now } = context;
  const stored = yield* call('getRecord', 'session_office', wordId);
  if (!stored) return;
  const word = liftTo(registry, sessionOffice, stored);
  const { appointment_id, office_location_id, clinician } = word.body;
  const held = yield* call('getRecord', 'appointment', appointment_id);
  const place = yield* call('getRecord', 'office_location', office_location_id);
  if (!held || !place) return;
  const session = liftTo(registry, appointment, held).body;
  if (!stands(session) || session.end <= now || session.clinician !== clinician) return;
  const roles = yield* rolesOf(clinician, word.scope);
  if (!roles.some((role) => holding.includes(role))) return;
  const copy = copyOfOffice(liftTo(registry, officeLocation, place), now);
  if (isSameOffice(word.body, copy)) return;
  yield* writeRecord(context, { ...word, version: word.version + 1, body: { ...word.body, ...copy } }, word);
}
