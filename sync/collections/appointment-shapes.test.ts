import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { appointmentStatuses, billedStatuses, wireStatus } from '../domain/appointment-status.ts';
import { appointmentBody } from './appointment.ts';
import { liftAppointment } from './appointment-shapes.ts';

const first = (change: Record<string, string> = {}) => ({
  appointment_type_label: 'Individual session',
  status: 'booked',
  local_start: '2026-11-20T08:00',
  zone: 'America/New_York',
  start: '2026-11-20T13:00:00.000Z',
  end: '2026-11-20T13:50:00.000Z',
  clinician: 'ann',
  clinician_name: 'Dr. Ann',
  practice_id: 'p1',
  place: 'in-person',
  modify_datetime: '2026-11-01T00:00:00.000Z',
  ...change,
});
const lift = (change: Record<string, string>) => v.parse(appointmentBody, liftAppointment(first(change)));

describe('[EV-3] a session of the first shape', () => {
  it('keeps what it says, in the words of the second', () => {
    expect(lift({})).toEqual({ ...first(), minutes: 50, place: 'office_location' });
    expect(lift({ place: 'telehealth' }).place).toBe('telehealth');
    expect(lift({ status: 'cancelled_orchid_pro', cancelled_from: 'was_not_paid' })).toMatchObject({
      status: 'cancelled_orchid_pro',
      cancelled_from: 'booked',
    });
  });

  it.each(appointmentStatuses)('with the status %s says the same on the wire as before', (status) => {
    const lifted = lift({ status });
    expect(wireStatus({ ...lifted, billed: lifted.billed_as ? [lifted.billed_as] : [] })).toBe(status);
    expect(lifted.billed_as !== undefined).toBe(billedStatuses.some((one) => one === status));
  });
});
