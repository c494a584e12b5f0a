import type { MailWords } from './mail-page.ts';

/** Invites somebody. Names nobody, and no word tells to what: whoever sees the subject, or opens the mail, learns nothing of the reader. */
export function inviteWords(
  origin: string,
  { link, unsubscribe }: { readonly link: string; readonly unsubscribe: string },
): MailWords {
  return {
    subject: 'Your invite to Orchid',
    paragraphs: [
      'Somebody who knows this email address has invited you to Orchid. The next page says who it is:',
      { link, words: 'See the invite' },
      'Nothing happens before you press a button there. The link is good for 14 days, and once.',
      'If you expected nothing of the kind, there is nothing to do: without you nothing is made.',
      `If you need help now: ${origin}/help-now`,
    ],
    footer: { link: unsubscribe, words: 'If you want no invitations by email' },
  };
}
