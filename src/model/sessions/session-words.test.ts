import { describe, expect, it } from 'vitest';
import {
  billedStatuses,
  sessionStatuses,
  type BilledStatus,
  type SessionStatus,
} from '../../../sync/domain/appointment-status.ts';
import { appointmentBodyOf } from '../../../sync/testing/builders.ts';
import { noteState, requestState, sessionState } from './session-words.ts';

const end = '2026-11-21T08:50:00.000Z';
const word = (status: SessionStatus, now: string): string | null =>
  sessionState(appointmentBodyOf({ status, end }), now)?.word ?? null;
const billed = (billed_as: BilledStatus): string | null =>
  sessionState(appointmentBodyOf({ billed_as, end }), end)?.word ?? null;

describe('what is said of a session', () => {
  it('[S-235] a session whose end has passed, not cancelled and not a no-show, is called Completed', () => {
    expect(word('booked', end)).toBe('Completed');
    expect(word('booked', '2026-11-21T08:49:59.999Z')).toBeNull();
    expect(billedStatuses.map((status) => [status, billed(status)])).toEqual([
      ['payment_intent_needs_action', 'Pending payment confirmation'],
      ['needs_payment', 'Past due'],
      ['was_not_paid', 'Past due'],
      ['can_create_invoice', 'Completed'],
      ['is_invoice_created', 'Completed'],
      ['using_invoicing', 'Completed'],
    ]);
    const later = '2027-01-01T00:00:00.000Z';
    expect(sessionStatuses.filter((status) => word(status, later) === 'Cancelled')).toEqual([
      'cancelled_patient',
      'cancelled_patient_awaiting_transfer',
      'cancelled_patient_manual_transfer',
      'cancelled_orchid_pro',
    ]);
    expect(word('cancelled_pro_no_join', later)).toBe('Did not take place');
  });

  it('[CN-2] what the server has not confirmed is called requested', () => {
    expect(requestState({ pending: true })?.word).toBe('Requested');
    expect(requestState({ pending: false })).toBeNull();
  });

  it('of a note that is not for who looks nothing is said, nor that there is none', () => {
    const over = appointmentBodyOf({ end });
    expect(noteState(undefined, over, end)?.word).toBe('No note yet');
    expect(noteState(null, over, end)).toBeNull();
  });
});
