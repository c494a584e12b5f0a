import type { Instant } from '../../../sync/core/record.ts';
import type { MailWords } from './mail-page.ts';

const helpLine = (origin: string): string => `If you need help now: ${origin}/help-now`;

/** A forgotten password. Names nobody; the link changes nothing until a new password is given on its page. */
export function resetWords(origin: string, link: string): MailWords {
  return {
    subject: 'Choose a new password for Orchid',
    paragraphs: [
      'Somebody, most likely you, has asked for a new password for the Orchid account with this email address. You can choose one here:',
      { link, words: 'Choose a new password' },
      'The link is good for one hour and for one new password. It opens a page; nothing changes before you choose there.',
      'If this was not you, there is nothing to do: your password stays as it is.',
      helpLine(origin),
    ],
  };
}

/** The password is another one now. */
export function passwordChangedWords(at: Instant, origin: string, timeIn: (at: Instant) => string): MailWords {
  return {
    subject: 'Your Orchid password was changed',
    paragraphs: [
      `The password of your Orchid account was changed: ${timeIn(at)}. Every other device asks for the new one.`,
      'If this was you, there is nothing to do.',
      'If it was not you, choose a new password at once:',
      { link: `${origin}/reset-password`, words: 'Choose a new password' },
      helpLine(origin),
    ],
  };
}

/** Confirms an address that an account asks for; goes to that address. */
export function newEmailWords(origin: string, link: string): MailWords {
  return {
    subject: 'Confirm your new email for Orchid',
    paragraphs: [
      'Somebody, most likely you, wants to log in to Orchid with this email address from now on. Please confirm that it is yours:',
      { link, words: 'Confirm this address' },
      'The link is good for one day. It opens a page with a button; nothing changes before you press it.',
      'If this was not you, there is nothing to do.',
      helpLine(origin),
    ],
  };
}

/** For an address that has an account already, where somebody asks for it as a new one. */
export function takenEmailWords(origin: string): MailWords {
  return {
    subject: 'This address has an Orchid account already',
    paragraphs: [
      'Somebody, most likely you, wanted to log in to another Orchid account with this email address. It has an account already, which stays as it is.',
      'If this was not you, there is nothing to do: nobody was let in, and nothing was changed.',
      helpLine(origin),
    ],
  };
}

/** Tells the address that was, and lets it take the change back. */
export function oldEmailWords(origin: string, link: string): MailWords {
  return {
    subject: 'Your Orchid account has a new email address',
    paragraphs: [
      'From now on your Orchid account is opened with another email address; this one does not log in any more.',
      'If this was you, there is nothing to do.',
      'If it was not you, take it back:',
      { link, words: 'Keep this address' },
      'The link is good for seven days. It opens a page with a button. Taking it back signs every device out, and you then choose a new password.',
      helpLine(origin),
    ],
  };
}
