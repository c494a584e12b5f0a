import { accountScope, chartScope, classes, personScope, practiceScope } from '../collections/classes.ts';
import { noteIdOf } from '../collections/appointment.ts';
import type { ChartInvite } from '../collections/chart-invite.ts';
import { registry } from '../collections/index.ts';
import { membershipId } from '../collections/membership.ts';
import type { Note } from '../collections/note-body.ts';
import { sampleIdsOf } from '../collections/sample.ts';
import type { Json, StoredRecord } from '../core/record.ts';
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

const booking = {
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
const member = record({
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
const colleague = record({
  collection: 'professional',
  id: 'pro-3',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { cognito_sub: 'pro-3', display_name: 'Dr. Three', medical_degree: 'PhD' },
});
const profileOf = (sub: string): StoredRecord =>
  record({
    collection: 'professional',
    id: sub,
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { cognito_sub: sub, display_name: 'Dr. One', medical_degree: 'PhD' },
  });
const card = record({
  collection: 'client_card',
  id: 'c1',
  cls: classes.scheduling,
  body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' },
});
const person = record({
  collection: 'chart_person',
  id: 'c1.1',
  scope: personScope('c1.1'),
  cls: classes.contact,
  body: { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', dob: '1980-03-04' },
});
const proposal = record({
  collection: 'person_proposal',
  id: 'c1.1',
  scope: personScope('c1.1'),
  cls: classes.contact,
  body: { chart_id: 'c1', told: { last_name: { value: 'Lovelace', at: '2026-11-20T09:00:00.000Z' } } },
});
const inviteOf = (change: Partial<ChartInvite>): StoredRecord =>
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
const joined = { joined_as: 'member-1', joined_email: 'ada@home.invalid', joined_at: '2026-11-20T10:00:00.000Z' };
const treats = record({
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
const desk = staff({});
const formerDesk = staff({ ended: '2026-11-01T00:00:00.000Z' });
const accountOf = (sub: string, user_type: 'member' | 'orchid_pro' = 'member'): StoredRecord =>
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
const professionals = [accountOf('someone', 'orchid_pro'), accountOf('pro-1', 'orchid_pro')];
const practises = (sub: string): StoredRecord =>
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
const practisingAccounts = professionals.map((one) => ({
  ...one,
  body: { ...(one.body as object), practice_id: 'p1' },
}));
const otherChart = { ...chart, id: 'c2', scope: chartScope('c2') };
const otherCard = { ...card, id: 'c2', scope: chartScope('c2') };
const otherTreats = (sub: string): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(chartScope('c2'), sub, 'treating'),
    scope: chartScope('c2'),
    cls: classes.access,
    body: membershipOf(sub),
  });
/** One of next week, held by who tries. */
const toCome = (): StoredRecord =>
  session({
    clinician: 'someone',
    local_start: '2026-11-30T08:00',
    start: '2026-11-30T08:00:00.000Z',
    end: '2026-11-30T08:50:00.000Z',
  });
const transfer = record({
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
const wish = record({
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
const ofSeries = (): StoredRecord => {
  const { body, ...one } = toCome();
  return { ...one, id: 'appointment.s1.2026-11-30', body: { ...(body as object), series: repeats } };
};
const series = record({
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
const unplaced = record({
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
const archivedCard = { ...card, body: { ...(card.body as object), archived: '2026-11-01T09:00:00.000Z' } };
/** The samples of both who try, with access to them. */
const sampleOf = (sample: 'shown' | 'removed'): readonly StoredRecord[] =>
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
const own = { clinician: 'someone' };
const calls: Readonly<Record<string, readonly StoredRecord[]>> = {
  'note.edit': [session()],
  'note.choose': [session(), note()],
  'note.sign': [session(), note()],
  'note.addend': [session(), note({ signed: { at: '2026-11-21T08:58:00.000Z', by: 'pro-1', name: 'Dr. One' } })],
  'account.set_timezone': [accountOf('someone'), accountOf('pro-1')],
  'appointment.approve': [session({ ...own, status: 'invited' })],
  'appointment.book': [card, treats, colleague],
  'appointment_series.book': [card, treats, colleague],
  'appointment_series.cancel': [ofSeries(), series],
  'appointment_series.edit': [ofSeries(), series],
  'appointment_series.extend': [card, treats, colleague, series],
  'appointment_series.let_end': [series],
  'appointment_series.restore': [
    card,
    {
      ...ofSeries(),
      body: { ...(ofSeries().body as object), status: 'cancelled_orchid_pro' },
      stamps: { status: 'u1' },
    },
    {
      ...series,
      body: { ...(series.body as object), until: '2026-11-29', cancels: [{ uid: 'u1', date: '2026-11-29' }] },
    },
  ],
  'unplaced_session.drop': [series, unplaced],
  'unplaced_session.place': [card, treats, series, unplaced],
  'appointment.decide_fee': [
    session({ ...own, late_fee: { cents: 5000, at: '2026-11-21T08:00:00.000Z', state: 'proposed' } }),
  ],
  'appointment.create': [],
  'appointment.edit': [session(own)],
  'appointment.mark_held': [session(own)],
  'appointment.mark_no_show': [session(own)],
  'appointment_type.save': [],
  'availability_opening.save': [],
  'availability_period.save': [],
  'blocked_interval.save': [],
  'booking_rules.save': [],
  'cancellation_policy.save': [],
  'appointment.cancel': [session(own), note()],
  'appointment.restore': [
    session({ ...own, status: 'cancelled_patient' }),
    note({ archived: '2026-11-20T09:00:00.000Z' }),
  ],
  'chart.archive': [card],
  'chart.confirm_joined': [chart, card, person, inviteOf({ ...joined, state: 'asks_clinician' })],
  'chart.create': [...professionals, profileOf('someone'), profileOf('pro-1')],
  'chart.invite': [chart, card, person],
  'chart.merge': [chart, card, otherChart, otherCard, otherTreats('someone'), otherTreats('pro-1')],
  'chart.restore': [archivedCard],
  'chart.set_status': [chart],
  'chart.undo_joining': [chart, card, person, inviteOf({ ...joined, state: 'asks_birth_date' })],
  'chart.view': [chart],
  'chart.withdraw_invite': [inviteOf({})],
  'chart_person.edit': [chart, card, person],
  'client_info.save': professionals,
  'contact.save': [],
  'membership.grant': [owner, chart, colleague],
  'membership.revoke': [member],
  'orchid_pro_type.create': professionals,
  'orchid_pro_type.update': [...professionals, practises('pro-1')],
  'person_proposal.answer': [chart, card, person, proposal],
  'practice.give_role': [formerDesk],
  'practice.end_role': [desk],
  'public_profile.set': [profileOf('someone'), profileOf('pro-1')],
  'member_profile.save': [accountOf('someone'), accountOf('pro-1')],
  'professional_record.save': professionals,
  'profile_photo.set': [accountOf('someone'), accountOf('pro-1')],
  'series_office.say': [series, officeOf('pro-3')],
  'session_office.say': [session(own), officeOf('someone')],
  'series_place.say': [series],
  'session_place.say': [session()],
  'session_transfer.answer': [toCome(), transfer],
  'session_transfer.propose': [toCome(), colleague, treats],
  'session_wish.answer': [toCome(), wish],
  'session_wish.ask': [toCome()],
  'session_wish.withdraw': [toCome(), wish],
  'unavailability.save': [],
  'sample.bring_back': sampleOf('removed'),
  'sample.remove': sampleOf('shown'),
  'sample.seed': [...practisingAccounts, profileOf('someone'), profileOf('pro-1')],
};
const argsOf: Readonly<Record<string, Json>> = {
  'note.edit': edit('Rest.').args,
  'note.choose': { appointment_id: 'a1', field: 'plan', value: 'Rest.', seen: ['u1'] },
  'note.sign': sign({ plan: 'u1' }).args,
  'note.addend': { appointment_id: 'a1', text: 'Later: the dose was halved.' },
  'account.set_timezone': { timezone: 'America/Denver' },
  'appointment.book': {
    chart_id: 'c1',
    clinician: 'pro-3',
    appointment_type_label: 'Individual session',
    local_start: '2026-11-22T10:00',
    zone: 'UTC',
    minutes: 50,
    start: '2026-11-22T10:00:00.000Z',
    place: 'office_location',
  },
  'appointment_series.book': {
    chart_id: 'c1',
    clinician: 'pro-3',
    appointment_type_label: 'Individual',
    place: 'telehealth',
    local_start: '2026-11-30T08:00',
    zone: 'UTC',
    minutes: 50,
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 3 } },
    sessions: [{ date: '2026-11-30' }, { date: '2026-12-07' }],
  },
  'appointment_series.cancel': { appointment_id: 'appointment.s1.2026-11-30', reach: 'following' },
  'appointment_series.edit': { appointment_id: 'appointment.s1.2026-11-30', reach: 'all', place: 'outside' },
  'appointment_series.extend': { series_id: 's1', ends: { kind: 'open' }, through: '2026-12-20' },
  'appointment_series.let_end': { series_id: 's1', ends_well: true },
  'appointment_series.restore': { series_id: 's1', cancelled: 'u1' },
  'unplaced_session.drop': { unplaced_id: 'unplaced.s1.2026-11-30', dropped: true },
  'unplaced_session.place': {
    unplaced_id: 'unplaced.s1.2026-11-30',
    local_start: '2026-11-30T10:00',
    zone: 'UTC',
    minutes: 50,
    start: '2026-11-30T10:00:00.000Z',
  },
  'appointment.approve': { appointment_id: 'a1', agreed: true },
  'appointment.create': booking,
  'appointment.decide_fee': { appointment_id: 'a1', state: 'waived' },
  'cancellation_policy.save': { practice_id: 'p1', terms: { hours: 24, fee: { kind: 'flat', cents: 5000 } } },
  'appointment.edit': { appointment_id: 'a1', place: 'outside' },
  'appointment.mark_held': { appointment_id: 'a1', held: true },
  'appointment.mark_no_show': { appointment_id: 'a1', who: 'client' },
  'appointment_type.save': { practice_id: 'p1', label: 'Talk', price_cents: 9000, minutes: 50, kind: 'regular' },
  'availability_opening.save': {
    practice_id: 'p1',
    local_start: '2026-11-22T12:00',
    zone: 'UTC',
    minutes: 120,
    start: '2026-11-22T12:00:00.000Z',
  },
  'availability_period.save': { practice_id: 'p1', weekday: 2, from: 540, to: 1020, zone: 'America/New_York' },
  'booking_rules.save': { practice_id: 'p1', buffer_minutes: 10 },
  'blocked_interval.save': {
    practice_id: 'p1',
    label: 'Lunch',
    local_start: '2026-11-22T12:00',
    zone: 'UTC',
    minutes: 60,
    start: '2026-11-22T12:00:00.000Z',
  },
  'appointment.cancel': { appointment_id: 'a1' },
  'appointment.restore': { appointment_id: 'a1' },
  'chart.archive': { chart_id: 'c1' },
  'chart.confirm_joined': { chart_id: 'c1', invite_id: 'i1' },
  'chart.create': {
    practice_id: 'p1',
    people: [{ first_name: 'Ada', last_name: 'Lovelace' }],
    timezone: 'America/Denver',
  },
  'chart.invite': { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: 'ada@test.invalid' },
  'chart.merge': { chart_id: 'c1', other_chart_id: 'c2' },
  'chart.restore': { chart_id: 'c1' },
  'chart.set_status': { chart_id: 'c1', client_status: 'waitlist' },
  'chart.undo_joining': { chart_id: 'c1', invite_id: 'i1' },
  'chart.view': { chart_id: 'c1' },
  'chart.withdraw_invite': { chart_id: 'c1', invite_id: 'i1' },
  'chart_person.edit': { chart_id: 'c1', person_id: 'c1.1', pronouns: 'she/her' },
  'client_info.save': { asked: ['dob'] },
  'contact.save': { practice_id: 'p1', kind: 'referrer', name: 'Dr. Far' },
  'membership.grant': { scope, account: 'pro-3', account_name: 'Dr. Three', role: 'supervisor' },
  'orchid_pro_type.create': { type: 'physician', specialty: { specialty: 'Psychiatry', sub_specialty: '' } },
  'orchid_pro_type.update': { orchid_pro_type_id: 't1', type: 'psychologist' },
  'practice.give_role': { practice_id: 'p1', account: 'desk-1', account_name: 'Desk One', role: 'scheduler' },
  'person_proposal.answer': { chart_id: 'c1', person_id: 'c1.1', told: { last_name: 'Lovelace' }, answer: 'taken' },
  'practice.end_role': { practice_id: 'p1', membership_id: desk.id },
  'public_profile.set': { practice_id: 'p1', is_open: true },
  'membership.revoke': { scope, membership_id: member.id },
  'member_profile.save': { home_city: 'Denver' },
  'professional_record.save': { office_city: 'Denver' },
  'profile_photo.set': { image: '/9j/4AAQ' },
  'session_transfer.answer': { appointment_id: 'a1', answer: 'withdraw' },
  'session_transfer.propose': { appointment_id: 'a1', to: 'pro-3' },
  'session_wish.answer': {
    appointment_id: 'a1',
    answer: 'take',
    local_start: '2026-12-01T10:00',
    zone: 'UTC',
    start: '2026-12-01T10:00:00.000Z',
  },
  'session_wish.ask': {
    appointment_id: 'a1',
    times: [{ local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' }],
    words: 'Mornings suit better.',
  },
  'session_wish.withdraw': { appointment_id: 'a1' },
  'series_office.say': { series_id: 's1', office_location_id: 'place-pro-3' },
  'session_office.say': { appointment_id: 'a1', office_location_id: 'place-someone' },
  'series_place.say': { series_id: 's1', client_state: 'WA' },
  'session_place.say': { appointment_id: 'a1', client_state: 'WA' },
  'unavailability.save': {
    practice_id: 'p1',
    from_date: '2026-12-24',
    to_date: '2027-01-02',
    zone: 'America/New_York',
  },
  'sample.bring_back': {},
  'sample.remove': {},
  'sample.seed': { note_schema_id: 'soap-note', note_schema_revision: 1 },
};

/** A call of each mutator that who may make it succeeds with, and the records that it needs. */
export function sampleCall(name: string): { readonly records: readonly StoredRecord[]; readonly args: Json } {
  const [records, args] = [calls[name], argsOf[name]];
  if (!records || args === undefined) throw new Error(`no sample call of ${name}`);
  return { records, args };
}

export const sampledNames = Object.keys(calls);
