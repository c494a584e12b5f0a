import type { Instant } from '../../../sync/core/record.ts';
import type { MailWords } from './mail-page.ts';

/** Where a person finds a person. */
const supportMail = 'support@orchid.example';

/** "A new device signed in": when, and what to do. Names nobody and no practice; promises what the product can do today. */
export function newDeviceWords(signIns: readonly Instant[], zone: string): MailWords {
  const times = signIns.map((at) => timeInZones(at, zone));
  const isOne = times.length === 1;
  return {
    subject: 'A new device signed in to Orchid',
    paragraphs: [
      isOne
        ? 'Your Orchid account was signed in on a device that it had not been used on before:'
        : 'Your Orchid account was signed in on devices that it had not been used on before:',
      times,
      'If this was you, there is nothing to do.',
      'If it was not you, sign in to Orchid, open Account and choose “Sign out everywhere”. It asks for your password and ends every sign-in of your account.',
      'Whoever knows your password can sign in again: choose a new one under Account, “Password and recovery”, or with “Forgot Password” where you log in.',
      `If you need a person: ${supportMail}.`,
    ],
  };
}

/** `3 March 2026, 14:05 UTC (15:05 in Europe/Berlin)`, with both dates. */
export function timeInZones(at: Instant, zone: string): string {
  return `${timeIn(at, 'UTC')} UTC (${timeIn(at, zone)} in ${zone.replaceAll('_', ' ')})`;
}

function timeIn(at: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(at)).replace(' at ', ', ');
}
