import type { Registry } from '../../sync/core/run-mutation.ts';
import { openInvite } from '../invites/find-invite.ts';
import { inviteToken } from '../invites/invite-codes.ts';
import { call, type Store } from '../store/port.ts';
import type { Mail } from './mailer.ts';
import { preferenceToken } from './preference-token.ts';
import { renderMail } from './templates/mail-page.ts';
import { inviteWords } from './templates/invite.ts';
import { unsubscribeHeaders, unsubscribePage } from './unsubscribe.ts';

/** What an invite's mail is made of. */
export interface InviteMailPorts {
  readonly store: Store;
  readonly registry: Registry;
  readonly tokenKey: Uint8Array;
  readonly clock: { now(): number };
  /** Where its link leads. */
  readonly origin: () => string;
}

/**
 * The mail of an invite that is still open; null for one that is not: it says nothing any more. [EP-4] Null too where its address
 * has come to want no invitations since it was made.
 */
export async function composeInvite(ports: InviteMailPorts, id: string): Promise<Omit<Mail, 'key'> | null> {
  const { store, registry, tokenKey, clock } = ports;
  const email = await store.read(function* () {
    const found = yield* openInvite(registry, id, clock.now());
    const to = found?.chart?.invite.body.email;
    return to !== undefined && (yield* call('emailPreference', to)).invitations ? to : null;
  });
  if (email === null) return null;
  const origin = ports.origin();
  const preference = preferenceToken(tokenKey, email);
  // Behind `#`, so that it reaches no server's log and no referrer; `?link` tells the server that it is there, and nothing of it.
  const link = `${origin}/member-register?link#${inviteToken(tokenKey, id)}`;
  const words = inviteWords(origin, { link, unsubscribe: unsubscribePage(origin, preference) });
  return { to: email, ...renderMail(words), headers: unsubscribeHeaders(origin, preference) };
}
