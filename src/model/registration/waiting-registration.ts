import * as v from 'valibot';
import { detailOf } from '../../../sync/client/session/refusal.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';

const unconfirmed = v.object({ email: v.string(), email_confirmed: v.literal(false) });

/** Whether a registration of this browser waits for its e-mail; `unknown`: that could not be found out, in words for the person. */
export type Waiting =
  | { readonly kind: 'waits'; readonly email: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly message: string };

/** [C-609] Asks the server who is here. */
export async function lookWaiting(): Promise<Waiting> {
  const answer = await fetchApi.call('GET', '/api/users/v1/user_info');
  if (!answer) return { kind: 'unknown', message: 'There is no connection. Please try again when there is one.' };
  const parsed = v.safeParse(unconfirmed, answer.body);
  if (parsed.success) return { kind: 'waits', email: parsed.output.email };
  // Somebody whose e-mail is confirmed, or nobody.
  if ([200, 401, 403].includes(answer.status)) return { kind: 'nothing' };
  const why = detailOf(answer.body, 'Please try again in a moment.');
  return { kind: 'unknown', message: `failed to get userInfo: ${why}` };
}

/** Whether the mail goes once more. */
export async function resendConfirmation(): Promise<boolean> {
  const answer = await fetchApi.call('PUT', '/api/users/v1/resend_email_confirmation');
  return answer?.status === 200;
}
