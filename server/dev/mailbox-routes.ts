import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { notFound } from '../http-error.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { RouteRegistry } from '../routes/registry.ts';
import { isFromHere, isKey } from './mailbox-access.ts';
import { listPage, mailboxPolicy, mailPage } from './mailbox-pages.ts';

/** The demo's mailbox, and the key of this start that shows it. */
export interface ShownMailbox {
  readonly mailbox: Mailbox;
  readonly key: string;
}

const cookieName = 'orchid_mailbox';
const relation = 'the demo’s mail: nobody’s but theirs who hold the key of this start, on this machine';

/** `/dev/mail`: what the demo would have sent. To anybody without the key, or from elsewhere, it is not there. */
export function addMailboxRoutes(routes: RouteRegistry, { mailbox, key }: ShownMailbox): void {
  const isLetIn = (c: Context): boolean =>
    isFromHere(c) && (isKey(getCookie(c, cookieName), key) || isKey(c.req.query('key'), key));

  /** The key leaves the address: that may be shown, kept or copied. */
  const show = (c: Context, html: () => string): Response => {
    if (!isLetIn(c)) throw notFound();
    c.header('cache-control', 'no-store');
    if (c.req.query('key') !== undefined) {
      if (!isKey(c.req.query('key'), key)) throw notFound();
      setCookie(c, cookieName, key, { httpOnly: true, sameSite: 'Strict', path: '/dev/mail' });
      return c.redirect(c.req.path);
    }
    c.header('content-security-policy', mailboxPolicy);
    return c.html(html());
  };

  routes.add({
    method: 'GET',
    path: '/dev/mail',
    audience: 'public',
    relation,
    handle: async (c) => show(c, () => listPage(mailbox.all())),
  });
  routes.add({
    method: 'GET',
    path: '/dev/mail/:id',
    audience: 'public',
    relation,
    handle: async (c) =>
      show(c, () => {
        const mail = mailbox.all().find((candidate) => String(candidate.id) === c.req.param('id'));
        if (!mail) throw notFound();
        return mailPage(mail);
      }),
  });
  // The cookie's path does not reach here: a program brings the key with each question.
  routes.add({
    method: 'GET',
    path: '/dev/mail.json',
    audience: 'public',
    relation,
    handle: async (c) => {
      if (!isLetIn(c)) throw notFound();
      c.header('cache-control', 'no-store');
      return c.json({ mails: mailbox.all().map(({ key: _key, ...mail }) => mail) });
    },
  });
}
