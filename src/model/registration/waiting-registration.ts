import * as v from 'valibot';
import { fetchApi } from '../../../sync/web/fetch-api.ts';

const waiting = v.object({ email: v.string(), email_confirmed: v.literal(false) });

/** The e-mail that a registration of this browser waits for; null: none does. */
export async function waitingEmail(): Promise<string | null> {
  const answer = await fetchApi.call('GET', '/api/users/v1/user_info');
  const parsed = v.safeParse(waiting, answer?.body);
  return parsed.success ? parsed.output.email : null;
}

/** Whether the mail goes once more. */
export async function resendConfirmation(): Promise<boolean> {
  const answer = await fetchApi.call('PUT', '/api/users/v1/resend_email_confirmation');
  return answer?.status === 200;
}
