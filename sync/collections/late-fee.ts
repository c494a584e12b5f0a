import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import { fromInstant } from '../core/instant.ts';
import { lateFeeCents } from '../domain/late-fee.ts';
import { appointment, type Appointment } from './appointment.ts';
import { idSchema } from './values.ts';
import { inSession } from './who-in-session.ts';

/** Clocks that differ by no more tell the same time. */
const sameMs = 2 * 60_000;

/**
 * What the terms of a session ask for a cancellation said at `at`. Where that arrived later, both are kept: who said it in time and was in a
 * tunnel pays nothing, unless the clinician asks for it all the same.
 */
export function proposedFee(session: Appointment, at: string, received?: string): Appointment['late_fee'] {
  const isLater = received !== undefined && fromInstant(received) - fromInstant(at) > sameMs;
  const said = { at, ...(isLater ? { received } : {}) };
  const cents = lateFeeCents(session, at);
  if (cents > 0) return { ...said, cents, state: 'proposed' };
  const arrived = isLater ? lateFeeCents(session, received) : 0;
  return arrived > 0 ? { ...said, cents: arrived, state: 'in_time' } : undefined;
}

/** [CA-6] Decides about a late fee that was proposed, over the version on screen (`ctx.base.late_fee`); can be decided anew. */
export const decideFee = defineMutator({
  name: 'appointment.decide_fee',
  args: v.object({ appointment_id: idSchema, state: v.picklist(['owed', 'waived']) }),
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: () => [],
  run: ({ facts, args, ctx }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record?.body.late_fee) return { reject: 'not_found' };
    const { body, stamps, collection, id, scope, cls } = record;
    if (body.late_fee?.state === args.state) return [];
    if ('late_fee' in ctx.base && ctx.base['late_fee'] !== (stamps['late_fee'] ?? ''))
      return { reject: 'changed_meanwhile' };
    const next = { ...body, late_fee: { ...record.body.late_fee, state: args.state }, modify_datetime: ctx.now };
    return [{ collection, id, scope, cls, body: next, fields: ['late_fee'] }];
  },
});
