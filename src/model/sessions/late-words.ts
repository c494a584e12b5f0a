import type { Appointment } from '../../../sync/collections/appointment.ts';
import { freeUntil, lateFeeCents, type LateTerms } from '../../../sync/domain/late-fee.ts';
import { dateAndTime, duration } from '../../lib/time.ts';
import { priceWords } from './plan-words.ts';

/** `Free of charge until …, after that $50.`: on what terms a session is cancelled; null where none were agreed. */
export function termsOfSession(session: Appointment, zone: string): string | null {
  const limit = freeUntil(session);
  const cents = lateFeeCents({ ...session, booked_at: undefined }, session.end);
  if (limit === null || cents === 0) return null;
  return `Cancelled by the client it costs nothing until ${dateAndTime(limit, zone)}, and ${priceWords(cents)} after that.`;
}

/** What somebody's terms say of every session; null where they ask for nothing. */
export function termsWords(terms: LateTerms | null): string | null {
  if (!terms) return null;
  const limit = terms.hours === 0 ? 'its beginning' : `${duration(terms.hours * 60)} before`;
  const fee =
    terms.fee.kind === 'flat'
      ? `costs ${priceWords(terms.fee.cents)}, and never more than the session`
      : `costs ${terms.fee.percent} % of its price`;
  return `A client cancels a session for nothing until ${limit}. Later, or not coming, ${fee}.`;
}
