import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes, practiceScope, idOfScope } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { isPutAway, sampleMark } from './sample.ts';
import { dateSchema, idSchema, instantSchema, lineSchema, zoneSchema } from './values.ts';

/** Who the client is: read by all who plan with or for the client, and by the client. No clinical word in it. */
export const clientCard = defineCollection({
  name: 'client_card',
  shape: 1,
  body: v.object({
    first_name: lineSchema,
    last_name: lineSchema,
    preferred_first_name: v.optional(lineSchema),
    dob: v.optional(dateSchema),
    phone_number: v.optional(lineSchema),
    email: v.optional(lineSchema),
    timezone: zoneSchema,
    practice_id: idSchema,
    /** The member account behind the chart, once there is one. */
    cognito_sub: v.optional(idSchema),
    /** When the client was archived: nothing is booked, and nobody invited, until the client is restored. */
    archived: v.optional(instantSchema),
    /** The chart that is worked in instead, of the same person. */
    merged_into: v.optional(idSchema),
    sample: sampleMark,
  }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    biller: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
    'practice.biller': [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: { practice: ({ body, id }) => (isPutAway(body) ? [] : [indexKey(body.practice_id, id)]) },
  indexed: 2,
  founds: { kind: 'chart', parent: (body) => practiceScope(body.practice_id) },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});

/** [CH-3, SD-1] Why nothing is booked in a chart and nobody invited to it; null where nothing stands against it. */
export function whyShut(
  card: Pick<v.InferOutput<typeof clientCard.body>, 'sample' | 'archived'> | undefined,
): 'is_sample' | 'chart_archived' | null {
  if (card?.sample) return 'is_sample';
  return card?.archived === undefined ? null : 'chart_archived';
}
