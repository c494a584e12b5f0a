import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { chartScope, classes, idOfScope } from './classes.ts';
import { dateSchema, idSchema, lineSchema } from './values.ts';

/**
 * A person of a chart: the client, or one of both of a couple, as the clinician keeps them. Each lives in a scope of its own below
 * the chart, so that of the other one of a couple a client never sees address, phone, e-mail or birth date. Has the id of its scope.
 */
export const chartPerson = defineCollection({
  name: 'chart_person',
  shape: 1,
  body: v.object({
    chart_id: idSchema,
    first_name: lineSchema,
    last_name: lineSchema,
    preferred_first_name: v.optional(lineSchema),
    dob: v.optional(dateSchema),
    phone_number: v.optional(lineSchema),
    email: v.optional(lineSchema),
    home_address_line1: v.optional(lineSchema),
    home_city: v.optional(lineSchema),
    home_state: v.optional(lineSchema),
    home_zipcode: v.optional(lineSchema),
    country: v.optional(lineSchema),
    /** The member account of this person, once there is one. */
    cognito_sub: v.optional(idSchema),
  }),
  readers: {
    person: [classes.contact],
    'chart.treating': [classes.contact],
    'chart.supervisor': [classes.contact],
    'chart.scheduler': [classes.contact],
    'chart.biller': [classes.contact],
    'practice.scheduler': [classes.contact],
    'practice.biller': [classes.contact],
  },
  indexes: { chart: ({ body, id }) => [indexKey(body.chart_id, id)] },
  founds: { kind: 'person', parent: ({ chart_id }) => chartScope(chart_id) },
  at: () => '',
  livesIn: ['person'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});
