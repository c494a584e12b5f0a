import {
  CalendarX2,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  Clock3,
  PenLine,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { isCompleted, statusFlags, wireStatus } from '../../../sync/domain/appointment-status.ts';
import type { StatusTone } from '../../ui/status-word.tsx';

export interface StateWord {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
}

/** [S-234 to S-239] What is worth saying of a session; `null` for one that is simply to come. */
export function sessionState(session: Appointment, now: string): StateWord | null {
  const flags = statusFlags(session.status);
  if (flags.cancelled) return { word: 'Cancelled', icon: CalendarX2, tone: 'quiet' };
  if (flags.no_show) return { word: 'Did not take place', icon: CalendarX2, tone: 'quiet' };
  if (flags.unconfirmed) return { word: 'Unconfirmed', icon: CircleHelp, tone: 'wait' };
  switch (wireStatus({ ...session, missed: false, billed: session.billed_as ? [session.billed_as] : [] })) {
    case 'payment_intent_needs_action':
    case 'pending_patient_portal_approval':
      return { word: 'Pending payment confirmation', icon: Clock3, tone: 'wait' };
    case 'was_not_paid':
    case 'needs_payment':
      return { word: 'Past due', icon: Clock3, tone: 'wait' };
    case 'pending_patient_portal_signup_complete':
      return { word: 'Waiting for sign-up', icon: Clock3, tone: 'wait' };
    default:
      return isCompleted(session, now) ? { word: 'Completed', icon: CircleCheck, tone: 'quiet' } : null;
  }
}

/** What was done to a session here and is still the server's to decide. */
export function requestState({ pending }: { readonly pending: boolean }): StateWord | null {
  return pending ? { word: 'Requested', icon: Clock3, tone: 'wait' } : null;
}

/** Where the session's note stands. A note of `null` is not for who looks: nothing is said of it, nor that there is none. */
export function noteState(
  note: SeenRecord<Note> | null | undefined,
  session: Appointment,
  now: string,
): StateWord | null {
  if (note === null) return null;
  if (statusFlags(session.status).cancelled) return null;
  if (note?.body.signed) return { word: 'Signed', icon: ShieldCheck, tone: 'fine' };
  if (note && note.body.others.length > 0) return { word: 'Two versions', icon: PenLine, tone: 'wait' };
  // [SD-1] Nobody owes the note of a sample.
  if (session.sample) return null;
  if (note) return { word: 'Not signed', icon: PenLine, tone: 'wait' };
  return isCompleted(session, now) ? { word: 'No note yet', icon: CircleDashed, tone: 'wait' } : null;
}

export const placeWord: Record<Appointment['place'], string> = {
  telehealth: 'Video',
  office_location: 'In person',
  outside: 'Elsewhere',
};
