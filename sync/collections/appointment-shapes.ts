import * as v from 'valibot';
import { fromInstant } from '../core/instant.ts';
import type { Json } from '../core/record.ts';
import { appointmentStatuses, billedStatuses, sessionStatuses } from '../domain/appointment-status.ts';

type Status = (typeof appointmentStatuses)[number];

/** What of a session of the first shape is looked at to lift it; the rest stays as it is. */
const first = v.looseObject({
  status: v.picklist(appointmentStatuses),
  cancelled_from: v.optional(v.picklist(appointmentStatuses)),
  start: v.string(),
  end: v.string(),
  place: v.picklist(['telehealth', 'in-person']),
});

/**
 * From the first shape, where one status said either how a session stands or what of its bill is open: a bill can only be of one
 * that stands. "In person" was at the practice.
 */
export function liftAppointment(body: Json): Json {
  const { status, cancelled_from, place, ...rest } = v.parse(first, body);
  const billed = billedStatuses.find((one) => one === status);
  return {
    ...(rest as Readonly<Record<string, Json>>),
    status: standsAs(status),
    minutes: Math.max(1, Math.round((fromInstant(rest.end) - fromInstant(rest.start)) / 60_000)),
    place: place === 'in-person' ? 'office_location' : place,
    ...(status === 'orchid_pro_may_have_missed_appointment' ? { missed: true } : {}),
    ...(cancelled_from === undefined ? {} : { cancelled_from: standsAs(cancelled_from) }),
    ...(billed === undefined ? {} : { billed_as: billed }),
  };
}

function standsAs(status: Status): (typeof sessionStatuses)[number] {
  return sessionStatuses.find((one) => one === status) ?? 'booked';
}
