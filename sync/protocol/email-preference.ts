import * as v from 'valibot';

/** What may be sent to an address. Where nobody has chosen: invitations, and no news. */
export const emailPreference = v.object({
  /** Invitations that somebody sends to this address. */
  invitations: v.boolean(),
  /** News of Orchid. */
  news: v.boolean(),
});
export type EmailPreference = v.InferOutput<typeof emailPreference>;

/** What an address is sent that has chosen nothing. */
export const defaultPreference: EmailPreference = { invitations: true, news: false };

/** PUT /api/users/v1/email_preference and …/{token} (ours): what is left out stays as it is. */
export const emailPreferenceRequest = v.partial(emailPreference);

/** The answer to GET and PUT of both. `email`: enough of the address to know it by, and no more. */
export const emailPreferenceResponse = v.object({ ...emailPreference.entries, email: v.string() });
export type ShownPreference = v.InferOutput<typeof emailPreferenceResponse>;

/** [EP-4] Beside the refusal of an invite: its address wants no invitations. */
export const unwantedInviteDetail = v.object({ unwanted: v.literal('invitations') });
export type UnwantedInviteDetail = v.InferOutput<typeof unwantedInviteDetail>;

/** What is said of it where it was made. */
export const unwantedInviteText = 'This person does not want invitations by email. Print the invitation instead.';
