import * as v from 'valibot';
import { appointmentBody } from '../../sync/collections/appointment.ts';
import { chartScope, idOfScope } from '../../sync/collections/classes.ts';
import { idSchema, instantSchema } from '../../sync/collections/values.ts';
import { indexKey } from '../../sync/core/index-key.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { billingIdOf, sessionBilling } from '../../sync/collections/session-billing.ts';
import { wireFlags, wireStatus, type BilledStatus } from '../../sync/domain/appointment-status.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
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
      const { items, total } = await services.store.readInPieces(
        () => readSessions(context, parsed),
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

function* readSessions(context: ReaderContext, asked: Query) {
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
    toItem: (record: StoredRecord) => readItem(context, record),
    weigh: () => 2,
    fits: isFiltered ? fitsQuery(asked) : undefined,
  };
  return yield* listRecords(context, places, page, steps);
}

/** The session with what the caller may know of its bill. */
function* readItem(context: ReaderContext, record: StoredRecord): Plan<Item> {
  const bill = yield* readRecord(context, sessionBilling.name, billingIdOf(record.id));
  return toItem(record, bill && v.parse(sessionBilling.body, bill.body).billed);
}

/** [S-138..S-140] One session as the spec's clients know it. The chart's id stands for its client. */
function toItem(record: StoredRecord, billed: readonly BilledStatus[] | undefined) {
  const body = v.parse(appointmentBody, record.body);
  const facts = { ...body, billed: billed ?? (body.billed_as === undefined ? [] : [body.billed_as]) };
  return {
    appointment_id: record.id,
    appointment_start: body.start,
    appointment_end: body.end,
    appointment_type_label: body.appointment_type_label,
    status: wireStatus(facts),
    status_flags: wireFlags(facts),
    modify_datetime: body.modify_datetime,
    patient_user_id: idOfScope(record.scope),
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
