import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { idSchema, instantSchema } from './values.ts';

/** A chat message as the server sees it: an opaque sealed body, its sender and its place in time. */
export const message = defineCollection({
  name: 'message',
  shape: 1,
  body: v.object({
    sender: idSchema,
    messageTimetoken: instantSchema,
    /** base64url of the padded, end-to-end sealed content. */
    sealed: v.pipe(v.string(), v.maxLength(20_000)),
  }),
  readers: { partner: [classes.partners] },
  indexes: { scope_time: ({ scope, body }) => [indexKey(scope, body.messageTimetoken)] },
  at: (body) => body.messageTimetoken,
  livesIn: ['talk'],
  clinical: false,
});
