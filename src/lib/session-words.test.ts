import { describe, expect, it } from 'vitest';
import { appointmentStatuses } from '../../sync/domain/appointment-status.ts';
import { appointmentBodyOf } from '../../sync/testing/builders.ts';
import { requestState, sessionState } from './session-words.ts';

const end = '2026-11-21T08:50:00.000Z';
const word = (status: (typeof appointmentStatuses)[number], now: string): string | null =>
  sessionState(appointmentBodyOf({ status, end }), now)?.word ?? null;

describe('what is said of a session', () => {
  it('[S-235] a session whose end has passed, not cancelled and not a no-show, is called Completed', () => {
    expect(word('booked', end)).toBe('Completed');
    expect(word('booked', '2026-11-21T08:49:59.999Z')).toBeNull();
    expect(word('is_invoice_created', end)).toBe('Completed');
    const later = '2027-01-01T00:00:00.000Z';
    expect(appointmentStatuses.filter((status) => word(status, later) === 'Cancelled')).toEqual([
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
});
