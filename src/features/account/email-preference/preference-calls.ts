import * as v from 'valibot';
import { detailOf } from '../../../../sync/client/session/refusal.ts';
import {
  emailPreferenceResponse,
  type EmailPreference,
  type ShownPreference,
} from '../../../../sync/protocol/email-preference.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';

/** Whose e-mail it is about: of who got the mail with this token, or, null, of who is signed in. */
export type Token = string | null;

/** What is sent to an address; else why that is not known, in words for the person. */
export type Answer =
  | { readonly kind: 'known'; readonly preference: ShownPreference }
  | { readonly kind: 'offline' | 'refused'; readonly message: string };

const path = '/api/users/v1/email_preference';

/** Looks; nothing changes. */
export function readPreference(token: Token): Promise<Answer> {
  return ask('GET', token);
}

/** Says what is wanted; what is left out stays as it is. */
export function changePreference(token: Token, wish: Partial<EmailPreference>): Promise<Answer> {
  return ask('PUT', token, wish);
}

async function ask(method: 'GET' | 'PUT', token: Token, body?: Partial<EmailPreference>): Promise<Answer> {
  const answer = await fetchApi.call(method, token === null ? path : `${path}/${token}`, body).catch(() => null);
  if (!answer) return { kind: 'offline', message: 'There is no connection. Please try again when there is one.' };
  const parsed = v.safeParse(emailPreferenceResponse, answer.body);
  if (answer.status === 200 && parsed.success) return { kind: 'known', preference: parsed.output };
  return { kind: 'refused', message: answer.status === 404 ? deadLink : detailOf(answer.body) };
}

const deadLink = 'This link does not work. Please open the one in your newest mail, or log in.';
