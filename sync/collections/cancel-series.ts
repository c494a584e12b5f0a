import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { placeOf, type StoredRecord } from '../core/record.ts';
import { isCancelledByClient } from '../domain/appointment-status.ts';
import { dateAfter } from '../domain/series-plan.ts';
import { appointment, type Appointment } from './appointment.ts';
import {
  findSeries,
  mostCancels,
  occurrenceLoad,
  seriesLoad,
  sessionsOfSeries,
  type AppointmentSeries,
} from './appointment-series.ts';
import { idOfScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { seriesReach } from './series-change.ts';
import { inSeries, plansIn } from './in-series.ts';
import { proposedFee } from './late-fee.ts';
import { fixedLoads, isFixed, leftOutOf, nearLoads, stands, unplacedLoad, unplacedWrite } from './series-sessions.ts';
import { unplacedOfSeries, unplacedSession } from './unplaced-session.ts';
import { idSchema, instantSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

const cancelArgs = v.object({
  /** The session that is looked at. */
  appointment_id: idSchema,
  reach: seriesReach,
  /** The client cancels, and when that was said. */
  by: v.optional(v.literal('client')),
  told_at: v.optional(instantSchema),
});
type CancelArgs = v.InferOutput<typeof cancelArgs>;

/**
 * [CA-9] Cancels the sessions of a series from the one that is looked at on, or all that are to come: begun, noted and billed ones stay. What waited
 * for a time is left out, and nothing more is laid out. `appointment_series.restore` brings back exactly these.
 */
export const cancelSeries = defineMutator({
  name: 'appointment_series.cancel',
  args: cancelArgs,
  who: inSession('treating', 'practice.scheduler'),
  load: (args, facts) => cancelLoads(args, facts),
  run: ({ facts, args, ctx, uid, receivedAt, leftOut }) => {
    const session = facts.find(appointment, args.appointment_id);
    const of = session?.body.series;
    const series = of && findSeries(facts, of.id);
    if (!session || !of || !series) return { reject: 'not_found' };
    if (session.body.sample) return { reject: 'is_sample' };
    const told = args.told_at ?? ctx.now;
    if (told > ctx.now) return { reject: 'invalid_arguments' };
    const stay = new Set(leftOut.map(({ key }) => key));
    const going = reached(facts, args, of).filter(
      (one) =>
        stands(one.body) && !isFixed(facts, one, receivedAt ?? ctx.now) && !stay.has(one.body.series?.date ?? ''),
    );
    const dropped = facts
      .within(unplacedSession, unplacedOfSeries(of.id))
      .filter(({ body }) => body.state === 'open' && (args.reach === 'all' || body.series.date >= of.date));
    const first = [...going, ...dropped].flatMap(({ body }) => body.series?.date ?? []).toSorted()[0];
    const { until, cancels = [], ...rest } = series.body;
    // Also where nothing of it is left to cancel, it does not go on.
    const end = args.reach === 'following' ? dateAfter(of.date, -1) : first ? dateAfter(first, -1) : rest.laid_through;
    const endsNow = rest.rule !== undefined && (until === undefined || end < until);
    if (first === undefined && !endsNow) return [];
    const body: AppointmentSeries = {
      ...rest,
      until: until !== undefined && until < end ? until : end,
      cancels: [...cancels, { uid, date: end }].slice(-mostCancels),
      modify_datetime: ctx.now,
    };
    return [
      { ...placeOf(series), body, fields: ['until'] },
      ...going.map((one) => cancelledWrite(one, args, told, ctx.now)),
      ...dropped.map((one) => {
        const left = { ...one.body, state: 'dropped' as const, modify_datetime: ctx.now };
        return { ...placeOf(one), body: left, fields: ['state'] };
      }),
    ];
  },
  guard: {
    load: (args, facts) => [sessionLoad(args), ...cancelLoads(args, facts)],
    // Whoever cancels need not read notes and bills.
    check: ({ facts, args, receivedAt }) => {
      const of = facts.find(appointment, args.appointment_id)?.body.series;
      if (!of) return null;
      const fixed = reached(facts, args, of).filter((one) => stands(one.body) && isFixed(facts, one, receivedAt));
      const leaveOut = fixed.flatMap(({ body }) =>
        body.series ? [{ key: body.series.date, code: 'session_signed' as const }] : [],
      );
      return leaveOut.length > 0 ? { leaveOut } : null;
    },
  },
});

function cancelledWrite(record: StoredRecord<Appointment>, { by }: CancelArgs, told: string, at: string): RecordWrite {
  const { late_fee: _fee, ...rest } = record.body;
  const late_fee = by === 'client' ? proposedFee(record.body, told) : undefined;
  const body: Appointment = {
    ...rest,
    status: by === 'client' ? 'cancelled_patient' : 'cancelled_orchid_pro',
    cancelled_from: record.body.status,
    ...(late_fee ? { late_fee } : {}),
    modify_datetime: at,
  };
  return { ...placeOf(record), body, fields: ['status', 'late_fee'] };
}

function sessionScope(facts: Facts, args: CancelArgs): string {
  return facts.find(appointment, args.appointment_id)?.scope ?? '';
}

function cancelLoads(args: CancelArgs, facts: Facts): readonly LoadRequest[] {
  const of = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id)?.body.series : undefined;
  if (!of || !plansIn(facts, sessionScope(facts, args))) return [];
  const first = [seriesLoad(of.id), sessionsOfSeries(of.id), unplacedOfSeries(of.id)];
  if (first.some((request) => !facts.has(request))) return first;
  const waiting = facts.within(unplacedSession, unplacedOfSeries(of.id));
  return [
    ...first,
    ...reached(facts, args, of).flatMap(({ id, body }) => [
      occurrenceLoad(of.id, body.series?.date ?? ''),
      ...fixedLoads(id),
    ]),
    ...waiting.map(({ body }) => unplacedLoad(of.id, body.series.date)),
  ];
}

function reached(
  facts: Facts,
  { reach }: CancelArgs,
  of: { readonly id: string; readonly date: string },
): readonly StoredRecord<Appointment>[] {
  return facts
    .within(appointment, sessionsOfSeries(of.id))
    .filter(({ body }) => reach === 'all' || (body.series?.date ?? '') >= of.date);
}

/**
 * [CA-9] Brings back what one `appointment_series.cancel` cancelled (`cancelled`: its uid), and nothing that was cancelled otherwise or touched since. A session whose time has been
 * taken meanwhile stays cancelled and is listed. [CA-7] What the client cancelled is a proposal, unless the client has agreed.
 */
export const restoreSeries = defineMutator({
  name: 'appointment_series.restore',
  args: v.object({
    series_id: idSchema,
    cancelled: v.string(),
    agreed: v.optional(v.boolean()),
    force_book_over_blocked: v.optional(v.boolean()),
  }),
  who: inSeries('treating', 'practice.scheduler'),
  load: (args, facts) => restoreLoads(args, facts),
  run: ({ facts, args, ctx, receivedAt, leftOut }) => {
    const series = findSeries(facts, args.series_id);
    if (!series) return { reject: 'not_found' };
    if (facts.find(clientCard, idOfScope(series.scope))?.body.archived !== undefined)
      return { reject: 'chart_archived' };
    const { until: _until, cancels = [], ...rest } = series.body;
    // What was cancelled by itself comes back by itself.
    if (!cancels.some(({ uid }) => uid === args.cancelled)) return [];
    const left = cancels.filter(({ uid }) => uid !== args.cancelled);
    const [until] = left.map(({ date }) => date).toSorted();
    const body: AppointmentSeries = {
      ...rest,
      ...(until === undefined ? {} : { until }),
      ...(left.length > 0 ? { cancels: left } : {}),
      modify_datetime: ctx.now,
    };
    const outBy = new Map(leftOut.map((one) => [one.key, one]));
    const back = cancelledBy(facts, args).map((one): RecordWrite | null => {
      const { cancelled_from = 'booked', late_fee: _fee, ...session } = one.body;
      const isToCome = session.start > (receivedAt ?? ctx.now);
      const isAsked = isCancelledByClient(session.status) && isToCome && args.agreed !== true;
      const status = isAsked ? ('invited' as const) : cancelled_from;
      const next = { ...session, status, modify_datetime: ctx.now };
      const out = outBy.get(one.body.series?.date ?? '');
      if (out) return unplacedWrite(series.scope, next, out, { at: ctx.now, stands: false });
      return { ...placeOf(one), body: next, fields: ['status', 'late_fee'] };
    });
    const waits = facts
      .within(unplacedSession, unplacedOfSeries(args.series_id))
      .filter(
        ({ body: left, stamps }) =>
          left.state === 'dropped' && stamps['state'] === args.cancelled && !outBy.has(left.series.date),
      )
      .map((one) => {
        const open = { ...one.body, state: 'open' as const, modify_datetime: ctx.now };
        return { ...placeOf(one), body: open, fields: ['state'] };
      });
    return [{ ...placeOf(series), body, fields: ['until'] }, ...back.filter((write) => write !== null), ...waits];
  },
  guard: {
    load: (args, facts) => {
      const known = restoreLoads(args, facts);
      const isKnown = facts.has(sessionsOfSeries(args.series_id));
      return [seriesLoad(args.series_id), ...known, ...(isKnown ? nearLoads(wantedOf(cancelledBy(facts, args))) : [])];
    },
    check: ({ facts, args }) => {
      const wanted = wantedOf(cancelledBy(facts, args));
      const out = leftOutOf(facts, { wanted, seriesId: args.series_id, force: args.force_book_over_blocked ?? false });
      return out.length > 0 ? { leaveOut: out } : null;
    },
  },
});

interface RestoreArgs {
  readonly series_id: string;
  readonly cancelled: string;
}

function cancelledBy(facts: Facts, { series_id, cancelled }: RestoreArgs): readonly StoredRecord<Appointment>[] {
  return facts
    .within(appointment, sessionsOfSeries(series_id))
    .filter(({ body, stamps }) => stamps['status'] === cancelled && body.status.startsWith('cancelled_'));
}

function restoreLoads(args: RestoreArgs, facts: Facts): readonly LoadRequest[] {
  const series = findSeries(facts, args.series_id);
  const ranges = [sessionsOfSeries(args.series_id), unplacedOfSeries(args.series_id)];
  if (!series || !plansIn(facts, series.scope)) return [];
  if (ranges.some((range) => !facts.has(range))) return ranges;
  const dates = [
    ...cancelledBy(facts, args).flatMap(({ body }) => body.series?.date ?? []),
    ...facts.within(unplacedSession, unplacedOfSeries(args.series_id)).map(({ body }) => body.series.date),
  ];
  return [
    ...ranges,
    { kind: 'get', collection: 'client_card', id: idOfScope(series.scope) },
    ...dates.flatMap((date) => [occurrenceLoad(args.series_id, date), unplacedLoad(args.series_id, date)]),
  ];
}

function wantedOf(sessions: readonly StoredRecord<Appointment>[]) {
  return sessions.flatMap(({ body: { series, clinician, practice_id, start, end } }) =>
    series ? [{ date: series.date, clinician, practice_id, start, end }] : [],
  );
}
