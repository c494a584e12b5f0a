import * as v from 'valibot';
import { appointmentType } from '../../sync/collections/appointment-type.ts';
import { idSchema } from '../../sync/collections/values.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { scopesToRead } from '../sync/audience.ts';
import { readEntries, readRecord, type ReaderContext } from '../sync/read-records.ts';
import type { RouteRegistry } from './registry.ts';

/** `/api/scheduler/v1/appointment_types/` [S-341, S-342]: what the professionals of the caller's practices offer. */
export function addAppointmentTypeRoutes(routes: RouteRegistry, services: Services): void {
  const readerOf = (principal: string): ReaderContext => ({ registry: services.registry, principal });

  routes.add({
    method: 'GET',
    path: '/api/scheduler/v1/appointment_types/',
    audience: 'session',
    relation: 'session types of practices in which the caller has a role',
    handle: async (c, { caller }) => {
      const reader = readerOf(caller.actor.principal);
      return c.json({ appointment_types: await services.store.read(() => readTypes(reader)) });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/scheduler/v1/appointment_types/:id',
    audience: 'session',
    relation: 'a session type of a practice in which the caller has a role',
    handle: async (c, { caller }) => {
      const id = c.req.param('id') ?? '';
      if (!v.is(idSchema, id)) throw notFound();
      const reader = readerOf(caller.actor.principal);
      const found = await services.store.read(() => readRecord(reader, appointmentType.name, id));
      const item = found && toItem(found);
      if (!item) throw notFound();
      return c.json(item);
    },
  });
}

/** In the order of their labels. */
function* readTypes(reader: ReaderContext): Plan<readonly Item[]> {
  const items: Item[] = [];
  for (const scope of yield* scopesToRead(reader, appointmentType.name, 'practice:')) {
    const range = { collection: appointmentType.name, index: 'practice', ...prefixRange(scope) };
    for (const { id } of yield* readEntries(reader, scope, range)) {
      const record = yield* readRecord(reader, appointmentType.name, id);
      const item = record && toItem(record);
      if (item) items.push(item);
    }
  }
  return items.toSorted(
    (one, other) =>
      one.label.localeCompare(other.label, 'en') || (one.appointment_type_id < other.appointment_type_id ? -1 : 1),
  );
}

/** [S-151] One as it is answered; null: it is offered no more. Its price is in whole cents. */
function toItem({ id, body }: StoredRecord) {
  const { removed, label, price_cents, minutes, kind, orchid_pro_user_id, modify_datetime } = v.parse(
    appointmentType.body,
    body,
  );
  if (removed !== undefined) return null;
  return { appointment_type_id: id, label, price: price_cents, minutes, kind, orchid_pro_user_id, modify_datetime };
}
type Item = NonNullable<ReturnType<typeof toItem>>;
