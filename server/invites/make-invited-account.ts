import type { Context } from 'hono';
import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import { makeAccount } from '../auth/make-account.ts';
import { agreedNow, keysOf, type NewUser } from '../auth/registration.ts';
import { HttpError } from '../http-error.ts';
import type { Services } from '../services.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import type { PendingRow } from '../store/registration-calls.ts';
import { afterCommit } from '../sync/after-commit.ts';
import { createTxContext, type TxContext } from '../sync/tx-context.ts';
import { openInvite, type BroughtCode } from './find-invite.ts';
import { withInvite } from './try-code.ts';
import { useInvite, type Joiner } from './use-invite.ts';

interface Invited {
  readonly brought: BroughtCode;
  /** Whose the mail of the invite has proved to be. */
  readonly email: string;
  readonly firstName: string;
  readonly user: NewUser;
  /** Invites beside the one that was mailed. */
  readonly others: readonly string[];
}

/**
 * [IV-3] Makes the account of somebody whose invite came by mail, which proves the address: at once, and in the transaction that uses
 * the invite up. Where the e-mail has an account, nothing is made: its owner accepts by signing in.
 */
export async function makeInvitedAccount(services: Services, c: Context, invited: Invited): Promise<void> {
  const { store, clock, random, registry, approval, signupTrial, passwords, practiceZone } = services;
  const { brought, email, firstName, user, others } = invited;
  if (await store.read(() => call('accountByEmail', email))) throw hasAccount();
  const kdf = passwords.decoyKdf(emailKey(email));
  const keys = await keysOf(services, user, kdf);
  const nowMs = clock.now();
  const row: PendingRow = {
    id: newId(random),
    email,
    userType: 'member',
    ...keys,
    kdf,
    given: { first_name: firstName, last_name: '', timezone: user.timezone ?? practiceZone },
    agreed: agreedNow(user, toInstant(nowMs)),
    invites: others,
    tokenHash: '',
    createdMs: nowMs,
    endsMs: nowMs,
  };
  const context = createTxContext(registry, nowMs, { zone: row.given.timezone });
  const isMade = await withInvite(services, c, brought, function* (found): Plan<boolean> {
    context.touched.clear();
    if (!(yield* makeAccount(context, row, { practiceId: '', approval, signupTrial, isInvited: true }))) return false;
    yield* useInvite(context, found, row);
    yield* useInvites(context, row.invites, row);
    return true;
  });
  if (!isMade) throw hasAccount();
  afterCommit(services, { touched: context.touched, familyId: null });
  await services.traces.note({ actor: row.sub, action: 'account.made', subject: {} });
}

/** Uses up, of these invites, those that are still good. [IV-3] Of two who came by one, the first whose account exists has it. */
export function* useInvites(context: TxContext, ids: readonly string[], joiner: Joiner): Plan<void> {
  for (const id of ids) {
    const found = yield* openInvite(context.registry, id, context.nowMs);
    if (found) yield* useInvite(context, found, joiner);
  }
}

function hasAccount(): HttpError {
  return new HttpError(409, 'There is an account with this email already. Log in to accept the invite.');
}
