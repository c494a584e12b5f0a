import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import { isUnapproved, statusFlags } from '../domain/appointment-status.ts';
import { appointment } from './appointment.ts';
import { idSchema } from './values.ts';
import { inSession } from './who-in-session.ts';
import { hasAny } from './who-may.ts';

/** Who plans sessions for clients; whoever else has a part in one speaks for the client. */
export const plannerRoles = ['treating', 'scheduler', 'practice.scheduler'] as const;

/**
 * [CA-7] The client says yes to a session that was proposed; or whoever plans it says that the client has (`agreed`). Over the time on screen
 * (`ctx.base.start`): nobody is bound to a time that they have not seen.
 */
export const approveAppointment = defineMutator({
  name: 'appointment.approve',
  args: v.object({ appointment_id: idSchema, agreed: v.optional(v.boolean()) }),
  who: inSession(...plannerRoles, 'client', 'guardian'),
  load: () => [],
  run: ({ facts, args, ctx }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { body, stamps, collection, id, scope, cls } = record;
    if (statusFlags(body.status).cancelled) return { reject: 'session_cancelled' };
    if (!isUnapproved(body.status)) return [];
    if (hasAny(facts.rolesIn(scope), plannerRoles) && args.agreed !== true) return { reject: 'not_allowed' };
    if ('start' in ctx.base && ctx.base['start'] !== (stamps['start'] ?? '')) return { reject: 'changed_meanwhile' };
    const next = { ...body, status: 'booked' as const, modify_datetime: ctx.now };
    return [{ collection, id, scope, cls, body: next, fields: ['status'] }];
  },
});
