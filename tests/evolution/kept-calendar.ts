import { accountScope, chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import type { Json } from '../../sync/core/record.ts';

const practice_id = 'p1';
const modify_datetime = '2026-11-19T09:00:00.000Z';

/** What sessions say of the office in which Ann sees people. */
const keptOffice = {
  office_location_id: 'o1',
  clinician: 'ann',
  office_name: 'Elm Street',
  office_address_line1: '1 Elm St',
  office_address_line2: '',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
  modify_datetime,
};

/** What Ann has blocked and what she offers, when a release is kept. */
export const calendarRecords = [
  {
    collection: 'blocked_interval',
    id: 'kb1',
    scope: accountScope('ann'),
    cls: classes.own,
    body: {
      label: 'School',
      local_start: '2026-12-01T15:00',
      zone: 'America/New_York',
      minutes: 60,
      start: '2026-12-01T20:00:00.000Z',
      end: '2026-12-01T21:00:00.000Z',
      clinician: 'ann',
      practice_id,
      modify_datetime,
    },
  },
  {
    collection: 'session_transfer',
    id: 'transfer.a6',
    scope: chartScope('c1'),
    cls: classes.scheduling,
    body: {
      appointment_id: 'a6',
      to: 'ann',
      to_name: 'Dr. Ann',
      from: 'ben',
      from_name: 'Dr. Ben',
      state: 'proposed',
      modify_datetime,
    },
  },
  {
    collection: 'session_place',
    id: 'place.a4',
    scope: chartScope('c1'),
    cls: classes.careTeam,
    body: { appointment_id: 'a4', client_state: 'OR', said_by: 'ann', modify_datetime },
  },
  {
    collection: 'session_office',
    id: 'office.a4',
    scope: chartScope('c1'),
    cls: classes.scheduling,
    body: { appointment_id: 'a4', ...keptOffice },
  },
  {
    collection: 'appointment_type',
    id: 'kt1',
    scope: practiceScope(practice_id),
    cls: classes.colleagues,
    body: {
      label: 'Hour',
      price_cents: 12_000,
      minutes: 50,
      kind: 'regular',
      orchid_pro_user_id: 'ann',
      modify_datetime,
    },
  },
  {
    collection: 'cancellation_policy',
    id: 'policy.ann',
    scope: practiceScope(practice_id),
    cls: classes.colleagues,
    body: { orchid_pro_user_id: 'ann', terms: { hours: 24, fee: { kind: 'flat', cents: 8000 } }, modify_datetime },
  },
];

/** Far ahead, so that they are yet to come whenever what waits arrives: what Ben proposed to Ann, and what she proposes to him. */
export const sessionsAhead = [
  { id: 'a6', clinician: 'ben', clinician_name: 'Dr. Ben', hour: '2029-03-05T15' },
  { id: 'a7', clinician: 'ann', clinician_name: 'Dr. Ann', hour: '2029-03-06T15' },
] as const;

/** What Ann changes in her calendar on her device while it is offline. */
export const calendarChanges: readonly (readonly [string, Json])[] = [
  [
    'appointment.edit',
    {
      appointment_id: 'a1',
      appointment_type_label: 'Moved in this release',
      local_start: '2026-11-27T15:00',
      zone: 'America/New_York',
      minutes: 45,
      start: '2026-11-27T20:00:00.000Z',
      place: 'outside',
      kind: 'follow-up',
      billing_type: 'insurance',
      price_cents: 9000,
      force_book_over_blocked: true,
    },
  ],
  ['session_place.say', { appointment_id: 'a1', client_state: 'WA', license_reason: 'PSYPACT' }],
  ['session_office.say', { appointment_id: 'a1', office_location_id: 'o1' }],
  ['appointment.mark_no_show', { appointment_id: 'a4', who: 'client' }],
  [
    'blocked_interval.save',
    {
      practice_id,
      label: 'Lunch',
      local_start: '2026-12-02T12:00',
      zone: 'America/New_York',
      minutes: 60,
      start: '2026-12-02T17:00:00.000Z',
    },
  ],
  ['blocked_interval.save', { practice_id, interval_id: 'kb1', removed: true }],
  [
    'appointment_type.save',
    { practice_id, label: 'First talk', price_cents: 0, minutes: 25, kind: 'free introduction' },
  ],
  ['appointment_type.save', { practice_id, appointment_type_id: 'kt1', removed: true }],
  ['appointment.decide_fee', { appointment_id: 'a4', state: 'owed' }],
  ['appointment.approve', { appointment_id: 'a4', agreed: true }],
  ['appointment.mark_held', { appointment_id: 'a2', held: true }],
  ['membership.grant', { scope: chartScope('c1'), account: 'ben', account_name: 'Dr. Ben', role: 'scheduler' }],
  ['session_transfer.propose', { appointment_id: 'a7', to: 'ben' }],
  ['session_transfer.answer', { appointment_id: 'a6', answer: 'take' }],
  ['cancellation_policy.save', { practice_id, terms: { hours: 48, fee: { kind: 'percent', percent: 50 } } }],
];
