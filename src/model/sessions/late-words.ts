import type { Appointment } from '../../../sync/collections/appointment.ts';
import { costsNothingUntil, lateFeeCents, type LateTerms } from '../../../sync/domain/late-fee.ts';
import { dateAndTime, duration } from '../../lib/time.ts';
import { priceWords } from './plan-words.ts';

/** Until when a session is cancelled for nothing, and what it costs after that, each in words; null where nothing is asked. */
function limitAndFee(session: Appointment, zone: string): readonly [string, string] | null {
  const limit = costsNothingUntil(session);
  const cents = lateFeeCents({ ...session, booked_at: undefined }, session.end);
  return limit === null || cents === 0 ? null : [dateAndTime(limit, zone), priceWords(cents)];
}

/** On what terms its client cancels a session, as who plans it reads it; null where nothing is asked. */
export function termsOfSession(session: Appointment, zone: string): string | null {
  const said = limitAndFee(session, zone);
  return said && `To the client, cancelling costs nothing until ${said[0]}, and ${said[1]} after that.`;
}

/** As `termsOfSession`, said to the client. */
export function ownTerms(session: Appointment, zone: string): string | null {
  const said = limitAndFee(session, zone);
  return said && `You can cancel for nothing until ${said[0]}. After that it costs ${said[1]}.`;
}

/** `7 days`, `1 day`, `36 h` */
function spanWords(hours: number): string {
  if (hours % 24 !== 0) return duration(hours * 60);
  return hours === 24 ? '1 day' : `${hours / 24} days`;
}

/** What somebody's terms say of every session; null where they ask for nothing. */
export function termsWords(terms: LateTerms | null): string | null {
  if (!terms) return null;
  const limit = terms.hours === 0 ? 'its beginning' : `${spanWords(terms.hours)} before`;
  const fee =
    terms.fee.kind === 'flat'
      ? `costs ${priceWords(terms.fee.cents)}, and never more than the session`
      : `costs ${terms.fee.percent}% of its price`;
  return `A client cancels a session for nothing until ${limit}. Later, or not coming, ${fee}.`;
}
