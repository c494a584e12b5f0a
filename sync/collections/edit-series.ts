import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { placeOf, type StoredRecord } from '../core/record.ts';
import { appointment, type Appointment } from './appointment.ts';
import { occurrenceLoad, seriesLoad, sessionsOfSeries } from './appointment-series.ts';
import { policyLoad } from './cancellation-policy.ts';
import { idOfScope } from './classes.ts';
import { plansIn } from './in-series.ts';
import { membersLoad } from './membership.ts';
import { dayLoads } from './practice-day.ts';
import { anyTime, changeOf, editSeriesArgs, openIn, wantedOf, type EditSeriesArgs } from './series-change.ts';
import {
  fixedLoads,
  isFixed,
  leftOutOf,
  nearLoads,
  newOccurrence,
  refuseWhole,
  settledWrite,
  unplacedLoad,
  unplacedWrite,
} from './series-sessions.ts';
import { treatsIn } from './treats-in.ts';
import { unplacedOfSeries, unplacedSession } from './unplaced-session.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/**
 * [CA-9] Changes the sessions of a series from the one that is looked at on, or all of them: fact by fact, its time being one fact. What was set of one session
 * alone stays; begun, noted and billed ones stay as they are; one whose new time is not to be had stays where it is and is listed (`unplaced_session`), and
 * undoes nothing else. `ctx.base` names the version on screen of the session that is looked at, as `appointment.edit` asks it,
 * and of each fact of the plan (`plan_start`, `plan_place`): what was changed of those that follow is not written over unseen.
 */
export const editSeries = defineMutator({
  name: 'appointment_series.edit',
  args: editSeriesArgs,
  who: inSession('treating', 'practice.scheduler'),
  load: (args, facts) => editLoads(args, facts),
  run: (input) => {
    const { facts, ctx, leftOut } = input;
    const now = input.receivedAt ?? ctx.now;
    const change = changeOf(input, { now, isStill: (one) => isFixed(facts, one, now) });
    if ('reject' in change) return change;
    const { series, plan, changes, settled, fields: planned } = change;
    const found = settled.map((date) => settledWrite(facts, { id: series.id, date }, 'placed', ctx.now));
    const { scope } = series;
    const outBy = new Map(leftOut.map((one) => [one.key, one]));
    const changed = changes.flatMap((one): readonly (RecordWrite | null)[] => {
      const out = outBy.get(one.date);
      const settled = settledWrite(facts, { id: series.id, date: one.date }, 'placed', ctx.now);
      if (!one.before) {
        return out
          ? [unplacedWrite(scope, one.next, out, { at: ctx.now, stands: false })]
          : [newOccurrence(scope, one.next), settled];
      }
      if (!out) return [sessionWrite(one.before, one.next, one.fields), one.isMoved ? settled : null];
      // It was found to have a note or a bill: it stays as a whole.
      if (out.code === 'time_signed') return [];
      const fields = one.fields.filter((name) => name !== 'start');
      const { local_start, zone, minutes, start, end } = one.before.body;
      const unmoved = { ...one.next, local_start, zone, minutes, start, end };
      return [
        unplacedWrite(scope, one.next, out, { at: ctx.now, stands: true }),
        fields.length > 0 ? sessionWrite(one.before, unmoved, fields) : null,
      ];
    });
    const body = { ...series.body, plan: [...plan], modify_datetime: ctx.now };
    const planWrite = { ...placeOf(series), body, fields: planned };
    const writes = [...changed, ...found].filter((write) => write !== null);
    return plan === series.body.plan ? writes : [planWrite, ...writes];
  },
  guard: {
    load: (args, facts, _actor, ctx) => {
      const known = editLoads(args, facts);
      if (known.some((request) => !facts.has(request))) return [sessionLoad(args), ...known];
      const change = facts.has(sessionLoad(args)) ? changeOf({ facts, args, ctx }, anyTime) : null;
      return [
        sessionLoad(args),
        ...known,
        ...(change && 'series' in change
          ? [membersLoad(change.series.scope), ...dayLoads(change.series.scope, facts)]
          : []),
        ...(change && 'changes' in change ? nearLoads(wantedOf(change.changes)) : []),
      ];
    },
    check: (input) => {
      const { facts, args, ctx, receivedAt } = input;
      const change = changeOf({ facts, args, ctx }, { now: receivedAt, isStill: () => false });
      if ('reject' in change) return null;
      const { series, changes } = change;
      const fixed = changes.flatMap(({ date, before }) =>
        before && isFixed(facts, before, receivedAt) ? [{ key: date, code: 'time_signed' as const }] : [],
      );
      // Who treats no more gets no session by an edit of others.
      const unheld = changes.flatMap(({ date, before, next }) =>
        before || treatsIn(input, series.scope, next.clinician) ? [] : [{ key: date, code: 'not_allowed' as const }],
      );
      const isStill = new Set([...fixed, ...unheld].map(({ key }) => key));
      const wanted = wantedOf(changes).filter(({ date }) => !isStill.has(date));
      const out = leftOutOf(facts, { wanted, seriesId: series.id, force: args.force_book_over_blocked ?? false });
      // What else was changed of them still counts.
      const isTimeAlone = changes.every(({ before, fields }) => !before || fields.every((name) => name === 'start'));
      const refused = isTimeAlone && wanted.length > 0 ? refuseWhole(wanted, out) : null;
      const leaveOut = [...fixed, ...unheld, ...out];
      return refused ?? (leaveOut.length > 0 ? { leaveOut } : null);
    },
  },
});

/** The series of the session that is looked at, its sessions, what was left out of it, and what keeps each where it is. */
function editLoads(args: EditSeriesArgs, facts: Facts): readonly LoadRequest[] {
  const session = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
  const of = session?.body.series;
  if (!session || !of || !plansIn(facts, session.scope)) return [];
  const ranges = [sessionsOfSeries(of.id), unplacedOfSeries(of.id)];
  const first = [seriesLoad(of.id), ...ranges];
  if (first.some((request) => !facts.has(request))) return first;
  const sessions = facts.within(appointment, ranges[0]!).filter(({ body }) => body.series?.id === of.id);
  const dates = new Set([
    ...sessions.flatMap(({ body }) => body.series?.date ?? []),
    ...facts.within(unplacedSession, ranges[1]!).map(({ body }) => body.series.date),
  ]);
  const reached = [...dates].filter((date) => args.reach === 'all' || date >= of.date);
  return [
    ...first,
    ...reached.flatMap((date) => [occurrenceLoad(of.id, date), unplacedLoad(of.id, date)]),
    ...sessions.flatMap(({ id }) => fixedLoads(id)),
    { kind: 'get', collection: 'client_card', id: idOfScope(session.scope) },
    ...[...new Set(openIn(facts, of.id).map(({ body }) => body.clinician))].map((clinician) => policyLoad(clinician)),
  ];
}

function sessionWrite(record: StoredRecord<Appointment>, body: Appointment, fields: readonly string[]): RecordWrite {
  return { ...placeOf(record), body, fields };
}
