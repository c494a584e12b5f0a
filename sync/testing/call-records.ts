import { accountScope, chartScope, classes, personScope, practiceScope } from '../collections/classes.ts';
import { noteIdOf } from '../collections/appointment.ts';
import type { ChartInvite } from '../collections/chart-invite.ts';
import { registry } from '../collections/index.ts';
import { membershipId } from '../collections/membership.ts';
import type { Note } from '../collections/note-body.ts';
import { sampleIdsOf } from '../collections/sample.ts';
import type { StoredRecord } from '../core/record.ts';
import { appointmentBodyOf, membershipOf, noteEditArgs } from './builders.ts';

export const scope = chartScope('c1');
export const record = (
  part: Pick<StoredRecord, 'collection' | 'id' | 'cls' | 'body'> & Partial<StoredRecord>,
): StoredRecord => ({
  scope,
  version: 1,
  shape: registry.collections.get(part.collection)?.shape ?? 1,
  stamps: {},
  ...part,
});
export const session = (change = {}, id = 'a1'): StoredRecord =>
  record({ collection: 'appointment', id, cls: classes.scheduling, body: appointmentBodyOf(change) });
export const noteBodyOf = (change: Partial<Note> = {}): Note => ({
  note_schema_id: 'soap-note',
  note_schema_revision: 1,
  appointment_id: 'a1',
  author: 'pro-1',
  author_name: 'Dr. One',
  started: '2026-11-21T08:55:00.000Z',
  session_start: '2026-11-21T08:00:00.000Z',
  answers: { plan: 'Walk daily.' },
  written: { plan: { at: '2026-11-21T08:55:00.000Z', by: 'pro-1' } },
  others: [],
  ...change,
});
export const note = (change: Partial<Note> = {}, stamps: Record<string, string> = { plan: 'u1' }): StoredRecord =>
  record({ collection: 'note', id: noteIdOf('a1'), cls: classes.careTeam, body: noteBodyOf(change), stamps });
export const edit = (plan: string) => ({
  name: 'note.edit',
  args: noteEditArgs({ plan }),
});
export const sign = (seen: Record<string, string>) => ({
  name: 'note.sign',
  args: { appointment_id: 'a1', name: 'Dr. One', seen },
});

export const booking = {
  chart_id: 'c1',
  appointment_type_label: 'Individual session',
  local_start: '2026-11-22T10:00',
  zone: 'UTC',
  start: '2026-11-22T10:00:00.000Z',
  end: '2026-11-22T10:50:00.000Z',
  clinician_name: 'Dr. One',
  practice_id: 'p1',
  place: 'in-person' as const,
};
export const member = record({
  collection: 'membership',
  id: membershipId(scope, 'pro-2', 'supervisor'),
  cls: classes.access,
  body: membershipOf('pro-2', { role: 'supervisor' }),
});
export const owner = record({
  collection: 'membership',
  id: membershipId(scope, 'pro-1', 'treating'),
  cls: classes.access,
  body: membershipOf('pro-1'),
});
export const chart = record({
  collection: 'chart',
  id: 'c1',
  cls: classes.careTeam,
  body: {
    patient_type: 'individual',
    client_status: 'active',
    presenting_problem: '',
    opened: '2026-01-01T00:00:00.000Z',
    practice_id: 'p1',
  },
});
export const colleague = record({
  collection: 'professional',
  id: 'pro-3',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { cognito_sub: 'pro-3', display_name: 'Dr. Three', medical_degree: 'PhD' },
});
export const profileOf = (sub: string): StoredRecord =>
  record({
    collection: 'professional',
    id: sub,
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { cognito_sub: sub, display_name: 'Dr. One', medical_degree: 'PhD' },
  });
export const card = record({
  collection: 'client_card',
  id: 'c1',
  cls: classes.scheduling,
  body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' },
});
export const person = record({
  collection: 'chart_person',
  id: 'c1.1',
  scope: personScope('c1.1'),
  cls: classes.contact,
  body: { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', dob: '1980-03-04' },
});
export const proposal = record({
  collection: 'person_proposal',
  id: 'c1.1',
  scope: personScope('c1.1'),
  cls: classes.contact,
  body: { chart_id: 'c1', told: { last_name: { value: 'Lovelace', at: '2026-11-20T09:00:00.000Z' } } },
});
export const inviteOf = (change: Partial<ChartInvite>): StoredRecord =>
  record({
    collection: 'chart_invite',
    id: 'i1',
    cls: classes.access,
    body: {
      chart_id: 'c1',
      person_id: 'c1.1',
      way: 'mail',
      email: 'ada@test.invalid',
      made_by: 'pro-1',
      made_by_name: 'Dr. One',
      made: '2026-11-20T09:00:00.000Z',
      until: '2026-12-04T09:00:00.000Z',
      state: 'open',
      ...change,
    },
  });
export const joined = {
  joined_as: 'member-1',
  joined_email: 'ada@home.invalid',
  joined_at: '2026-11-20T10:00:00.000Z',
};
export const treats = record({
  collection: 'membership',
  id: membershipId(scope, 'pro-3', 'treating'),
  cls: classes.access,
  body: membershipOf('pro-3'),
});
const staff = (change: Parameters<typeof membershipOf>[1]): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(practiceScope('p1'), 'desk-1', 'scheduler'),
    scope: practiceScope('p1'),
    cls: classes.access,
    body: membershipOf('desk-1', { role: 'scheduler', account_name: 'Desk One', ...change }),
  });
export const desk = staff({});
export const formerDesk = staff({ ended: '2026-11-01T00:00:00.000Z' });
export const accountOf = (sub: string, user_type: 'member' | 'orchid_pro' = 'member'): StoredRecord =>
  record({
    collection: 'account',
    id: sub,
    scope: accountScope(sub),
    cls: classes.own,
    body: {
      user_type,
      first_name: 'Ada',
      last_name: 'Test',
      display_name: 'Ada Test',
      timezone: 'UTC',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  });
export const professionals = [accountOf('someone', 'orchid_pro'), accountOf('pro-1', 'orchid_pro')];
export const practises = (sub: string): StoredRecord =>
  record({
    collection: 'orchid_pro_type',
    id: 't1',
    scope: accountScope(sub),
    cls: classes.own,
    body: {
      orchid_pro_type: { type: 'therapist', specialty: { specialty: '', sub_specialty: '' } },
      create_datetime: '2026-11-20T09:00:00.000Z',
      modify_datetime: '2026-11-20T09:00:00.000Z',
      marked_deleted_datetime: null,
    },
  });
export const practisingAccounts = professionals.map((one) => ({
  ...one,
  body: { ...(one.body as object), practice_id: 'p1' },
}));
export const otherChart = { ...chart, id: 'c2', scope: chartScope('c2') };
export const otherCard = { ...card, id: 'c2', scope: chartScope('c2') };
export const otherTreats = (sub: string): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(chartScope('c2'), sub, 'treating'),
    scope: chartScope('c2'),
    cls: classes.access,
    body: membershipOf(sub),
  });
/** One of next week, held by who tries. */
export const toCome = (): StoredRecord =>
  session({
    clinician: 'someone',
    local_start: '2026-11-30T08:00',
    start: '2026-11-30T08:00:00.000Z',
    end: '2026-11-30T08:50:00.000Z',
  });
export const transfer = record({
  collection: 'session_transfer',
  id: 'transfer.a1',
  cls: classes.scheduling,
  body: {
    appointment_id: 'a1',
    to: 'pro-3',
    to_name: 'Dr. Three',
    from: 'someone',
    from_name: 'Dr. One',
    state: 'proposed',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
});
export const wish = record({
  collection: 'session_wish',
  id: 'wish.a1',
  cls: classes.scheduling,
  body: {
    appointment_id: 'a1',
    asked_by: 'member-1',
    times: [{ local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' }],
    seen_start: '2026-11-30T08:00:00.000Z',
    state: 'asked',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
});
/** Where somebody sees people. */
export const officeOf = (sub: string, change = {}): StoredRecord =>
  record({
    collection: 'office_location',
    id: `place-${sub}`,
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: {
      office_name: 'Elm Street',
      session_location_type: 'in-person',
      office_address_line1: '1 Elm St',
      office_address_line2: '',
      office_city: 'Denver',
      office_state: 'CO',
      office_zipcode: '80202',
      orchid_pro_user_id: sub,
      modify_datetime: '2026-11-20T09:00:00.000Z',
      ...change,
    },
  });
const repeats = { id: 's1', date: '2026-11-30' };
/** The same, as one of a series. */
export const ofSeries = (): StoredRecord => {
  const { body, ...one } = toCome();
  return { ...one, id: 'appointment.s1.2026-11-30', body: { ...(body as object), series: repeats } };
};
export const series = record({
  collection: 'appointment_series',
  id: 's1',
  cls: classes.scheduling,
  body: {
    clinician: 'pro-3',
    clinician_name: 'Dr. Three',
    practice_id: 'p1',
    first: '2026-11-30',
    rule: { unit: 'week', every: 1, ends: { kind: 'open' } },
    plan: [
      {
        from: '2026-11-30',
        days: 0,
        time: '08:00',
        zone: 'UTC',
        minutes: 50,
        facts: { appointment_type_label: 'Individual', place: 'telehealth' },
      },
    ],
    laid_through: '2026-11-30',
    create_datetime: '2026-11-20T09:00:00.000Z',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
});
export const unplaced = record({
  collection: 'unplaced_session',
  id: 'unplaced.s1.2026-11-30',
  cls: classes.scheduling,
  body: {
    series: repeats,
    local_start: '2026-11-30T08:00',
    zone: 'UTC',
    minutes: 50,
    start: '2026-11-30T08:00:00.000Z',
    end: '2026-11-30T08:50:00.000Z',
    clinician: 'pro-3',
    clinician_name: 'Dr. Three',
    practice_id: 'p1',
    appointment_type_label: 'Individual',
    why: 'conflicting_session',
    taken: [],
    state: 'open',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
});
export const archivedCard = { ...card, body: { ...(card.body as object), archived: '2026-11-01T09:00:00.000Z' } };
/** The samples of both who try, with access to them. */
export const sampleOf = (sample: 'shown' | 'removed'): readonly StoredRecord[] =>
  ['someone', 'pro-1'].flatMap((sub) => {
    const id = sampleIdsOf(sub).chart;
    const place = chartScope(id);
    return [
      { ...chart, id, scope: place, body: { ...(chart.body as object), sample } },
      { ...card, id, scope: place, body: { ...(card.body as object), sample } },
      { ...otherTreats(sub), id: membershipId(place, sub, 'treating'), scope: place },
    ];
  });
/** Held by who tries: who sees the sessions alone plans no others. */
