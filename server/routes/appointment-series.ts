import * as v from 'valibot';
import { occurrenceIdOf } from '../../sync/collections/appointment.ts';
import { appointmentSeries } from '../../sync/collections/appointment-series.ts';
import { appointmentType } from '../../sync/collections/appointment-type.ts';
import { bookSeries } from '../../sync/collections/book-series.ts';
import { practiceScope, idOfScope } from '../../sync/collections/classes.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { practice } from '../../sync/collections/practice.ts';
import { unplacedIdOf, unplacedSession } from '../../sync/collections/unplaced-session.ts';
import { idSchema, instantSchema, lineSchema } from '../../sync/collections/values.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { fromInstant } from '../../sync/core/instant.ts';
import { instantOf, localTimeAt } from '../../sync/core/wall-clock.ts';
import { mostOccurrences } from '../../sync/domain/recurrence.ts';
import { ruleOfText, textOfRule } from '../../sync/domain/repeat-text.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { errorText } from '../../sync/protocol/error-codes.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { applyIntent, type Intent } from '../sync/apply-intent.ts';
import { readEntries, readRecord, type ReaderContext } from '../sync/read-records.ts';
import { sameRequest } from './idempotency-key.ts';
import { readQuery } from './read-body.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

/** [S-143, S-144, S-145] */
const seriesRequest = v.object({
  appointment_type_label: lineSchema,
  force_book_over_blocked: v.optional(v.boolean()),
  /** The chart's id stands for its client. */
  patient_user_id: idSchema,
  /** RFC 5545; absent or empty: the dates are put together by hand. */
  repeat_rule: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  appointments: v.pipe(
    v.array(
      v.object({
        appointment_start: instantSchema,
        appointment_end: instantSchema,
        place_session_held_outside_of_orchid: v.optional(v.boolean()),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostOccurrences),
  ),
  invoicing: v.optional(v.object({ automation: v.boolean() })),
  skip_email: v.optional(v.boolean()),
});
type SeriesRequest = v.InferOutput<typeof seriesRequest>;

const query = v.object({ primary_orchid_pro_user_id: v.optional(idSchema) });

/** `/api/scheduler/v1/appointment/series/` [S-331]: sessions that repeat are booked. */
export function addAppointmentSeriesRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'POST',
    path: '/api/scheduler/v1/appointment/series/',
    audience: 'session',
    roles: ['orchid_pro'],
    kind: 'push',
    relation:
      'a chart in which the caller treats or plans for the practice; held by the caller, or by whom the query names',
    body: seriesRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const { primary_orchid_pro_user_id: clinician = caller.actor.sub } = readQuery(c, query);
      const reader = { registry: services.registry, principal: caller.actor.principal };
      const { record, isRepeated } = await applyIntent(services, intentCaller(caller), {
        route: 'POST appointment series',
        same: sameRequest(c, { clinician, ...body }),
        isQuiet: body.skip_email === true,
        *find(_context, madeIds): Plan<Intent> {
          const [id = ''] = madeIds(1);
          const args = yield* argsOf(reader, body, clinician);
          return { name: bookSeries.name, args, about: { collection: appointmentSeries.name, id } };
        },
      });
      const answer = await services.store.read(() => toAnswer(reader, record, body));
      if (isRepeated) {
        const subject = { appointments: answer.invites_created.map(({ appointment_id }) => appointment_id) };
        await services.traces.note({ actor: reader.principal, action: 'calendar.read', subject });
      }
      return c.json(answer, 201);
    },
  });
}

function wrong(msg: string, ...loc: readonly string[]): HttpError {
  return new HttpError(422, [{ msg, loc: ['body', ...loc] }]);
}

/** What is asked for in the practice's local time, at the price and of the kind of the clinician's session type of this name. */
function* argsOf(reader: ReaderContext, body: SeriesRequest, clinician: string): Plan<Intent['args']> {
  const card = yield* readRecord(reader, clientCard.name, body.patient_user_id);
  if (!card) throw notFound();
  const { practice_id } = v.parse(clientCard.body, card.body);
  const home = yield* readRecord(reader, practice.name, practice_id);
  if (!home) throw notFound();
  const { zone } = v.parse(practice.body, home.body);
  const sessions = body.appointments
    .map((one, at) => sessionOf(one, zone, at))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const [first] = sessions;
  if (!first) throw wrong('Expected at least one session.', 'appointments');
  for (const [at, one] of sessions.entries())
    if (one.date === sessions[at + 1]?.date)
      throw wrong('Expected at most one session a day, in the practice’s time zone.', 'appointments');
  const rule = body.repeat_rule ? ruleOfText(body.repeat_rule, first.date) : undefined;
  if (rule === null) throw wrong('Expected a weekly or monthly rule that fits the first session.', 'repeat_rule');
  const type = yield* typeOf(reader, practiceScope(practice_id), { clinician, label: body.appointment_type_label });
  return {
    chart_id: body.patient_user_id,
    clinician,
    appointment_type_label: body.appointment_type_label,
    ...type,
    local_start: `${first.date}T${first.time}`,
    zone,
    minutes: first.minutes,
    place: first.place,
    ...(rule ? { rule } : {}),
    sessions: sessions.map(({ date, time, minutes, place }) => ({
      date,
      ...(time === first.time ? {} : { time }),
      ...(minutes === first.minutes ? {} : { minutes }),
      ...(place === first.place ? {} : { place }),
    })),
    ...(body.invoicing ? { invoicing: body.invoicing } : {}),
    ...(body.force_book_over_blocked === undefined ? {} : { force_book_over_blocked: body.force_book_over_blocked }),
  };
}

function sessionOf(one: SeriesRequest['appointments'][number], zone: string, at: number) {
  const local = localTimeAt(one.appointment_start, zone);
  // The second time of an hour that comes twice has no local time that names it.
  if (local === null || instantOf(local, zone) !== one.appointment_start)
    throw wrong('Expected a whole minute that the clocks of the practice show once.', 'appointments', String(at));
  const minutes = (fromInstant(one.appointment_end) - fromInstant(one.appointment_start)) / 60_000;
  const place = one.place_session_held_outside_of_orchid === true ? ('outside' as const) : ('telehealth' as const);
  return { date: local.slice(0, 10), time: local.slice(11), minutes, place };
}

/** What the clinician's session type of this name says; nothing where she offers none. */
function* typeOf(
  reader: ReaderContext,
  scope: string,
  asked: { readonly clinician: string; readonly label: string },
): Plan<{ readonly price_cents?: number; readonly kind?: string }> {
  const range = { collection: appointmentType.name, index: 'practice', ...prefixRange(scope) };
  for (const { id } of yield* readEntries(reader, scope, range)) {
    const record = yield* readRecord(reader, appointmentType.name, id);
    const type = record && v.parse(appointmentType.body, record.body);
    if (type?.orchid_pro_user_id === asked.clinician && type.label === asked.label)
      return { price_cents: type.price_cents, kind: type.kind };
  }
  return {};
}

/** [S-142, S-147] The series as it is now, what of it was booked by this request, and what was left out of it. */
function* toAnswer(reader: ReaderContext, record: StoredRecord, { appointments }: SeriesRequest) {
  const body = v.parse(appointmentSeries.body, record.body);
  const zone = body.plan[0]?.zone ?? 'UTC';
  const invites_created: { appointment_id: string }[] = [];
  const left_out: { appointment_start: string; appointment_end: string; detail: string }[] = [];
  for (const { appointment_start } of appointments) {
    const date = localTimeAt(appointment_start, zone)?.slice(0, 10) ?? '';
    const session = yield* readRecord(reader, 'appointment', occurrenceIdOf(record.id, date));
    if (session) invites_created.push({ appointment_id: session.id });
    const unplaced = yield* readRecord(reader, unplacedSession.name, unplacedIdOf(record.id, date));
    const left = unplaced && v.parse(unplacedSession.body, unplaced.body);
    if (left?.state === 'open')
      left_out.push({ appointment_start: left.start, appointment_end: left.end, detail: errorText(left.why) });
  }
  return {
    appointment_series_id: record.id,
    create_datetime: body.create_datetime,
    modify_datetime: body.modify_datetime,
    orchid_pro: { cognito_sub: body.clinician, display_name: body.clinician_name },
    patient: { patient_user_id: idOfScope(record.scope) },
    repeat_rule: body.rule ? textOfRule(body.rule, body.first) : null,
    invites_created,
    appointments_left_out: left_out,
  };
}
