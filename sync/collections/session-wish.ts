import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import type { LoadRequest } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { idSchema, instantSchema, lineSchema, localTimeSchema, zoneSchema } from './values.ts';

/** So many times a client names at most. */
export const mostWishedTimes = 3;

/** A time that would suit a client, by their own clock. */
export const wishedTime = v.object({ local_start: localTimeSchema, zone: zoneSchema, start: instantSchema });

/**
 * [CA-11] That a client asks to have a session at another time: which would suit, and a word. It moves nothing and takes nobody's time; whoever plans the session takes one of
 * the times, or declines.
 */
export const sessionWish = defineCollection({
  name: 'session_wish',
  shape: 1,
  body: v.object({
    appointment_id: idSchema,
    asked_by: idSchema,
    times: v.pipe(v.array(wishedTime), v.maxLength(mostWishedTimes)),
    words: v.optional(lineSchema),
    /** When the session was to begin when this was asked: of another time it says nothing. */
    seen_start: instantSchema,
    state: v.picklist(['asked', 'taken', 'declined', 'withdrawn']),
    modify_datetime: instantSchema,
  }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: {
    /** Those that wait for an answer, by when the session is. */
    waiting: ({ id, body }) => (body.state === 'asked' ? [indexKey(body.seen_start, id)] : []),
    scope: ({ scope, id }) => [indexKey(scope, id)],
  },
  at: (body) => body.seen_start,
  livesIn: ['chart'],
  fits: ({ id, body }) => id === wishIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: (id) => id.slice('wish.'.length) },
  clinical: true,
});
export type SessionWish = v.InferOutput<typeof sessionWish.body>;

/** One record a session, so that two devices meet in it. */
export function wishIdOf(appointmentId: string): string {
  return `wish.${appointmentId}`;
}

export function wishLoad({ appointment_id }: { readonly appointment_id: string }): LoadRequest {
  return { kind: 'get', collection: 'session_wish', id: wishIdOf(appointment_id) };
}
