import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import { statusFlags } from '../domain/appointment-status.ts';
import { appointment, type Appointment } from './appointment.ts';
import { idSchema } from './values.ts';
import { inSession } from './who-in-session.ts';

/**
 * [CA-4] Says that a session took place, once it has begun, or takes that back (`held: false`). Of one to which somebody did not come that is taken
 * back first. `ctx.base` names the version on screen (`status`).
 */
export const markHeld = defineMutator({
  name: 'appointment.mark_held',
  args: v.object({ appointment_id: idSchema, held: v.boolean() }),
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: () => [],
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { held, ...rest } = record.body;
    if (rest.sample) return { reject: 'is_sample' };
    const flags = statusFlags(rest.status);
    if (flags.cancelled) return { reject: 'session_cancelled' };
    if ((held !== undefined) === args.held) return [];
    if (args.held && rest.start > (receivedAt ?? ctx.now)) return { reject: 'session_not_begun' };
    const isSaid = rest.absent !== undefined || flags.no_show;
    const isStale = 'status' in ctx.base && ctx.base['status'] !== (record.stamps['status'] ?? '');
    if (isSaid || isStale) return { reject: 'changed_meanwhile' };
    const next: Appointment = { ...rest, modify_datetime: ctx.now, ...(args.held ? { held: ctx.now } : {}) };
    const { collection, id, scope, cls } = record;
    return [{ collection, id, scope, cls, body: next, fields: ['status'] }];
  },
});
