import { Temporal } from 'temporal-polyfill';
import type { Appointment } from '../../sync/collections/appointment.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { accountScope, chartScope, classes, practiceScope, talkScope } from '../../sync/collections/classes.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json } from '../../sync/core/record.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { familyNames, givenNames } from './names.ts';
import { banks, slots } from './note-sentences.ts';
import { createSeeded, type Seeded } from './seeded.ts';

/** A record before the store has given it a version. */
export interface GeneratedRecord {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
  readonly body: Json;
  /** Fields under conflict control; the seed stamps them with one uid. */
  readonly fields: readonly string[];
}

export interface GeneratedAccount {
  readonly sub: string;
  readonly email: string;
  readonly user_type: 'member' | 'orchid_pro';
  readonly first_name: string;
  readonly last_name: string;
  readonly display_name: string;
  readonly timezone: string;
}

export interface GeneratedPractice {
  readonly practiceId: string;
  readonly practiceName: string;
  readonly accounts: readonly GeneratedAccount[];
  /** In an order in which they can be written: memberships of a scope before what lies in it. */
  readonly records: readonly GeneratedRecord[];
}

export interface PracticeSize {
  readonly clinicians: number;
  readonly clients: number;
  readonly monthsBack: number;
  readonly monthsAhead: number;
  readonly sessionsPerDay: number;
  /** Exact counts, for the bench; absent: what the calendar yields. */
  readonly appointments?: number;
  readonly notes?: number;
  readonly assessments?: number;
  readonly messages: number;
}

export const practiceSizes = {
  demo: { clinicians: 2, clients: 60, monthsBack: 9, monthsAhead: 3, sessionsPerDay: 6, messages: 0 },
  solo5y: {
    clinicians: 1,
    clients: 375,
    monthsBack: 57,
    monthsAhead: 3,
    sessionsPerDay: 6,
    appointments: 5760,
    notes: 4900,
    assessments: 4900,
    messages: 22_500,
  },
} as const satisfies Record<string, PracticeSize>;

const zone = 'America/New_York';
const clinicians = [
  { email: 'clinician@demo.test', first: 'Maya', last: 'Lindqvist', degree: 'PhD' },
  { email: 'colleague@demo.test', first: 'Daniel', last: 'Okoro', degree: 'LCSW' },
] as const;
/** Starts of a working day, with the gaps that a day has. */
const dayStarts = ['09:00', '10:00', '11:15', '13:00', '14:00', '15:15', '16:30', '17:30'] as const;
const labels = [
  'Individual session',
  'Individual session',
  'Individual session',
  'Follow-up',
  'Couple session',
  'Initial assessment',
] as const;

interface Chart {
  readonly id: string;
  readonly clinician: GeneratedAccount;
  readonly weekdayShift: number;
}

/**
 * A whole practice from a seed and the day it is looked at: names, charts, sessions on weekdays between nine and six,
 * SOAP notes of 150–400 words, questionnaires, opaque messages. Pure: same input, same practice.
 */
export function generatePractice(options: {
  readonly seed: number;
  readonly anchor: string;
  readonly size: PracticeSize;
}): GeneratedPractice {
  const seeded = createSeeded(options.seed);
  const { size, anchor } = options;
  const practiceId = seeded.id();
  const pros = clinicians.slice(0, size.clinicians).map((pro): GeneratedAccount => ({
    sub: seeded.id(),
    email: pro.email,
    user_type: 'orchid_pro',
    first_name: pro.first,
    last_name: pro.last,
    display_name: `Dr. ${pro.first} ${pro.last}`,
    timezone: zone,
  }));
  const member: GeneratedAccount = {
    sub: seeded.id(),
    email: 'member@demo.test',
    user_type: 'member',
    first_name: 'Rosa',
    last_name: 'Delgado',
    display_name: 'Rosa Delgado',
    timezone: zone,
  };
  const records: GeneratedRecord[] = [
    ...[...pros, member].map((account) => accountRecord(account, { practiceId, anchor })),
    ...pros.flatMap((pro, index) =>
      professionalRecords(pro, { practiceId, anchor, degree: clinicians[index]?.degree ?? '' }),
    ),
  ];
  const charts: Chart[] = [];
  for (let index = 0; index < size.clients; index += 1) {
    const clinician = pros[index % pros.length];
    if (!clinician) throw new Error('a practice needs a clinician');
    const isMember = index === 0;
    const chart: Chart = { id: seeded.id(), clinician, weekdayShift: index };
    charts.push(chart);
    records.push(...chartRecords(seeded, { chart, practiceId, anchor, member: isMember ? member : null, size }));
  }
  for (const pro of pros) {
    const own = charts.filter((chart) => chart.clinician === pro);
    records.push(...clinicianYear(seeded, { pro, charts: own, practiceId, anchor, size }));
  }
  const [first] = pros;
  if (first) records.push(...messageRecords(seeded, { charts, clinician: first, anchor, size }));
  return { practiceId, practiceName: 'Juniper Street Therapy', accounts: [...pros, member], records };
}

function accountRecord(account: GeneratedAccount, context: { practiceId: string; anchor: string }): GeneratedRecord {
  const body = {
    user_type: account.user_type,
    first_name: account.first_name,
    last_name: account.last_name,
    display_name: account.display_name,
    timezone: account.timezone,
    ...(account.user_type === 'orchid_pro' ? { practice_id: context.practiceId } : {}),
    modify_datetime: context.anchor,
  };
  return {
    collection: 'account',
    id: account.sub,
    scope: accountScope(account.sub),
    cls: classes.own,
    body,
    fields: [],
  };
}

function professionalRecords(
  pro: GeneratedAccount,
  context: { practiceId: string; anchor: string; degree: string },
): GeneratedRecord[] {
  const scope = practiceScope(context.practiceId);
  const membership: Membership = {
    account: pro.sub,
    account_name: pro.display_name,
    role: 'professional',
    from: context.anchor,
    access: 'own',
  };
  return [
    {
      collection: 'membership',
      id: membershipId(scope, pro.sub, 'professional'),
      scope,
      cls: classes.access,
      body: membership,
      fields: ['ended'],
    },
    {
      collection: 'professional',
      id: pro.sub,
      scope,
      cls: classes.colleagues,
      body: { cognito_sub: pro.sub, display_name: pro.display_name, medical_degree: context.degree },
      fields: [],
    },
  ];
}

function chartRecords(
  seeded: Seeded,
  context: { chart: Chart; practiceId: string; anchor: string; member: GeneratedAccount | null; size: PracticeSize },
): GeneratedRecord[] {
  const { chart, member } = context;
  const scope = chartScope(chart.id);
  const given = member?.first_name ?? seeded.pick(givenNames);
  const family = member?.last_name ?? seeded.pick(familyNames);
  const treating: Membership = {
    account: chart.clinician.sub,
    account_name: chart.clinician.display_name,
    role: 'treating',
    from: context.anchor,
    access: 'own',
  };
  const opened = toInstant(Date.parse(context.anchor) - seeded.below(context.size.monthsBack * 30 + 1) * 86_400_000);
  const rows: GeneratedRecord[] = [
    {
      collection: 'membership',
      id: membershipId(scope, chart.clinician.sub, 'treating'),
      scope,
      cls: classes.access,
      body: treating,
      fields: ['ended'],
    },
  ];
  if (member) {
    const client: Membership = {
      account: member.sub,
      account_name: member.display_name,
      role: 'client',
      from: context.anchor,
      access: 'own',
    };
    rows.push({
      collection: 'membership',
      id: membershipId(scope, member.sub, 'client'),
      scope,
      cls: classes.access,
      body: client,
      fields: ['ended'],
    });
  }
  const status =
    seeded.next() < 0.78 || member ? 'active' : seeded.pick(['waitlist', 'inactive', 'discharged'] as const);
  rows.push(
    {
      collection: 'client_card',
      id: chart.id,
      scope,
      cls: classes.scheduling,
      body: {
        first_name: given,
        last_name: family,
        ...(seeded.next() < 0.15 ? { preferred_first_name: given.slice(0, 3) } : {}),
        dob: `${1950 + seeded.below(55)}-${String(1 + seeded.below(12)).padStart(2, '0')}-${String(1 + seeded.below(28)).padStart(2, '0')}`,
        phone_number: `(555) 01${seeded.below(10)}-${String(seeded.below(10_000)).padStart(4, '0')}`,
        timezone:
          seeded.next() < 0.85 ? zone : seeded.pick(['America/Chicago', 'America/Los_Angeles', 'Europe/Berlin']),
        practice_id: context.practiceId,
        ...(member ? { cognito_sub: member.sub } : {}),
      },
      fields: [],
    },
    {
      collection: 'chart',
      id: chart.id,
      scope,
      cls: classes.careTeam,
      body: {
        patient_type: seeded.next() < 0.9 ? 'individual' : 'couple',
        client_status: status,
        presenting_problem: fill(seeded, 'Came because of {topic}, {trend} since {event}.'),
        opened,
        practice_id: context.practiceId,
      },
      fields: [],
    },
  );
  return rows;
}

function clinicianYear(
  seeded: Seeded,
  context: { pro: GeneratedAccount; charts: readonly Chart[]; practiceId: string; anchor: string; size: PracticeSize },
): GeneratedRecord[] {
  const { size, anchor, charts } = context;
  const today = Temporal.Instant.from(anchor).toZonedDateTimeISO(zone).toPlainDate();
  const rows: GeneratedRecord[] = [];
  let sessions = 0;
  let notes = 0;
  let assessments = 0;
  let turn = 0;
  // Newest days first, so that exact counts leave out the oldest and never today.
  for (
    let day = today.add({ months: size.monthsAhead });
    Temporal.PlainDate.compare(day, today.subtract({ months: size.monthsBack })) >= 0;
    day = day.subtract({ days: 1 })
  ) {
    const isToday = day.equals(today);
    if (day.dayOfWeek > 5 && !isToday) continue;
    const starts = isToday
      ? todayStarts(anchor)
      : pickStarts(seeded, size.sessionsPerDay).map((time) => `${day}T${time}`);
    for (const start of starts) {
      if (sessions >= (size.appointments ?? Infinity)) break;
      const chart = charts[turn % charts.length];
      turn += 1;
      if (!chart) continue;
      const session = appointmentRecord(seeded, { ...context, chart, start, canCancel: !isToday });
      rows.push(session.record);
      sessions += 1;
      if (session.body.end > anchor || session.body.status !== 'booked') continue;
      const ageDays = (Date.parse(anchor) - Date.parse(session.body.end)) / 86_400_000;
      const isWritten =
        size.notes === undefined ? !isToday && (ageDays > 4 || seeded.next() < 0.7) : notes < size.notes && !isToday;
      if (isWritten) {
        rows.push(noteRecord(seeded, { session, pro: context.pro, isSigned: ageDays > 3 || seeded.next() < 0.5 }));
        notes += 1;
      }
      const takesAssessment = size.assessments === undefined ? seeded.next() < 0.3 : assessments < size.assessments;
      if (takesAssessment) {
        rows.push(assessmentRecord(seeded, session));
        assessments += 1;
      }
    }
  }
  return rows;
}

/**
 * Today as somebody sees it who looks at the demo: two sessions have ended without a note, one is on or next. During
 * office hours that is the ordinary day; else the day is moved around now.
 */
function todayStarts(anchor: string): readonly string[] {
  const now = Temporal.Instant.from(anchor).toZonedDateTimeISO(zone);
  const clock = now.toPlainTime().toString().slice(0, 5);
  if (clock >= '10:55' && clock <= '17:20') return dayStarts.map((time) => `${now.toPlainDate().toString()}T${time}`);
  const rounded = now.subtract({ minutes: now.minute % 5 });
  return [-150, -80, -10, 60, 130].map((minutes) => rounded.add({ minutes }).toPlainDateTime().toString().slice(0, 16));
}

function pickStarts(seeded: Seeded, count: number): readonly string[] {
  const all = [...dayStarts];
  while (all.length > count) all.splice(seeded.below(all.length), 1);
  return all;
}

interface GeneratedSession {
  readonly record: GeneratedRecord;
  readonly body: Appointment;
}

function appointmentRecord(
  seeded: Seeded,
  context: {
    pro: GeneratedAccount;
    chart: Chart;
    practiceId: string;
    /** Local date and time. */
    start: string;
    anchor: string;
    canCancel: boolean;
  },
): GeneratedSession {
  const local = Temporal.PlainDateTime.from(context.start).toZonedDateTime(zone);
  const startMs = local.epochMilliseconds;
  const chance = seeded.next();
  const status =
    context.canCancel && chance < 0.05
      ? 'cancelled_patient'
      : context.canCancel && chance < 0.07
        ? 'cancelled_pro_no_join'
        : 'booked';
  const body: Appointment = {
    appointment_type_label: seeded.pick(labels),
    status,
    local_start: context.start,
    zone,
    start: toInstant(startMs),
    end: toInstant(startMs + 50 * 60_000),
    clinician: context.pro.sub,
    clinician_name: context.pro.display_name,
    practice_id: context.practiceId,
    place: seeded.next() < 0.6 ? 'in-person' : 'telehealth',
    modify_datetime: toInstant(Math.min(startMs, Date.parse(context.anchor)) - 7 * 86_400_000),
  };
  const scope = chartScope(context.chart.id);
  return {
    record: {
      collection: 'appointment',
      id: seeded.id(),
      scope,
      cls: classes.scheduling,
      body,
      fields: ['start', 'status'],
    },
    body,
  };
}

function noteRecord(
  seeded: Seeded,
  context: { session: GeneratedSession; pro: GeneratedAccount; isSigned: boolean },
): GeneratedRecord {
  const { record, body } = context.session;
  const writtenAt = toInstant(Date.parse(body.end) + (5 + seeded.below(240)) * 60_000);
  const answers: Note['answers'] = {
    focus: fill(seeded, seeded.pick(banks.focus)),
    subjective: paragraph(seeded, banks.subjective, 4 + seeded.below(5)),
    objective: paragraph(seeded, banks.objective, 3 + seeded.below(3)),
    mental_status: {
      Mood: 'Within normal limits',
      Affect: seeded.pick(['Within normal limits', 'Changed']),
      Speech: 'Within normal limits',
      'Thought process': 'Within normal limits',
    },
    assessment: paragraph(seeded, banks.assessment, 3 + seeded.below(4)),
    risk: seeded.pick(['No indication', 'No indication', 'No indication', 'Low']),
    plan: paragraph(seeded, banks.plan, 3 + seeded.below(3)),
    interventions: [seeded.pick(['Cognitive restructuring', 'Behavioural activation', 'Exposure']), 'Psychoeducation'],
  };
  const note: Note = {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: record.id,
    author: context.pro.sub,
    author_name: context.pro.display_name,
    started: writtenAt,
    session_start: body.start,
    answers,
    written: Object.fromEntries(Object.keys(answers).map((field) => [field, { at: writtenAt, by: context.pro.sub }])),
    others: [],
    ...(context.isSigned
      ? {
          signed: {
            by: context.pro.sub,
            name: context.pro.display_name,
            at: toInstant(Date.parse(writtenAt) + 600_000),
          },
        }
      : {}),
  };
  const fields = [...Object.keys(answers), ...(context.isSigned ? ['signed'] : [])];
  return {
    collection: 'note',
    id: noteIdOf(record.id),
    scope: record.scope,
    cls: classes.careTeam,
    body: note,
    fields,
  };
}

function assessmentRecord(seeded: Seeded, session: GeneratedSession): GeneratedRecord {
  const instrument = seeded.next() < 0.6 ? 'PHQ-9' : 'GAD-7';
  const level = seeded.below(3);
  const answers = Array.from({ length: instrument === 'PHQ-9' ? 9 : 7 }, () => Math.min(3, seeded.below(level + 2)));
  const body = { instrument, answers, taken: session.body.start, appointment_id: session.record.id };
  return {
    collection: 'assessment',
    id: seeded.id(),
    scope: session.record.scope,
    cls: classes.careTeam,
    body,
    fields: [],
  };
}

function messageRecords(
  seeded: Seeded,
  context: { charts: readonly Chart[]; clinician: GeneratedAccount; anchor: string; size: PracticeSize },
): GeneratedRecord[] {
  const { size, charts, clinician } = context;
  if (size.messages === 0) return [];
  const rows: GeneratedRecord[] = charts.map((chart) => {
    const scope = talkScope(chart.id);
    const body: Membership = {
      account: clinician.sub,
      account_name: clinician.display_name,
      role: 'partner',
      from: context.anchor,
      access: 'own',
    };
    return {
      collection: 'membership',
      id: membershipId(scope, clinician.sub, 'partner'),
      scope,
      cls: classes.access,
      body,
      fields: ['ended'],
    };
  });
  const spanMs = size.monthsBack * 30 * 86_400_000;
  for (let index = 0; index < size.messages; index += 1) {
    const chart = charts[index % charts.length];
    if (!chart) continue;
    const at = toInstant(Date.parse(context.anchor) - Math.floor((spanMs * (index + seeded.next())) / size.messages));
    const sealed = toBase64Url(Uint8Array.from({ length: 256 + 40 }, () => seeded.below(256)));
    const sender = seeded.next() < 0.5 ? clinician.sub : chart.id;
    rows.push({
      collection: 'message',
      id: seeded.id(),
      scope: talkScope(chart.id),
      cls: classes.partners,
      body: { sender, messageTimetoken: at, sealed },
      fields: [],
    });
  }
  return rows;
}

function paragraph(seeded: Seeded, bank: readonly string[], count: number): string {
  const rest = [...bank];
  const chosen: string[] = [];
  while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(seeded.below(rest.length), 1));
  return chosen.map((sentence) => fill(seeded, sentence)).join(' ');
}

function fill(seeded: Seeded, template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => seeded.pick(slots[name] ?? ['']));
}
