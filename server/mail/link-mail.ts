import type { Clock } from '../../sync/ports.ts';
import { emailToken } from '../auth/tokens.ts';
import { call, type Store } from '../store/port.ts';
import { linkPages } from './email-link.ts';
import type { Mail } from './mailer.ts';
import { newEmailWords, oldEmailWords, resetWords, takenEmailWords } from './templates/recovery.ts';
import { renderMail } from './templates/mail-page.ts';

interface LinkMail {
  readonly template: keyof typeof linkPages;
  /** The id of the link's row. */
  readonly token: string;
  readonly origin: string;
}

/** The mail of a link that changes an account: found anew when it is sent. Null where the link or the account is gone, or nobody has the e-mail. */
export async function composeLinkMail(
  ports: { readonly store: Store; readonly clock: Pick<Clock, 'now'>; readonly tokenKey: Uint8Array },
  { template, token, origin }: LinkMail,
): Promise<Omit<Mail, 'key'> | null> {
  const { store, clock, tokenKey } = ports;
  const found = await store.read(function* () {
    const row = yield* call('emailTokenById', token, clock.now());
    const account = row && (yield* call('accountBySub', row.subject));
    if (!row || !account) return null;
    const isTaken = template === 'new-email' && (yield* call('accountByEmail', row.detail)) !== undefined;
    return { account, detail: row.detail, isTaken };
  });
  if (!found) return null;
  const { account, detail, isTaken } = found;
  // Behind `#`, so that it reaches no server's log and no referrer.
  const link = `${origin}${linkPages[template]}#${emailToken(tokenKey, template, token)}`;
  switch (template) {
    case 'reset':
      return { to: account.email, ...renderMail(resetWords(origin, link)) };
    case 'new-email':
      return { to: detail, ...renderMail(isTaken ? takenEmailWords(origin) : newEmailWords(origin, link)) };
    case 'old-email':
      return { to: detail, ...renderMail(oldEmailWords(origin, link)) };
  }
}
