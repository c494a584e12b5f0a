/** The page on which the reader of a mail says that they want no more of its kind. Behind `#`: see `invite-mail.ts`. */
export function unsubscribePage(origin: string, token: string): string {
  return `${origin}/email-preference/unsubscribe#${token}`;
}

/** [EP-3] By which a mail program offers the same with one click (RFC 8058, RFC 2369). */
export function unsubscribeHeaders(origin: string, token: string): Readonly<Record<string, string>> {
  return {
    'List-Unsubscribe': `<${origin}/api/users/v1/email_preference/${token}/unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
