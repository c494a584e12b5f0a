import { accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import type { Json } from '../../sync/core/record.ts';

/** The address book, and what new clients are asked, when a release is kept. */
export const clientRecords = [
  {
    collection: 'contact',
    id: 'k1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: {
      kind: 'referrer',
      name: 'Dr. Far',
      organization: 'Elm Clinic',
      phone_number: '3035550102',
      email: 'far@test.invalid',
      remark: 'Tuesdays',
      modify_datetime: '2026-11-19T09:00:00.000Z',
    },
  },
  {
    collection: 'client_info',
    id: 'ann',
    scope: accountScope('ann'),
    cls: classes.own,
    body: { asked: ['dob', 'email'], timezone: 'America/Denver', modify_datetime: '2026-11-19T09:00:00.000Z' },
  },
];

const merged = { chart_id: 'c1', other_chart_id: 'c2' };

/** What Ann changes of clients on her device while it is offline. */
export const clientChanges: readonly (readonly [string, Json])[] = [
  [
    'chart_person.edit',
    {
      chart_id: 'c1',
      person_id: 'c1.1',
      phone_number: '3035550103',
      dob: '',
      guardian_name: 'Bo Test',
      insurance_provider: 'Kept Insurance',
    },
  ],
  ['chart.set_status', { chart_id: 'c1', client_status: 'waitlist' }],
  ['chart.merge', merged],
  ['chart.restore', { chart_id: 'c2' }],
  ['chart.archive', { chart_id: 'c2' }],
  ['contact.save', { practice_id: 'p1', contact_id: 'k1', remark: 'Fridays', removed: true }],
  ['contact.save', { practice_id: 'p1', kind: 'emergency', name: 'Night line' }],
  ['client_info.save', { asked: ['insurance', 'dob'], timezone: '' }],
  ['sample.seed', { note_schema_id: 'soap-note', note_schema_revision: 1 }],
  ['sample.remove', {}],
  ['sample.bring_back', {}],
  ['account.set_timezone', { timezone: 'America/Denver' }],
];
