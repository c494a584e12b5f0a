import * as v from 'valibot';
import { emailLine } from '../../sync/collections/values.ts';
import type { InviteSubject } from '../store/invite-calls.ts';
import type { CommandEnd } from './account-command.ts';
import { makeInvite, readable } from './make-invite.ts';

export interface InviteOptions {
  readonly 'channel-invite'?: string | undefined;
  readonly 'complete-signup'?: string | undefined;
  readonly 'first-name'?: string | undefined;
}

const usage = 'Say what: --channel-invite amhc, or --complete-signup EMAIL --first-name NAME';

/** Whether one of the invites is meant that an operator makes. */
export function isInviteAsked(options: InviteOptions): boolean {
  return options['channel-invite'] !== undefined || options['complete-signup'] !== undefined;
}

/** Makes an invite, and says its address once: it lies nowhere. */
export async function runInviteCommand(
  ports: Parameters<typeof makeInvite>[0],
  options: InviteOptions,
): Promise<CommandEnd> {
  const subject = subjectOf(options);
  if (!subject) return { code: 1, lines: [usage] };
  const code = await makeInvite(ports, subject);
  const line =
    subject.kind === 'channel'
      ? `/member-register?invite_code=${code}  (the code: ${readable(code)})`
      : `/member-register?link#complete_signup_token=${code}`;
  return { code: 0, lines: [line] };
}

function subjectOf(asked: InviteOptions): Exclude<InviteSubject, { kind: 'chart' }> | null {
  const { 'channel-invite': channel, 'complete-signup': email, 'first-name': firstName } = asked;
  if (channel === 'amhc' && email === undefined) return { kind: 'channel', channel };
  if (channel !== undefined || email === undefined || firstName === undefined || !v.is(emailLine, email)) return null;
  return { kind: 'complete_signup', email, first_name: firstName };
}
