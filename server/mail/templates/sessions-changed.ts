import type { MailWords } from './mail-page.ts';

/** Sessions were booked, moved or cancelled. Says neither when, with whom nor what for: whoever sees the mail learns nothing. */
export function sessionsChangedWords(origin: string): MailWords {
  return {
    subject: 'Something has changed in Orchid',
    paragraphs: [
      'There is news in your Orchid account about one or more appointments. What it is you see there, after signing in.',
      { link: `${origin}/member-dashboard`, words: 'Open Orchid' },
      `If you need help now: ${origin}/help-now`,
    ],
  };
}
