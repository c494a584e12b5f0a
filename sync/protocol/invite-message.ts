import * as v from 'valibot';
import { dateSchema, idSchema, lineSchema } from '../collections/values.ts';
import { kdfParams } from './session-message.ts';

/** Letters and digits that nobody takes for one another. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const codeLength = 10;

/** What is typed from a sheet of paper: spaces and hyphens are for the eye, and so are small letters. */
const shortCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[2-9A-HJ-NP-Z]{10}$/),
);

/** What a mailed link carries. */
const linkToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/** A code from paper, or the token of a link. */
export const anyInviteCode = v.union([linkToken, shortCode]);

/** Whether it is one from paper: guessed more easily, and bound to a birth date where it is a chart's. */
export function isShortCode(code: string): boolean {
  return code.length === codeLength;
}

/** POST /api/users/v1/invite/look and …/accept (ours). `dob`: with a code on paper. */
export const inviteLookRequest = v.object({ code: anyInviteCode, dob: v.optional(dateSchema) });

/**
 * What an invite that is good says of itself: who invites, and how the keys of the account are derived where its e-mail is known.
 * `has_account`: somebody has that e-mail, and accepts by signing in.
 */
export const inviteLookResponse = v.variant('kind', [
  v.object({
    kind: v.literal('chart'),
    way: v.literal('mail'),
    invited_by: lineSchema,
    kdf: kdfParams,
    has_account: v.boolean(),
  }),
  v.object({ kind: v.literal('chart'), way: v.literal('paper'), invited_by: lineSchema }),
  v.object({ kind: v.literal('complete_signup'), kdf: kdfParams, has_account: v.boolean() }),
]);
export type InviteLook = v.InferOutput<typeof inviteLookResponse>;

/** POST /api/users/v1/invite/accept (ours), by a member who is signed in, with what `look` takes. What is left to do: `none` where the chart is open. */
export const inviteAcceptResponse = v.object({
  invite: idSchema,
  asks: v.picklist(['birth_date', 'clinician', 'none']),
});

/** POST /api/users/v1/invite/birth_date (ours): what a `joining` record asks. */
export const birthDateRequest = v.object({ invite: idSchema, dob: dateSchema });

/** `wrong`: it may be tried so many times again. */
export const birthDateResponse = v.variant('state', [
  v.object({ state: v.literal('open') }),
  v.object({ state: v.literal('wrong'), left: v.number() }),
  v.object({ state: v.literal('asks_clinician') }),
]);

/** GET /api/users/v1/chart_invite/{id}/code (ours). */
export const inviteCodeResponse = v.object({ code: shortCode });
