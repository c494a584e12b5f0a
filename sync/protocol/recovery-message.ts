import * as v from 'valibot';
import { idSchema } from '../collections/values.ts';
import { mutationMessage } from './mutation-message.ts';
import { mutationResult, pushRow, maxMutationsPerPush, pushResponse } from './push-message.ts';
import { emailSchema } from './registration-message.ts';
import { kdfParams, keyBundle } from './session-message.ts';

/** What follows `#` in a mailed link. */
const linkToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
/** As in a sign-in: AUTH (`k1.` + base64url) from our client, a raw password from others. */
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const wrap = v.pipe(v.string(), v.maxLength(2000));
const signature = v.pipe(v.string(), v.maxLength(400));

/** PUT /api/login/v1/forgot_password [C-562]. Any text is taken, and answered alike. */
export const forgotPasswordRequest = v.object({
  username_or_email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320)),
});

/** POST /api/login/v1/reset_look: what a mailed link is for. It changes nothing, and the link stays good. */
export const resetLookRequest = v.object({ token: linkToken });
export const resetLookResponse = v.object({
  email: v.string(),
  sub: idSchema,
  kdf: kdfParams,
  /** Opened by the old password or, as `wrap_recovery`, by the recovery code; not by the server. */
  bundle: keyBundle,
  wrap_recovery: v.nullable(wrap),
});
export type ResetLook = v.InferOutput<typeof resetLookResponse>;

/**
 * POST /api/login/v1/reset_password. Of the bundle's own generation: only its wrap under the password is new, and `proof` is the
 * account's signature over `wrapStatement`. Of the next one: the account's keys are new, signed by themselves. Absent: the server
 * makes new keys of the raw password.
 */
export const resetPasswordRequest = v.object({
  token: linkToken,
  password: secret,
  bundle: v.optional(keyBundle),
  proof: v.optional(signature),
});
export const resetPasswordResponse = v.object({ email: v.string() });

/** PUT /api/login/v1/change_password. `wrap_password` and `proof` come from our client; for a raw caller the server wraps anew. */
export const changePasswordRequest = v.object({
  password: secret,
  new_password: secret,
  wrap_password: v.optional(wrap),
  proof: v.optional(signature),
});

/** PUT /api/login/v1/recovery_code: the account root under a code that never leaves the device. Takes the place of the one before. */
export const recoveryCodeRequest = v.object({ password: secret, wrap_recovery: wrap, proof: signature });

/** GET /api/login/v1/recovery_code: when it was made, and what the account is opened with. */
export const recoveryFacts = v.object({ email: v.string(), made: v.nullable(v.string()) });

/** PUT /api/users/v1/change_email: asks the new address first. */
export const changeEmailRequest = v.object({ password: secret, email: emailSchema });

/** POST /api/users/v1/confirm_new_email, and POST /api/users/v1/restore_email with the link that went to the old address. */
export const emailLinkRequest = v.object({ token: linkToken });
export const emailLinkResponse = v.object({ email: v.string() });

/** POST /api/sync/v1/push_left: rows of an outbox that this device cannot open any more, as they lie there. */
export const pushLeftRequest = v.object({
  protocol: v.number(),
  clientId: idSchema,
  highest: v.pipe(v.number(), v.integer(), v.minValue(0)),
  rows: v.pipe(v.array(pushRow), v.maxLength(maxMutationsPerPush)),
});
export type PushLeftRequest = v.InferOutput<typeof pushLeftRequest>;

/** As a push is answered; a change that was not applied comes back with its words, which only the server could open. */
export const pushLeftResponse = v.variant('kind', [
  v.object({
    ...pushResponse.options[0].entries,
    results: v.array(v.object({ ...mutationResult.entries, message: v.optional(mutationMessage) })),
  }),
  pushResponse.options[1],
  pushResponse.options[2],
  pushResponse.options[3],
]);
export type PushLeftResponse = v.InferOutput<typeof pushLeftResponse>;
