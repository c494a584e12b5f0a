import * as v from 'valibot';
import { appointmentBody, noteIdOf, type Appointment } from '../../sync/collections/appointment.ts';
import { chartScope, classes, idOfScope } from '../../sync/collections/classes.ts';
import { idSchema, instantSchema } from '../../sync/collections/values.ts';
import { indexKey } from '../../sync/core/index-key.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { billingIdOf, sessionBilling } from '../../sync/collections/session-billing.ts';
import { canRead } from '../../sync/core/run-mutation.ts';
import { isUnapproved, wireFlags, wireStatus, type BilledStatus } from '../../sync/domain/appointment-status.ts';
import { mayBeMissed } from '../../sync/domain/missed-session.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { rolesOf } from '../sync/audience.ts';
import { findPlaces, listRecords } from '../sync/list-records.ts';
import { readRecord, ReadingSteps, type ReaderContext } from '../sync/read-records.ts';
import { pageSchema, switchSchema } from './page-query.ts';
import { readQuery } from './read-body.ts';
import type { RouteRegistry } from './registry.ts';

/** [S-399] The spec's page size. */
const pageSize = 10;

const query = v.object({
  ...pageSchema(pageSize),
  newest_datetime: v.optional(instantSchema, '9999-12-31T23:59:59.999Z'),
  oldest_datetime: v.optional(instantSchema, '0000-01-01T00:00:00.000Z'),
  patient_user_id: v.optional(idSchema),
  orchid_pro_may_have_missed_appointment: v.optional(switchSchema),
  appointment_is_cancelled_or_abandoned: v.optional(switchSchema),
});
type Query = v.InferOutput<typeof query>;

/** `/api/scheduler/v1/snapshot/appointments_v2` [S-333..S-338]: sessions that the caller reads, newest first. */
export function addAppointmentRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/scheduler/v1/snapshot/appointments_v2',
    isLong: true,
    audience: 'session',
    relation: 'sessions of charts in which the caller has a role that reads them',
    handle: async (c, { caller }) => {
      const parsed = readQuery(c, query);
      const context = { registry: services.registry, principal: caller.actor.principal };
      const now = toInstant(services.clock.now());
      const { items, total } = await services.store.readInPieces(
        () => readSessions(context, parsed, now),
        caller.actor.principal,
      );
      if (items.length > 0) {
        const subject = { appointments: items.map((item) => item.appointment_id) };
        await services.traces.note({ actor: context.principal, action: 'calendar.read', subject });
      }
      return c.json({ appointments: items, total });
    },
  });
}

function* readSessions(context: ReaderContext, asked: Query, now: string) {
  const steps = new ReadingSteps();
  const places = yield* findPlaces(
    context,
    {
      collection: 'appointment',
      index: 'scope_start',
      rangeOf: (scope) => ({
        from: indexKey(scope, asked.oldest_datetime),
        to: `${indexKey(scope, asked.newest_datetime)}~`,
      }),
      scope: asked.patient_user_id === undefined ? undefined : chartScope(asked.patient_user_id),
    },
    steps,
  );
  const isFiltered =
    asked.orchid_pro_may_have_missed_appointment !== undefined ||
    asked.appointment_is_cancelled_or_abandoned !== undefined;
  const { skip, limit } = asked;
  const page = {
    collection: 'appointment',
    skip,
    limit,
    toItem: (record: StoredRecord) => readItem(context, record, now),
    // Its bill, and whether a note was begun.
    weigh: () => 3,
    fits: isFiltered ? fitsQuery(asked) : undefined,
  };
  return yield* listRecords(context, places, page, steps);
}

/** The session with what the caller may know of its bill, and of whether it was held. */
function* readItem(context: ReaderContext, record: StoredRecord, now: string): Plan<Item> {
  const body = v.parse(appointmentBody, record.body);
  const bill = yield* readRecord(context, sessionBilling.name, billingIdOf(record.id));
  const missed = yield* isUnsaid(context, { ...record, body }, now);
  const isWithoutAccount = isUnapproved(body.status) && !(yield* hasClient(record.scope));
  const billed = bill && v.parse(sessionBilling.body, bill.body).billed;
  return toItem({ ...record, body: { ...body, missed } }, { billed, isWithoutAccount });
}

/** Whether its clinician may have missed it; told to those alone who may know whether a note was begun. */
function* isUnsaid(context: ReaderContext, { id, scope, body }: SessionRecord, now: string): Plan<boolean> {
  if (!mayBeMissed(body, now, false)) return false;
  if (body.missed === true) return true;
  const roles = yield* rolesOf(context.principal, scope);
  if (!canRead(context.registry, { collection: 'note', cls: classes.careTeam }, roles)) return false;
  const note = yield* call('getHead', 'note', noteIdOf(id));
  return mayBeMissed(body, now, note !== undefined);
}

/** Whether anybody can say yes to the sessions of a chart in an account of their own. */
function* hasClient(scope: string): Plan<boolean> {
  const readers = yield* call('readersOf', scope);
  return readers.some(({ role }) => role === 'client' || role === 'guardian');
}

type SessionRecord = StoredRecord<Appointment>;

interface KnownBeside {
  readonly billed: readonly BilledStatus[] | undefined;
  readonly isWithoutAccount: boolean;
}

/** [S-138..S-140] One session as the spec's clients know it. The chart's id stands for its client. */
function toItem({ id, scope, body }: SessionRecord, { billed, isWithoutAccount }: KnownBeside) {
  const facts = { ...body, isWithoutAccount, billed: billed ?? (body.billed_as === undefined ? [] : [body.billed_as]) };
  return {
    appointment_id: id,
    appointment_start: body.start,
    appointment_end: body.end,
    appointment_type_label: body.appointment_type_label,
    status: wireStatus(facts),
    status_flags: wireFlags(facts),
    modify_datetime: body.modify_datetime,
    patient_user_id: idOfScope(scope),
    orchid_pro: { cognito_sub: body.clinician, display_name: body.clinician_name },
    place_session_held_outside_of_orchid: body.place === 'outside',
    cancel_refund_offer: { cancellation_price_valid_until: null },
    orchid_pro_joined_ai_room: false,
  };
}
type Item = ReturnType<typeof toItem>;

function fitsQuery(asked: Query): (item: Item) => boolean {
  return ({ status_flags }) => {
    const missed = status_flags.orchid_pro_may_have_missed_appointment;
    const cancelled = status_flags.cancelled || status_flags.no_show;
    return (
      (asked.orchid_pro_may_have_missed_appointment ?? missed) === missed &&
      (asked.appointment_is_cancelled_or_abandoned ?? cancelled) === cancelled
    );
  };
}
