import type { Context } from 'hono';
import type * as v from 'valibot';
import { passwordProblem, weakPassword } from '../../sync/protocol/password-rules.ts';
import type { memberAccountRequest, memberAccountResponse } from '../../sync/protocol/registration-message.ts';
import { beginRegistration, isDerived } from '../auth/registration.ts';
import { HttpError } from '../http-error.ts';
import type { Services } from '../services.ts';
import { deadInviteError, type FoundInvite } from './find-invite.ts';
import { makeInvitedAccount } from './make-invited-account.ts';
import { lookUp } from './try-code.ts';

type Body = v.InferOutput<typeof memberAccountRequest>;

/**
 * Registers a member, with an invite or without. One that came by mail proves its address: the account is made at once, and `email`
 * says whose. Else a registration begins, which brings its invites along until its e-mail is confirmed.
 */
export async function registerMember(
  services: Services,
  c: Context,
  { user_in: user, patient_in: person }: Body,
): Promise<v.InferOutput<typeof memberAccountResponse>> {
  const { patient_chart_invite_code: chartCode, invite_code: otherCode, invite_dob: dob } = user;
  const chart = chartCode ? await lookUpOf(services, c, { code: chartCode, dob, kind: 'chart' }) : null;
  const channel = otherCode ? await lookUpOf(services, c, { code: otherCode, kind: 'channel' }) : null;
  const invited = chart?.chart?.invite.body;
  const email = invited?.way === 'mail' ? invited.email : user.email;
  if (email === undefined) throw new HttpError(422, [{ msg: 'Expected an email.', loc: ['body', 'user_in', 'email'] }]);
  const isWeak = !isDerived(user) && passwordProblem(user.password, [email, person.first_name]) !== null;
  if (isWeak) throw new HttpError(400, weakPassword);
  const others = channel ? [channel.row.id] : [];
  if (invited?.way === 'mail' && chartCode) {
    await makeInvitedAccount(services, c, {
      brought: { code: chartCode },
      email,
      firstName: person.first_name,
      user,
      others,
    });
    return { ok: true, email };
  }
  await beginRegistration(services, c, {
    userType: 'member',
    user: { ...user, email },
    given: { first_name: person.first_name, last_name: '' },
    problem: null,
    invites: [...(chart ? [chart.row.id] : []), ...others],
  });
  return { ok: true };
}

async function lookUpOf(
  services: Services,
  c: Context,
  on: { readonly code: string; readonly dob?: string | undefined; readonly kind: 'chart' | 'channel' },
): Promise<FoundInvite> {
  const found = await lookUp(services, c, on);
  // What opens something else opens nothing here.
  if (found.row.subject.kind !== on.kind) throw deadInviteError();
  return found;
}
