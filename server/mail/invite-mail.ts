import type { Registry } from '../../sync/core/run-mutation.ts';
import { openInvite } from '../invites/find-invite.ts';
import { inviteToken } from '../invites/invite-codes.ts';
import type { Store } from '../store/port.ts';
import type { Mail } from './mailer.ts';
import { renderMail } from './templates/mail-page.ts';
import { inviteWords } from './templates/invite.ts';

/** What an invite's mail is made of. */
export interface InviteMailPorts {
  readonly store: Store;
  readonly registry: Registry;
  readonly tokenKey: Uint8Array;
  readonly clock: { now(): number };
  /** Where its link leads. */
  readonly origin: () => string;
}

/** The mail of an invite that is still open; null for one that is not: it says nothing any more. */
export async function composeInvite(ports: InviteMailPorts, id: string): Promise<Omit<Mail, 'key'> | null> {
  const { store, registry, tokenKey, clock } = ports;
  const found = await store.read(() => openInvite(registry, id, clock.now()));
  const email = found?.chart?.invite.body.email;
  if (email === undefined) return null;
  const origin = ports.origin();
  // Behind `#`, so that it reaches no server's log and no referrer.
  const link = `${origin}/member-register#${inviteToken(tokenKey, id)}`;
  return { to: email, ...renderMail(inviteWords(origin, link)) };
}
