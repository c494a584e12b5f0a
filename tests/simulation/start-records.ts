import { accountScope, chartScope, classes, personScope, practiceScope } from '../../sync/collections/classes.ts';
import { registry } from '../../sync/collections/index.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import { transferIdOf } from '../../sync/collections/session-transfer.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import { startAsked, startOnTerms, startTerms } from './oracle/expected-standing.ts';
import { appointmentBodyOf, membershipOf } from '../../sync/testing/builders.ts';

/** Sessions whose notes are written in every schedule: three of the first chart, two of the second. */
export const startAppointments = ['a1', 'a2', 'a3', 'b1', 'b2'] as const;

/** Who lives in the world, in the order in which they get devices. */
export const accounts = ['pro-1', 'pro-2', 'desk-1', 'pro-1', 'super-1', 'member-1', 'pro-2', 'guardian-1'] as const;

/** Who has which role when a schedule begins. */
export const startRoles = [
  { scope: 'practice:p1', account: 'pro-1', role: 'owner' },
  { scope: 'practice:p1', account: 'desk-1', role: 'scheduler' },
  { scope: 'practice:p1', account: 'pro-1', role: 'professional' },
  { scope: 'practice:p1', account: 'pro-2', role: 'professional' },
  { scope: 'chart:c1', account: 'pro-1', role: 'treating' },
  { scope: 'chart:c2', account: 'pro-1', role: 'treating' },
  { scope: 'chart:c2', account: 'pro-2', role: 'treating' },
  { scope: 'chart:c1', account: 'super-1', role: 'supervisor' },
  { scope: 'chart:c1', account: 'pro-2', role: 'scheduler' },
  { scope: 'chart:c1', account: 'member-1', role: 'client' },
  { scope: 'chart:c2', account: 'guardian-1', role: 'guardian' },
  { scope: 'person:c1.1', account: 'member-1', role: 'person' },
] as const;

/** Sessions that are there when a schedule begins; all are over. */
export const startSessions = [
  { id: 'a1', scope: 'chart:c1', hour: '2026-11-20T06', end: '2026-11-20T06:50:00.000Z' },
  { id: 'a2', scope: 'chart:c1', hour: '2026-11-20T07', end: '2026-11-20T07:50:00.000Z' },
  { id: 'a3', scope: 'chart:c1', hour: '2026-11-20T08', end: '2026-11-20T08:50:00.000Z' },
  { id: 'b1', scope: 'chart:c2', hour: '2026-11-21T06', end: '2026-11-21T06:50:00.000Z' },
  { id: 'b2', scope: 'chart:c2', hour: '2026-11-21T07', end: '2026-11-21T07:50:00.000Z' },
] as const;

/** Sessions that are there when a schedule begins, and are yet to come: those that are handed on. */
export const sessionsToCome = [
  { id: 't1', scope: 'chart:c1', hour: '2027-01-02T10', end: '2027-01-02T10:50:00.000Z' },
  { id: 't2', scope: 'chart:c2', hour: '2027-01-03T12', end: '2027-01-03T12:50:00.000Z' },
] as const;

/** Clinicians under the name that the practice knows. */
export const professionals: ReadonlyMap<string, string> = new Map([
  ['pro-1', 'Dr. One'],
  ['pro-2', 'Dr. Two'],
]);

/** Whether each has finished quick intake: the first was there before it, the second is on her way. */
export const startIntake: ReadonlyMap<string, boolean> = new Map([
  ['pro-1', true],
  ['pro-2', false],
]);

/** Every scope of the world. */
export const scopes: readonly string[] = [
  chartScope('c1'),
  chartScope('c2'),
  personScope('c1.1'),
  practiceScope('p1'),
  ...[...new Set(accounts)].map((sub) => accountScope(sub)),
];

/** A small practice: two clinicians, a supervisor, a client and a guardian. */
export function startRecords(): readonly StoredRecord[] {
  return [
    practice,
    ...startRoles.map(({ account, scope, role }) =>
      member({ scope, account, role, access: delegated.has(`${account} ${scope}`) ? 'delegated' : 'own' }),
    ),
    chart('c1'),
    card('c1'),
    person,
    chart('c2'),
    card('c2'),
    ...[...professionals].map(([sub, name]) => professional(sub, name)),
    accountOf('member-1', { user_type: 'member', first_name: 'Mia', last_name: 'One', display_name: 'Mia One' }),
    ...[...professionals].flatMap(([sub, name]) => [clinicianAccount(sub, name), practises(sub)]),
    unfinished,
    ...[...startSessions, ...sessionsToCome].map(({ id, scope, hour }) => session(scope, id, hour)),
    ...sessionsToCome.map(({ id, scope }) => proposal(scope, id)),
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

/** The client, as the practice keeps them. */
const person = make({
  collection: 'chart_person',
  id: 'c1.1',
  scope: personScope('c1.1'),
  cls: classes.contact,
  body: { chart_id: 'c1', first_name: 'Mia', last_name: 'One', cognito_sub: 'member-1' },
});

/** The client and the clinicians have accounts of their own to say something in; others have none. */
function accountOf(sub: string, names: Readonly<Record<string, string>>): StoredRecord {
  return own('account', sub, sub, { ...names, timezone: 'UTC', modify_datetime: toInstant(0) });
}

function clinicianAccount(sub: string, display_name: string): StoredRecord {
  const names = { first_name: 'Ann', last_name: display_name.replace('Dr. ', ''), display_name };
  return accountOf(sub, { user_type: 'orchid_pro', ...names, practice_id: 'p1' });
}

function practises(sub: string): StoredRecord {
  return own('orchid_pro_type', `type.${sub}`, sub, {
    orchid_pro_type: { type: 'therapist', specialty: { specialty: '', sub_specialty: '' } },
    create_datetime: toInstant(0),
    modify_datetime: toInstant(0),
    marked_deleted_datetime: null,
  });
}

function own(collection: string, id: string, sub: string, body: Json): StoredRecord {
  return make({ collection, id, scope: accountScope(sub), cls: classes.own, body });
}

const unfinished = own('professional_record', 'pro-2', 'pro-2', {
  confirmed: {},
  signup_form_finished: false,
  modify_datetime: toInstant(0),
});

/** Whose role in a chart was given by a colleague: a device shows that for three days without contact, and not for thirty. */
const delegated: ReadonlySet<string> = new Set(['pro-2 chart:c1', 'pro-2 chart:c2', 'super-1 chart:c1']);

function member({
  scope,
  account,
  role,
  access,
}: Pick<Membership, 'account' | 'role' | 'access'> & { readonly scope: string }): StoredRecord {
  return make({
    collection: 'membership',
    id: membershipId(scope, account, role),
    scope,
    cls: classes.access,
    body: membershipOf(account, { role, access, account_name: nameOfAccount(account), from: toInstant(0) }),
  });
}

function nameOfAccount(sub: string): string {
  return professionals.get(sub) ?? (sub === 'desk-1' ? 'Front Desk' : sub);
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

function session(scope: string, id: string, hour: string): StoredRecord {
  return make({
    collection: 'appointment',
    id,
    scope,
    cls: classes.scheduling,
    body: appointmentBodyOf({
      local_start: `${hour}:00`,
      start: `${hour}:00:00.000Z`,
      end: `${hour}:50:00.000Z`,
      ...(startAsked.includes(id) ? { status: 'invited' } : {}),
      ...(startOnTerms.includes(id) ? { late: startTerms } : {}),
    }),
  });
}

/** The first clinician has asked the second to take it over. */
function proposal(scope: string, appointment_id: string): StoredRecord {
  const [from, to] = ['pro-1', 'pro-2'] as const;
  const names = { from_name: professionals.get(from) ?? '', to_name: professionals.get(to) ?? '' };
  return make({
    collection: 'session_transfer',
    id: transferIdOf(appointment_id),
    scope,
    cls: classes.scheduling,
    body: { appointment_id, from, to, ...names, state: 'proposed', modify_datetime: toInstant(0) },
  });
}
