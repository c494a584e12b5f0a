import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { chartScope, classes, idOfScope } from './classes.ts';
import { dateSchema, emailLine, idSchema, lineSchema } from './values.ts';

const name = v.pipe(v.string(), v.trim(), v.maxLength(100));

/** What a practice says of a person of a chart, as it is sent; an empty text takes a fact away. */
export const personFacts = {
  first_name: name,
  last_name: name,
  preferred_first_name: name,
  pronouns: name,
  dob: v.union([v.literal(''), dateSchema]),
  phone_number: lineSchema,
  email: v.union([v.literal(''), emailLine]),
  home_address_line1: lineSchema,
  home_city: lineSchema,
  home_state: lineSchema,
  home_zipcode: lineSchema,
  country: lineSchema,
  emergency_contact_name: lineSchema,
  emergency_contact_relationship: lineSchema,
  emergency_contact_phone: lineSchema,
  guardian_name: lineSchema,
  guardian_relationship: lineSchema,
  guardian_phone: lineSchema,
  insurance_provider: lineSchema,
  insurance_group_id: lineSchema,
  insurance_member_id: lineSchema,
} as const;

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
    pronouns: v.optional(lineSchema),
    dob: v.optional(dateSchema),
    phone_number: v.optional(lineSchema),
    email: v.optional(lineSchema),
    home_address_line1: v.optional(lineSchema),
    home_city: v.optional(lineSchema),
    home_state: v.optional(lineSchema),
    home_zipcode: v.optional(lineSchema),
    country: v.optional(lineSchema),
    emergency_contact_name: v.optional(lineSchema),
    emergency_contact_relationship: v.optional(lineSchema),
    emergency_contact_phone: v.optional(lineSchema),
    /** Of a minor: who decides with them. They have no access by this. */
    guardian_name: v.optional(lineSchema),
    guardian_relationship: v.optional(lineSchema),
    guardian_phone: v.optional(lineSchema),
    insurance_provider: v.optional(lineSchema),
    insurance_group_id: v.optional(lineSchema),
    insurance_member_id: v.optional(lineSchema),
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
