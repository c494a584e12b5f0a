import type { Appointment } from '../../sync/collections/appointment.ts';
import { chartScope, classes, practiceScope, talkScope } from '../../sync/collections/classes.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { MutationDraft } from './test-device.ts';

type Draft = Omit<StoredRecord, 'version' | 'shape' | 'stamps'>;

const from = '2026-01-01T09:00:00.000Z';

export function membershipOf(
  scope: string,
  account: string,
  role: Membership['role'],
  change: Partial<Membership> = {},
): Draft {
  const body: Membership = { account, account_name: account, role, from, access: 'own', ...change };
  return { collection: 'membership', id: membershipId(scope, account, role), scope, cls: classes.access, body };
}

export const practiceMember = (account: string): Draft => membershipOf(practiceScope('p1'), account, 'professional');
export const talkMember = (talk: string, account: string): Draft => membershipOf(talkScope(talk), account, 'partner');

export function chartOf(id: string): Draft {
  const body = {
    patient_type: 'individual',
    client_status: 'active',
    presenting_problem: 'SECRET-PROBLEM',
    opened: from,
    practice_id: 'p1',
  };
  return { collection: 'chart', id, scope: chartScope(id), cls: classes.careTeam, body };
}

export function cardOf(id: string, name = 'Ada'): Draft {
  const body = { first_name: name, last_name: 'Test', timezone: 'America/New_York', practice_id: 'p1' };
  return { collection: 'client_card', id, scope: chartScope(id), cls: classes.scheduling, body };
}

export function appointmentOf(chart: string, id: string, change: Partial<Appointment> = {}): Draft {
  const body: Appointment = {
    appointment_type_label: 'Individual session',
    status: 'booked',
    local_start: '2026-11-20T08:00',
    zone: 'America/New_York',
    minutes: 50,
    start: '2026-11-20T13:00:00.000Z',
    end: '2026-11-20T13:50:00.000Z',
    clinician: 'ann',
    clinician_name: 'Dr. Ann',
    practice_id: 'p1',
    place: 'office_location',
    modify_datetime: from,
    ...change,
  };
  return { collection: 'appointment', id, scope: chartScope(chart), cls: classes.scheduling, body };
}

export function professionalOf(sub: string, name: string): Draft {
  const body = { cognito_sub: sub, display_name: name, medical_degree: 'PhD' };
  return { collection: 'professional', id: sub, scope: practiceScope('p1'), cls: classes.colleagues, body };
}

export function editOf(appointmentId: string, text: string, more: Partial<MutationDraft> = {}): MutationDraft {
  const args = {
    appointment_id: appointmentId,
    author_name: 'Dr. Ann',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { subjective: text },
  };
  return { name: 'note.edit', args, ...more };
}

/** One chart that Ann treats, with one session that has ended. */
export function smallPractice(): Draft[] {
  return [
    practiceMember('ann'),
    practiceMember('ben'),
    professionalOf('ben', 'Dr. Ben'),
    membershipOf(chartScope('c1'), 'ann', 'treating'),
    chartOf('c1'),
    cardOf('c1'),
    appointmentOf('c1', 'a1'),
  ];
}
