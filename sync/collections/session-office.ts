import * as v from 'valibot';
import { defineCollection, defineMutator, type RecordWrite } from '../core/define.ts';
import type { LoadRequest } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { appointment } from './appointment.ts';
import { classes } from './classes.ts';
import {
  copyOfOffice,
  findOffice,
  isSameOffice,
  officeCopyFacts,
  officeIdOf,
  officeLoad,
  type OfficeCopy,
} from './office-copy.ts';
import { idSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/**
 * In which office a session is held: its name and address, copied from its clinician's, for all who read the session. Its client reads no
 * office of the practice beside it.
 */
export const sessionOffice = defineCollection({
  name: 'session_office',
  shape: 1,
  body: v.object({ appointment_id: idSchema, ...officeCopyFacts }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
    'practice.biller': [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: { office: ({ id, body }) => [indexKey(body.office_location_id, id)] },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === officeIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: (id) => id.slice('office.'.length) },
  clinical: true,
});

/**
 * [CA-13] Says in which office of its clinician's a session is held; said again, name and address are copied anew. `ctx.base` names the
 * version on screen: somebody else's word is not written over unseen.
 */
export const sayOffice = defineMutator({
  name: 'session_office.say',
  args: v.object({ appointment_id: idSchema, office_location_id: idSchema }),
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: ({ appointment_id, office_location_id }) => [
    sessionLoad({ appointment_id }),
    wordLoad(appointment_id),
    officeLoad(office_location_id),
  ],
  run: ({ facts, args: { appointment_id, office_location_id }, ctx, receivedAt }) => {
    const session = facts.find(appointment, appointment_id);
    const office = session && findOffice(facts, office_location_id, session.body);
    if (!session || !office) return { reject: 'not_found' };
    if (session.body.sample) return { reject: 'is_sample' };
    const before = facts.find(sessionOffice, officeIdOf(appointment_id));
    const copy = copyOfOffice(office, ctx.now);
    if (before && isSameOffice(before.body, copy)) return [];
    // What is over was held where the office was then.
    const isOver = session.body.end <= (receivedAt ?? ctx.now);
    if (isOver && before?.body.office_location_id === office_location_id) return [];
    const stamp = before?.stamps['office_location_id'] ?? '';
    if ('office_location_id' in ctx.base && ctx.base['office_location_id'] !== stamp)
      return { reject: 'changed_meanwhile' };
    return [officeWrite(session, copy)];
  },
});

export function wordLoad(appointmentId: string): LoadRequest {
  return { kind: 'get', collection: 'session_office', id: officeIdOf(appointmentId) };
}

/** What is said of a session from now on. */
export function officeWrite({ id, scope }: Pick<StoredRecord, 'id' | 'scope'>, copy: OfficeCopy): RecordWrite {
  const place = { collection: 'session_office', id: officeIdOf(id), scope, cls: classes.scheduling };
  return { ...place, body: { appointment_id: id, ...copy }, fields: ['office_location_id'] };
}
