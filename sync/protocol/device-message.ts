import * as v from 'valibot';
import { idSchema, instantSchema } from '../collections/values.ts';
import { jsonSchema } from './mutation-message.ts';

/** What stands for a device of one's own account in these calls: never the id that its cookie holds. */
const handle = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16}$/));
/** As in a sign-in: AUTH (`k1.` + base64url) from our client, a raw password from others. */
export const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

/** Whether somebody is logged in there, it is locked and comes back by itself, or it asks for the password. */
export const deviceStates = ['in', 'locked', 'out'] as const;

export const deviceFacts = v.object({
  id: handle,
  /** Fixed words of ours, `Chrome on Windows`; null where it has not said. */
  name: v.nullable(v.string()),
  since: instantSchema,
  last_active: instantSchema,
  state: v.picklist(deviceStates),
  /** The one that asks. */
  is_this: v.boolean(),
  /** Since when it counts as lost. */
  lost_at: v.nullable(instantSchema),
  /** Changes of it that are held and can be decided on. */
  held: v.number(),
  /** There are more than are counted. */
  held_more: v.boolean(),
});
export type DeviceFacts = v.InferOutput<typeof deviceFacts>;

/** GET /api/login/v1/devices: those that have signed in to this account, the one that asks first, then by last activity. */
export const devicesResponse = v.object({ devices: v.array(deviceFacts) });

/** POST /api/login/v1/devices/put_away */
export const putAwayRequest = v.object({ device: handle });

/** POST /api/login/v1/devices/lost and /found: asks for the password anew. */
export const lostDeviceRequest = v.object({ device: handle, password: secret });

/** One change that a device reported lost has sent since, with its words: they are its account's own. */
export const heldChange = v.object({
  client: idSchema,
  id: v.number(),
  /** When it was received. */
  at: instantSchema,
  name: v.string(),
  args: jsonSchema,
});
export type HeldChange = v.InferOutput<typeof heldChange>;

/** GET /api/login/v1/devices/held?device=: the oldest first. `more`: others follow once these are decided. */
export const heldResponse = v.object({ changes: v.array(heldChange), more: v.boolean() });

/** POST /api/login/v1/devices/settle: what becomes of changes that are held; asks for the password anew. Others stay held. */
export const settleRequest = v.object({
  device: handle,
  password: secret,
  choices: v.pipe(
    v.array(
      v.object({
        client: idSchema,
        id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        is_let_through: v.boolean(),
      }),
    ),
    v.maxLength(500),
  ),
});

/** How many went in, were let through and refused by the rules that hold for every change, or were dropped. */
export const settleResponse = v.object({ applied: v.number(), refused: v.number(), dropped: v.number() });
