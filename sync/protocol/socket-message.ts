import * as v from 'valibot';
import { idSchema, instantSchema } from '../collections/values.ts';

/** Heartbeat of the socket, and the silence after which it counts as dead. */
export const heartbeatMs = 15_000;
export const socketDeadMs = 35_000;

/** Bytes of a page that comes over the socket by itself; a longer one is asked for. */
export const maxPageBytes = 64 * 1024;

/** Which session, when it begins, and how new what is said of it is. */
const appointmentWord = { appointment_id: idSchema, appointment_start: instantSchema, modify_datetime: instantSchema };

/**
 * A poke says only that there is something after your cursor; `page` is that something, for a device that said where it
 * stands (`follow`): the lines that a pull from there would have answered. The spec's presence events share the socket.
 */
export const socketEvent = v.variant('type', [
  v.object({ type: v.literal('poke') }),
  v.object({ type: v.literal('page'), client: v.string(), cursor: v.string(), lines: v.array(v.string()) }),
  v.object({ type: v.literal('pong') }),
  v.object({ type: v.literal('signed_out') }),
  v.object({ type: v.literal('snapshot'), online_partners: v.array(v.string()) }),
  v.object({ type: v.literal('join'), partner: v.string() }),
  v.object({ type: v.literal('leave'), partner: v.string() }),
  /** [C-342] Sessions that were just changed, as far as the caller reads them: told beside the page that brings them. */
  v.object({ type: v.literal('appointment'), appointments: v.array(v.object(appointmentWord)) }),
]);
export type SocketEvent = v.InferOutput<typeof socketEvent>;

/** What a client may say. */
export const socketRequest = v.variant('type', [
  v.object({ type: v.literal('ping') }),
  /** "I have everything up to this cursor": good for one page, then said again. */
  v.object({
    type: v.literal('follow'),
    client: idSchema,
    cursor: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  }),
]);
export type SocketRequest = v.InferOutput<typeof socketRequest>;
