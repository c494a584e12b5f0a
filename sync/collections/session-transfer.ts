import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { idSchema, instantSchema, lineSchema } from './values.ts';

/**
 * That a colleague is to hold a session: proposed, and what became of it. It opens no chart: whom it names reads of the session what their
 * own access to the chart gives. The client does not read it; who holds the session says the session.
 */
export const sessionTransfer = defineCollection({
  name: 'session_transfer',
  shape: 1,
  body: v.object({
    appointment_id: idSchema,
    to: idSchema,
    to_name: lineSchema,
    /** Who held it when this was proposed. */
    from: idSchema,
    from_name: lineSchema,
    state: v.picklist(['proposed', 'taken', 'declined', 'withdrawn']),
    modify_datetime: instantSchema,
  }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
  },
  indexes: {
    /** Those that wait for an answer, by whose it is. */
    waits_for: ({ body, id }) => (body.state === 'proposed' ? [indexKey(body.to, id)] : []),
    scope: ({ scope, id }) => [indexKey(scope, id)],
  },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === transferIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: (id) => id.slice('transfer.'.length) },
  clinical: true,
});
export type SessionTransfer = v.InferOutput<typeof sessionTransfer.body>;

/** The id of a session's transfer: one record a session, so that two devices meet in it. */
export function transferIdOf(appointmentId: string): string {
  return `transfer.${appointmentId}`;
}
