import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { isDate } from '../core/instant.ts';
import { addedMonths, mostMonths, openDates, openMonths, repeatRule } from '../domain/recurrence.ts';
import { appointment, type Appointment } from './appointment.ts';
import {
  findSeries,
  occurrenceLoad,
  seriesLoad,
  sessionsOfSeries,
  type AppointmentSeries,
} from './appointment-series.ts';
import { cancellationPolicy, policyIdOf, policyLoad } from './cancellation-policy.ts';
import { idOfScope } from './classes.ts';
import { clientCard, whyShut } from './client-card.ts';
import { inSeries, plansIn } from './in-series.ts';
import { membersLoad } from './membership.ts';
import { copyOfOffice, findOffice, officeIdOf, officeLoad, type OfficeCopy } from './office-copy.ts';
import { dayLoads } from './practice-day.ts';
import {
  leftOutOf,
  nearLoads,
  lastHolder,
  lastOf,
  newOccurrence,
  plannedSession,
  statusOf,
  unplacedLoad,
  unplacedWrite,
} from './series-sessions.ts';
import { officeWrite, sessionOffice, wordLoad } from './session-office.ts';
import { treatsIn } from './treats-in.ts';
import { dateSchema, idSchema } from './values.ts';

const extendArgs = v.object({
  series_id: idSchema,
  /** When it ends from now on. */
  ends: repeatRule.entries.ends,
  /** Up to which date sessions are laid out. */
  through: dateSchema,
});
type ExtendArgs = v.InferOutput<typeof extendArgs>;

/**
 * [CA-9] Lays out the next sessions of a series by its rule and as they are planned now, with whoever holds its last one. One whose time is taken is left
 * out and listed. The server does so each month for a series that nobody has ended.
 */
export const extendSeries = defineMutator({
  name: 'appointment_series.extend',
  args: extendArgs,
  who: inSeries('treating', 'practice.scheduler'),
  load: (args, facts) => extendLoads(args, facts),
  run: ({ facts, args, ctx, receivedAt, leftOut }) => {
    const series = findSeries(facts, args.series_id);
    if (!series) return { reject: 'not_found' };
    const shut = whyShut(facts.find(clientCard, idOfScope(series.scope))?.body);
    if (shut !== null) return { reject: shut };
    const { rule, until, stopped: _stopped, ends_well: _well, ...rest } = series.body;
    if (!rule || until !== undefined) return { reject: 'session_cancelled' };
    // What no calendar has would be laid out through, with nothing laid out.
    if (!isDate(args.through)) return { reject: 'invalid_arguments' };
    const today = (receivedAt ?? ctx.now).slice(0, 10);
    if (args.through > addedMonths(today, args.ends.kind === 'open' ? openMonths + 1 : mostMonths))
      return { reject: 'invalid_arguments' };
    if (isTooFar(rest.laid_through, args.through) || endsBefore(series.body, args))
      return { reject: 'invalid_arguments' };
    const dates = nextDates(series.body, args);
    const holds = heldBy(facts, series);
    const late = facts.find(cancellationPolicy, policyIdOf(holds.clinician))?.body.terms;
    const held = {
      ...holds,
      status: statusOf(series.body),
      booked_at: ctx.now,
      ...(late ? { late } : {}),
      modify_datetime: ctx.now,
    };
    const outBy = new Map(leftOut.map((one) => [one.key, one]));
    const office = officeOfLast(facts, series, ctx.now);
    const sessions = dates.map((date) => plannedSession(series, date, held));
    if (sessions.includes(null)) return { reject: 'invalid_arguments' };
    const writes = sessions
      .filter((session) => session !== null)
      .flatMap((session): readonly (RecordWrite | null)[] => {
        const date = session.series?.date ?? '';
        // What was to be meanwhile has not been; and one that is laid out already, by another device, stays.
        if (session.start <= (receivedAt ?? ctx.now)) return [];
        const { id } = occurrenceLoad(series.id, date);
        if (facts.holds('appointment', id)) return [];
        const out = outBy.get(date);
        if (out) return [unplacedWrite(series.scope, session, out, { at: ctx.now, stands: false })];
        const isThere = session.place === 'office_location' && office?.clinician === session.clinician;
        const made = newOccurrence(series.scope, session);
        return isThere ? [made, officeWrite({ id, scope: series.scope }, office)] : [made];
      });
    const body: AppointmentSeries = {
      ...rest,
      rule: { ...rule, ends: args.ends },
      laid_through: laidThrough(series.body, args, dates),
      modify_datetime: ctx.now,
    };
    const { collection, id, scope, cls } = series;
    return [{ collection, id, scope, cls, body, fields: ['rule'] }, ...writes.filter((write) => write !== null)];
  },
  guard: {
    load: (args, facts) => {
      const series = findSeries(facts, args.series_id);
      if (!series) return [seriesLoad(args.series_id)];
      const wanted = facts.has(sessionsOfSeries(series.id)) ? wantedOf(facts, series, args) : [];
      return [
        seriesLoad(args.series_id),
        ...extendLoads(args, facts),
        membersLoad(series.scope),
        ...dayLoads(series.scope, facts),
        ...nearLoads(wanted),
      ];
    },
    check: (input) => {
      const { facts, args } = input;
      const series = findSeries(facts, args.series_id);
      if (!series) return null;
      if (!treatsIn(input, series.scope, heldBy(facts, series).clinician)) return { reject: 'not_allowed' };
      const wanted = wantedOf(facts, series, args);
      const out = leftOutOf(facts, { wanted, seriesId: series.id, force: false });
      return out.length > 0 ? { leaveOut: out } : null;
    },
  },
});

/** [CA-9] Says that a series may end when it does: nobody is reminded of it any more; `false` takes it back. */
export const letSeriesEnd = defineMutator({
  name: 'appointment_series.let_end',
  args: v.object({ series_id: idSchema, ends_well: v.boolean() }),
  who: inSeries('treating', 'practice.scheduler'),
  load: () => [],
  run: ({ facts, args, ctx }) => {
    const series = findSeries(facts, args.series_id);
    if (!series) return { reject: 'not_found' };
    const { ends_well = false, ...rest } = series.body;
    if (ends_well === args.ends_well) return [];
    const body = { ...rest, ...(args.ends_well ? { ends_well: true as const } : {}), modify_datetime: ctx.now };
    const { collection, id, scope, cls } = series;
    return [{ collection, id, scope, cls, body, fields: ['ends_well'] }];
  },
});

type Series = NonNullable<ReturnType<typeof findSeries>>;

/** The dates of the rule after those that were laid out, no more than two years of them at once; none where more is asked for. */
function nextDates({ first, rule, laid_through }: AppointmentSeries, { ends, through }: ExtendArgs): readonly string[] {
  if (!rule || isTooFar(laid_through, through)) return [];
  const last = ends.kind === 'date' && ends.date < through ? ends.date : through;
  const all = openDates(first, rule, last);
  // Counted from the first, however long ago that was.
  return (ends.kind === 'count' ? all.slice(0, ends.count) : all).filter((date) => date > laid_through);
}

function isTooFar(laid_through: string, through: string): boolean {
  return through > addedMonths(laid_through, mostMonths + 1);
}

/** Whether an end lies before what has been laid out: what stands is cancelled, not forgotten. */
function endsBefore({ first, rule, laid_through }: AppointmentSeries, { ends }: ExtendArgs): boolean {
  if (ends.kind === 'date') return ends.date < laid_through;
  return ends.kind === 'count' && rule !== undefined && openDates(first, rule, laid_through).length > ends.count;
}

function laidThrough(
  { laid_through }: AppointmentSeries,
  { ends, through }: ExtendArgs,
  dates: readonly string[],
): string {
  const last = dates.at(-1) ?? laid_through;
  return ends.kind === 'open' && through > last ? through : last;
}

/** Who holds its last session. */
function heldBy(facts: Facts, series: Series): Pick<Appointment, 'clinician' | 'clinician_name'> {
  return lastHolder(facts.within(appointment, sessionsOfSeries(series.id)), series.body);
}

/** [CA-13] The office in which the last session is held that was laid out, as it now stands: the next ones are held there too. */
function officeOfLast(facts: Facts, series: Series, now: string): OfficeCopy | undefined {
  const word = wordOfLast(facts, series.id);
  if (!word) return undefined;
  const { clinician, office_location_id } = word;
  const office = findOffice(facts, office_location_id, { clinician, practice_id: series.body.practice_id });
  return office && copyOfOffice(office, now);
}

function officeLoads(facts: Facts, seriesId: string): readonly LoadRequest[] {
  const id = lastId(facts, seriesId);
  const word = wordOfLast(facts, seriesId);
  return [...(id === undefined ? [] : [wordLoad(id)]), ...(word ? [officeLoad(word.office_location_id)] : [])];
}

function wordOfLast(facts: Facts, seriesId: string): OfficeCopy | undefined {
  const id = lastId(facts, seriesId);
  return id === undefined || !facts.has(wordLoad(id)) ? undefined : facts.find(sessionOffice, officeIdOf(id))?.body;
}

function lastId(facts: Facts, seriesId: string): string | undefined {
  return lastOf(facts.within(appointment, sessionsOfSeries(seriesId)))?.id;
}

function extendLoads(args: ExtendArgs, facts: Facts): readonly LoadRequest[] {
  const series = findSeries(facts, args.series_id);
  if (!series || !plansIn(facts, series.scope)) return [];
  const range = sessionsOfSeries(series.id);
  const first = [range, { kind: 'get', collection: 'client_card', id: idOfScope(series.scope) } as const];
  if (!facts.has(range)) return first;
  return [
    ...first,
    policyLoad(heldBy(facts, series).clinician),
    ...officeLoads(facts, series.id),
    ...nextDates(series.body, args).flatMap((date) => {
      const occurrence = occurrenceLoad(series.id, date);
      return [occurrence, unplacedLoad(series.id, date), wordLoad(occurrence.id)];
    }),
  ];
}

function wantedOf(facts: Facts, series: Series, args: ExtendArgs) {
  const held = { ...heldBy(facts, series), status: 'booked' as const, modify_datetime: '' };
  return nextDates(series.body, args).flatMap((date) => {
    const session = plannedSession(series, date, held);
    if (!session) return [];
    const { clinician, practice_id, start, end } = session;
    return [{ date, clinician, practice_id, start, end }];
  });
}
