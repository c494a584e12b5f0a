import type { HeldMail } from '../mail/mailbox.ts';
import { escapeHtml } from '../mail/templates/mail-page.ts';

/** Nothing runs and nothing is fetched, in the page and in the mail that it frames. */
export const mailboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** All that is held, the newest first. */
export function listPage(mails: readonly HeldMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a> <small>to ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</small></li>`,
  );
  const list = rows.length === 0 ? '<p>No mail yet.</p>' : `<ul>${rows.join('\n')}</ul>`;
  return page('Mail of the demo', `<h1>Mail of the demo</h1>\n<p>It did not leave this computer.</p>\n${list}`);
}

/** One mail as a person would see it, and its text. */
export function mailPage(mail: HeldMail): string {
  const subject = escapeHtml(mail.subject);
  return page(
    mail.subject,
    [
      '<p><a href="/dev/mail">All mail</a></p>',
      `<h1>${subject}</h1>`,
      `<p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p>`,
      `<iframe sandbox="" title="${subject}" srcdoc="${escapeHtml(mail.html)}"></iframe>`,
      `<h2>As text</h2>\n<pre>${escapeHtml(mail.text)}</pre>`,
    ].join('\n'),
  );
}

function page(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    '<style>:root { color-scheme: light dark; } body { font: 16px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 44rem; padding: 0 16px; } iframe { border: 1px solid; inline-size: 100%; block-size: 24rem; } pre { white-space: pre-wrap; }</style>',
    '</head>',
    `<body>\n${body}\n</body>`,
    '</html>',
  ].join('\n');
}
