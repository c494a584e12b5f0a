import { accountScope, chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { registry } from '../../sync/collections/index.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { appointmentBodyOf, membershipOf } from '../../sync/testing/builders.ts';

/** Sessions whose notes are written in every schedule: three of the first chart, two of the second. */
export const startAppointments = ['a1', 'a2', 'a3', 'b1', 'b2'] as const;

/** Who lives in the world, in the order in which they get devices. */
export const accounts = ['pro-1', 'pro-2', 'desk-1', 'pro-1', 'super-1', 'member-1', 'pro-2', 'guardian-1'] as const;

/** Clinicians under the name that the practice knows. */
export const professionals: ReadonlyMap<string, string> = new Map([
  ['pro-1', 'Dr. One'],
  ['pro-2', 'Dr. Two'],
]);

/** Every scope of the world. */
export const scopes: readonly string[] = [
  chartScope('c1'),
  chartScope('c2'),
  practiceScope('p1'),
  ...[...new Set(accounts)].map((sub) => accountScope(sub)),
];

/** A small practice: two clinicians, a supervisor, a client and a guardian. */
export function startRecords(): readonly StoredRecord[] {
  return [
    practice,
    member(practiceScope('p1'), 'pro-1', 'owner'),
    member(practiceScope('p1'), 'desk-1', 'scheduler', 'Front Desk'),
    member(practiceScope('p1'), 'pro-1', 'professional'),
    member(practiceScope('p1'), 'pro-2', 'professional', 'Dr. Two'),
    member(chartScope('c1'), 'pro-1', 'treating'),
    member(chartScope('c2'), 'pro-1', 'treating'),
    member(chartScope('c2'), 'pro-2', 'treating'),
    member(chartScope('c1'), 'super-1', 'supervisor'),
    member(chartScope('c1'), 'member-1', 'client'),
    member(chartScope('c2'), 'guardian-1', 'guardian'),
    chart('c1'),
    card('c1'),
    chart('c2'),
    card('c2'),
    ...[...professionals].map(([sub, name]) => professional(sub, name)),
    session('c1', 'a1', '2026-11-20T06'),
    session('c1', 'a2', '2026-11-20T07'),
    session('c1', 'a3', '2026-11-20T08'),
    session('c2', 'b1', '2026-11-21T06'),
    session('c2', 'b2', '2026-11-21T07'),
  ];
}

/** What the next release brings: a collection that this build does not have. */
export function recordsOfTomorrow(): readonly StoredRecord[] {
  const body = { to: 'Dr. Far' };
  return ['c1', 'c2'].map((id) =>
    make({ collection: 'referral', id: `r-${id}`, scope: chartScope(id), cls: classes.careTeam, body }),
  );
}

function make(record: Omit<StoredRecord, 'version' | 'shape' | 'stamps'>): StoredRecord {
  const shape = registry.collections.get(record.collection)?.shape ?? 1;
  return { ...record, version: 1, shape, stamps: {} };
}

const practice = make({
  collection: 'practice',
  id: 'p1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { name: 'Small Practice', zone: 'UTC' },
});

function member(scope: string, account: string, role: Membership['role'], name = account): StoredRecord {
  return make({
    collection: 'membership',
    id: membershipId(scope, account, role),
    scope,
    cls: classes.access,
    body: membershipOf(account, { role, account_name: name, from: toInstant(0) }),
  });
}

function chart(id: string): StoredRecord {
  return make({
    collection: 'chart',
    id,
    scope: chartScope(id),
    cls: classes.careTeam,
    body: {
      patient_type: 'individual',
      client_status: 'active',
      presenting_problem: '',
      opened: toInstant(0),
      practice_id: 'p1',
    },
  });
}

function card(id: string): StoredRecord {
  return make({
    collection: 'client_card',
    id,
    scope: chartScope(id),
    cls: classes.scheduling,
    body: { first_name: 'Ada', last_name: id, timezone: 'UTC', practice_id: 'p1' },
  });
}

function professional(sub: string, name: string): StoredRecord {
  return make({
    collection: 'professional',
    id: sub,
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { cognito_sub: sub, display_name: name, medical_degree: '' },
  });
}

function session(chartId: string, id: string, hour: string): StoredRecord {
  return make({
    collection: 'appointment',
    id,
    scope: chartScope(chartId),
    cls: classes.scheduling,
    body: appointmentBodyOf({ local_start: `${hour}:00`, start: `${hour}:00:00.000Z`, end: `${hour}:50:00.000Z` }),
  });
}
