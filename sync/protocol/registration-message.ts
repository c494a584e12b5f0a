import * as v from 'valibot';
import { dateSchema, emailLine, idSchema, zoneSchema } from '../collections/values.ts';
import { anyInviteCode } from './invite-message.ts';
import { kdfParams, keyBundle } from './session-message.ts';

const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

/** [C-458] */
export const emailSchema = emailLine;

/** The keys that our client makes; the id follows from the signing key in the bundle. A caller without them has the server make them. */
const newAccountKeys = v.object({ sub: idSchema, kdf: kdfParams, bundle: keyBundle });

/** Versions of the texts that were agreed to, as they were shown. */
const agreedTexts = v.object({ terms_of_use: v.string(), privacy_policy: v.string() });

const userIn = {
  email: emailSchema,
  /** AUTH (`k1.` + base64url) from our client; a raw password from others. */
  password: secret,
  /** Ours, beside the spec's: see D-1. */
  keys: v.optional(newAccountKeys),
  agreed: v.optional(agreedTexts),
  timezone: v.optional(zoneSchema),
};

/** [C-320] */
const overEighteen = v.literal(true);

/** POST /api/users/v1/orchid_pro/account [C-569] */
export const professionalAccountRequest = v.object({
  user_in: v.object(userIn),
  orchid_pro_in: v.object({ first_name: line, last_name: line, is_over_eighteen: overEighteen }),
});

const code = v.optional(v.nullable(v.union([v.literal(''), anyInviteCode])));

/**
 * POST /api/users/v1/patient/account [C-564]. An empty code is none. An invite that came by mail proves its address: `email` is left
 * out then. `invite_dob` (ours): the birth date that a code on paper is bound to.
 */
export const memberAccountRequest = v.object({
  user_in: v.object({
    ...userIn,
    email: v.optional(emailSchema),
    invite_code: code,
    patient_chart_invite_code: code,
    invite_dob: v.optional(dateSchema),
  }),
  patient_in: v.object({ first_name: line, is_over_eighteen: overEighteen }),
});

/** `email`: the account is made, and that is whose it is; absent: its mail is waited for. */
export const memberAccountResponse = v.object({ ok: v.literal(true), email: v.optional(v.string()) });

/** POST /api/users/v1/patient_signup_session/complete/{token} [C-568]. */
export const completeSignupRequest = v.object({
  password: secret,
  keys: v.optional(newAccountKeys),
  agreed: v.optional(agreedTexts),
  timezone: v.optional(zoneSchema),
});

/** POST /api/users/v1/confirm_email. `password` as in a sign-in, from a browser that did not begin the registration. */
export const confirmEmailRequest = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  password: v.optional(secret),
});

/** `needs_password`: this browser did not begin it; `kdf` derives AUTH from the password that was given there. */
export const confirmEmailResponse = v.variant('state', [
  v.object({ state: v.literal('confirmed'), email: v.string() }),
  v.object({ state: v.literal('needs_password'), kdf: kdfParams }),
]);
