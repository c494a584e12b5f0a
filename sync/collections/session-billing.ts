import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { billedStatuses } from '../domain/appointment-status.ts';
import { classes } from './classes.ts';
import { idSchema } from './values.ts';

/** What is so of a session's bill, apart from how the session stands: who plans need not read it. */
export const sessionBilling = defineCollection({
  name: 'session_billing',
  shape: 1,
  body: v.object({ appointment_id: idSchema, billed: v.array(v.picklist(billedStatuses)) }),
  readers: {
    treating: [classes.billing],
    biller: [classes.billing],
    'practice.biller': [classes.billing],
    client: [classes.billing],
    guardian: [classes.billing],
  },
  indexes: {},
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === billingIdOf(body.appointment_id),
  clinical: true,
});

/** The id of the one billing record of a session. */
export function billingIdOf(appointmentId: string): string {
  return `billing.${appointmentId}`;
}
