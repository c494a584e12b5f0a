import * as v from 'valibot';

/** Heartbeat of the socket, and the silence after which it counts as dead. */
export const heartbeatMs = 15_000;
export const socketDeadMs = 35_000;

/** A poke says only that there is something after your cursor. The spec's presence events share the socket. */
export const socketEvent = v.variant('type', [
  v.object({ type: v.literal('poke') }),
  v.object({ type: v.literal('pong') }),
  v.object({ type: v.literal('signed_out') }),
  v.object({ type: v.literal('snapshot'), online_partners: v.array(v.string()) }),
  v.object({ type: v.literal('join'), partner: v.string() }),
  v.object({ type: v.literal('leave'), partner: v.string() }),
]);
export type SocketEvent = v.InferOutput<typeof socketEvent>;

/** What a client may say. */
export const socketRequest = v.variant('type', [v.object({ type: v.literal('ping') })]);
