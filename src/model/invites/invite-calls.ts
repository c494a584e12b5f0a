import * as v from 'valibot';
import {
  birthDateResponse,
  inviteAcceptResponse,
  inviteCodeResponse,
  inviteLookResponse,
  type InviteLook,
} from '../../../sync/protocol/invite-message.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';

/** What went wrong, in words for the person; `offline`: nothing was reached, and trying again may help. */
export interface Failed {
  readonly kind: 'offline' | 'refused';
  readonly message: string;
}

const offline: Failed = {
  kind: 'offline',
  message: 'There is no connection, and an invite needs one. Please try again when there is.',
};

/** An invite as it was brought: what was typed, or stood in a link. */
export interface Brought {
  readonly chart: string;
  readonly dob: string;
}

/** Looks at an invite; nothing changes by it. */
export async function lookAtInvite(
  brought: Brought,
): Promise<{ readonly kind: 'good'; readonly look: InviteLook } | Failed> {
  const looked = await post('/api/users/v1/invite/look', codeOf(brought), inviteLookResponse);
  return 'value' in looked ? { kind: 'good', look: looked.value } : looked;
}

/** Accepts an invite with the account that is signed in. */
export async function acceptInvite(brought: Brought): Promise<{ readonly kind: 'saved' } | Failed> {
  const accepted = await post('/api/users/v1/invite/accept', codeOf(brought), inviteAcceptResponse);
  return 'value' in accepted ? { kind: 'saved' } : accepted;
}

/** Answers what a `joining` record asks. */
export async function giveBirthDate(
  invite: string,
  dob: string,
): Promise<v.InferOutput<typeof birthDateResponse> | Failed> {
  const given = await post('/api/users/v1/invite/birth_date', { invite, dob }, birthDateResponse);
  return 'value' in given ? given.value : 'kind' in given ? given : offline;
}

/** The code of an invite on paper, which no device keeps. */
export async function readPaperCode(
  invite: string,
): Promise<{ readonly kind: 'good'; readonly code: string } | Failed> {
  const answer = await fetchApi.call('GET', `/api/users/v1/chart_invite/${invite}/code`);
  if (!answer) return { kind: 'offline', message: 'The code comes from the server, and there is no connection.' };
  const parsed = v.safeParse(inviteCodeResponse, answer.body);
  if (answer.status === 200 && parsed.success) return { kind: 'good', code: parsed.output.code };
  return { kind: 'refused', message: 'The server has no code for this invite yet, or not any more.' };
}

function codeOf({ chart, dob }: Brought) {
  return { code: chart, ...(dob === '' ? {} : { dob }) };
}

async function post<Answer>(
  path: string,
  body: object,
  schema: v.GenericSchema<unknown, Answer>,
): Promise<{ readonly value: Answer } | Failed> {
  const answer = await fetchApi.call('POST', path, body);
  if (!answer) return offline;
  const parsed = v.safeParse(schema, answer.body);
  return answer.status === 200 && parsed.success
    ? { value: parsed.output }
    : { kind: 'refused', message: detailOf(answer.body) };
}

const errorBody = v.object({ detail: v.string() });

/** The server's words; what it did not even understand cannot be an invite. */
function detailOf(body: unknown): string {
  const parsed = v.safeParse(errorBody, body);
  return parsed.success ? parsed.output.detail : 'This is not a code of ours. Please check what you entered.';
}
