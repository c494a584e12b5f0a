import type { MailWords } from './mail-page.ts';

const helpLine = (origin: string): string => `If you need help now: ${origin}/help-now`;

/** Confirms that the address is the reader's. Names nobody; the link changes nothing until its page's button is pressed. */
export function confirmEmailWords(origin: string, link: string): MailWords {
  return {
    subject: 'Confirm your email for Orchid',
    paragraphs: [
      'Somebody, most likely you, has registered for Orchid with this email address. Please confirm that it is yours:',
      { link, words: 'Confirm my email' },
      'The link is good for seven days. It opens a page with a button; nothing happens before you press it.',
      'If this was not you, there is nothing to do: without the confirmation there is no account, and what was entered is deleted after seven days.',
      helpLine(origin),
    ],
  };
}

/** For an address that has an account already: somebody has tried to register it again. */
export function registeredAlreadyWords(origin: string): MailWords {
  return {
    subject: 'You have an Orchid account already',
    paragraphs: [
      'Somebody, most likely you, has tried to register for Orchid with this email address. It has an account already, which stays as it is. You can log in here:',
      { link: `${origin}/login`, words: 'Log in' },
      'If this was not you, there is nothing to do: nobody was let in, and nothing was changed.',
      helpLine(origin),
    ],
  };
}
