import type { Appointment } from '../../sync/collections/appointment.ts';
import type { Session } from '../../src/model/sessions/use-own-sessions.ts';

/** A session of 21 November 2026, nine to ten to ten by UTC, where nothing else is said. */
export function sessionOf(id: string, body: Partial<Appointment>): Session {
  return {
    collection: 'appointment',
    id,
    scope: 'chart:c',
    cls: 'scheduling',
    version: 1,
    shape: 2,
    stamps: {},
    pending: false,
    body: {
      appointment_type_label: 'Regular Session',
      status: 'booked',
      local_start: '2026-11-21T09:00',
      zone: 'UTC',
      start: '2026-11-21T09:00:00.000Z',
      end: '2026-11-21T09:50:00.000Z',
      clinician: 'p1',
      clinician_name: 'Dr. Lee',
      practice_id: 'x',
      place: 'telehealth',
      minutes: 50,
      modify_datetime: '2026-11-01T00:00:00.000Z',
      ...body,
    },
  };
}
