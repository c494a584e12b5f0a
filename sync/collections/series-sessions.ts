import type { LeftOut, RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { placeOf, type StoredRecord } from '../core/record.ts';
import * as v from 'valibot';
import { statusFlags } from '../domain/appointment-status.ts';
import { partAt, plannedTimeOf, type PlannedTime } from '../domain/series-plan.ts';
import { conflictDetail } from '../protocol/error-details.ts';
import {
  appointment,
  instantsOf,
  nearSessions,
  noteIdOf,
  occurrenceIdOf,
  overlaps,
  refuseConflict,
  type Appointment,
} from './appointment.ts';
import type { AppointmentSeries } from './appointment-series.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { classes } from './classes.ts';
import { askedStatus } from './asked-status.ts';
import { note } from './note.ts';
import { billingIdOf, sessionBilling } from './session-billing.ts';
import { unplacedIdOf, unplacedSession, type UnplacedSession } from './unplaced-session.ts';

/** A time that is asked for a session of a series. */
export interface WantedSession {
  readonly date: string;
  readonly clinician: string;
  readonly practice_id: string;
  readonly start: string;
  readonly end: string;
}

/** What must be known to say which of these times are to be had. */
export function nearLoads(wanted: readonly WantedSession[]): readonly LoadRequest[] {
  return wanted.flatMap((one) => [nearSessions(one), nearBlocks(one)]);
}

/**
 * [CA-1, CA-9] Those of the wanted times that are not to be had, each with why: taken by a session that is not moved along, or by an earlier one of
 * the same series, or blocked. `nearLoads` was loaded. What is left out stays where it is, and so may stand in the way of others.
 */
export function leftOutOf(
  facts: Facts,
  {
    wanted,
    seriesId,
    force,
  }: { readonly wanted: readonly WantedSession[]; readonly seriesId: string; readonly force: boolean },
): readonly LeftOut[] {
  const out = new Map<string, LeftOut>();
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    const going = wanted.filter(({ date }) => !out.has(date));
    const moved = new Set(going.map(({ date }) => occurrenceIdOf(seriesId, date)));
    const placed: WantedSession[] = [];
    for (const one of going) {
      const before = placed.find((other) => other.clinician === one.clinician && overlaps(other, one));
      const refused =
        refuseConflict(facts, one, moved) ??
        (force ? null : refuseBlocked(facts, one)) ??
        (before ? tookIt(before) : null);
      if (!refused) placed.push(one);
      else {
        isSettled = false;
        out.set(one.date, { key: one.date, code: refused.reject, detail: refused.detail });
      }
    }
  }
  return [...out.values()];
}

function tookIt({ start, end }: WantedSession) {
  return { reject: 'conflicting_session', detail: { taken: [{ start, end }] } } as const;
}

/** Where nothing of what was asked for is to be had, all of it is refused with the first reason; null where some of it is. */
export function refuseWhole(wanted: readonly WantedSession[], out: readonly LeftOut[]) {
  const [first] = out;
  if (!first || out.length < wanted.length) return null;
  const taken = out.flatMap(({ detail }) => (v.is(conflictDetail, detail) ? detail.taken : []));
  return { reject: first.code, detail: { taken: taken.slice(0, mostTold) } };
}

const mostTold = 20;

/** What says that a session stays as it is: its note, and its bill. */
export function fixedLoads(sessionId: string): readonly LoadRequest[] {
  return [
    { kind: 'get', collection: 'note', id: noteIdOf(sessionId) },
    { kind: 'get', collection: 'session_billing', id: billingIdOf(sessionId) },
  ];
}

/** [D-22] Begun, noted or on a bill: no edit of a series moves or cancels it. `fixedLoads` was loaded. */
export function isFixed(facts: Facts, { id, body }: StoredRecord<Appointment>, now: string): boolean {
  const written = facts.find(note, noteIdOf(id));
  const bill = facts.find(sessionBilling, billingIdOf(id));
  return (
    body.start <= now ||
    written !== undefined ||
    body.billed_as !== undefined ||
    (bill !== undefined && bill.body.billed.length > 0)
  );
}

/** The last of a series' sessions, by the date it was planned for. */
export function lastOf<Session extends { readonly body: Pick<Appointment, 'series'> }>(
  sessions: readonly Session[],
): Session | undefined {
  const dateOf = (one: Session): string => one.body.series?.date ?? '';
  return sessions.reduce<Session | undefined>(
    (last, one) => (last === undefined || dateOf(one) > dateOf(last) ? one : last),
    undefined,
  );
}

/** Who holds the last of a series' sessions; who began it where there is none. */
export function lastHolder(
  sessions: readonly { readonly body: Pick<Appointment, 'clinician' | 'clinician_name' | 'series'> }[],
  series: Pick<AppointmentSeries, 'clinician' | 'clinician_name'>,
): Pick<Appointment, 'clinician' | 'clinician_name'> {
  const { clinician, clinician_name } = lastOf(sessions)?.body ?? series;
  return { clinician, clinician_name };
}

/** Whether it stands: neither cancelled nor missed by its clinician. */
export function stands({ status }: Appointment): boolean {
  const { cancelled, no_show } = statusFlags(status);
  return !cancelled && !no_show;
}

/** A session of the series as its plan has it for a date; null where its zone is not known here. */
export function plannedSession(
  { id, body }: { readonly id: string; readonly body: AppointmentSeries },
  date: string,
  held: Pick<Appointment, 'clinician' | 'clinician_name' | 'status' | 'booked_at' | 'late' | 'modify_datetime'>,
  meant: PlannedTime = plannedTimeOf(body.plan, date),
): Appointment | null {
  const time = instantsOf(meant);
  if (!time) return null;
  const { facts } = partAt(body.plan, date);
  return { ...facts, ...meant, ...time, ...held, practice_id: body.practice_id, series: { id, date } };
}

/** How a session of a series stands that is made by it: its client is asked about each where they were about the first. */
export function statusOf({ ask, plan }: Pick<AppointmentSeries, 'ask' | 'plan'>): Appointment['status'] {
  const { billing_type } = plan.at(-1)?.facts ?? {};
  return ask ? askedStatus({ billing_type }) : 'booked';
}

/** A session of a series, made. */
export function newOccurrence(scope: string, body: Appointment): RecordWrite {
  const { series = { id: '', date: '' } } = body;
  const id = occurrenceIdOf(series.id, series.date);
  return { collection: 'appointment', id, scope, cls: classes.scheduling, body, fields: ['start', 'status'] };
}

/** That a session could not be had at this time, where the guard has said so. */
export function unplacedWrite(
  scope: string,
  wanted: Appointment,
  { code, detail }: LeftOut,
  known: { readonly at: string; readonly stands: boolean },
): RecordWrite | null {
  const { series, local_start, zone, minutes, start, end } = wanted;
  if (!series || (code !== 'conflicting_session' && code !== 'time_blocked')) return null;
  const { clinician, clinician_name, practice_id, appointment_type_label } = wanted;
  const body: UnplacedSession = {
    series,
    local_start,
    zone,
    minutes,
    start,
    end,
    clinician,
    clinician_name,
    practice_id,
    appointment_type_label,
    why: code,
    taken: v.is(conflictDetail, detail) ? detail.taken : [],
    ...(known.stands ? { stands: true as const } : {}),
    state: 'open',
    modify_datetime: known.at,
  };
  const id = unplacedIdOf(series.id, series.date);
  return { collection: 'unplaced_session', id, scope, cls: classes.scheduling, body, fields: ['state'] };
}

/** What was left out of a date, as it waits no more; null where nothing waits. `unplacedLoad` was loaded. */
export function settledWrite(
  facts: Facts,
  series: { readonly id: string; readonly date: string },
  state: 'placed' | 'dropped',
  at: string,
): RecordWrite | null {
  const record = facts.find(unplacedSession, unplacedIdOf(series.id, series.date));
  if (record?.body.state !== 'open') return null;
  return { ...placeOf(record), body: { ...record.body, state, modify_datetime: at }, fields: ['state'] };
}

/** What was left out of the date of a session that repeats, once the session is known. */
export function waitingLoads(args: { readonly appointment_id: string }, facts: Facts): readonly LoadRequest[] {
  const load = { kind: 'get', collection: 'appointment', id: args.appointment_id } as const;
  const series = facts.has(load) ? facts.find(appointment, args.appointment_id)?.body.series : undefined;
  return series ? [unplacedLoad(series.id, series.date)] : [];
}

export function unplacedLoad(seriesId: string, date: string): LoadRequest {
  return { kind: 'get', collection: 'unplaced_session', id: unplacedIdOf(seriesId, date) };
}
