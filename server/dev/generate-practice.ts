import { accountScope, classes, practiceScope, type PracticeRole } from '../../sync/collections/classes.ts';
import { sampleRecords } from '../../sync/collections/sample-records.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { soapNote } from '../../sync/domain/soap-note.ts';
import { chartRecords, messageRecords } from './generate-charts.ts';
import { demoHours } from './demo-hours.ts';
import { demoInvites } from './demo-invites.ts';
import { demoSeries } from './demo-series.ts';
import { rebookedSessions } from './rebooked-sessions.ts';
import { sessionRecords } from './generate-sessions.ts';
import {
  practiceZone,
  type Chart,
  type DemoDay,
  type GeneratedAccount,
  type GeneratedPractice,
  type GeneratedRecord,
  type PracticeSize,
} from './practice-types.ts';
import { memberHome } from './member-home.ts';
import { membershipRecord } from './membership-record.ts';
import { createSeeded } from './seeded.ts';

export const practiceSizes = {
  demo: { isWhole: true, clinicians: 2, clients: 60, monthsBack: 9, monthsAhead: 3, sessionsPerDay: 6, messages: 0 },
  lately: { isWhole: true, clinicians: 2, clients: 60, monthsBack: 2, monthsAhead: 2, sessionsPerDay: 6, messages: 0 },
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

const practiceName = 'Juniper Street Therapy';

const clinicians = [
  { email: 'clinician@demo.test', first: 'Maya', last: 'Lindqvist', degree: 'PhD' },
  { email: 'colleague@demo.test', first: 'Daniel', last: 'Okoro', degree: 'LCSW' },
] as const;
/**
 * A whole practice from a seed and the day it is looked at: names, charts, sessions on weekdays between nine and six,
 * SOAP notes of 150–400 words, questionnaires, opaque messages. Pure: same input, same practice.
 */
export function generatePractice(options: {
  readonly seed: number;
  readonly anchor: string;
  readonly size: PracticeSize;
  readonly day?: DemoDay;
}): GeneratedPractice {
  const seeded = createSeeded(options.seed);
  const { size, anchor, day = 'ordinary' } = options;
  const practiceId = seeded.id();
  const pros = clinicians.slice(0, size.clinicians).map((pro): GeneratedAccount => ({
    sub: seeded.id(),
    email: pro.email,
    user_type: 'orchid_pro',
    first_name: pro.first,
    last_name: pro.last,
    display_name: `Dr. ${pro.first} ${pro.last}`,
    timezone: practiceZone,
  }));
  const member: GeneratedAccount = {
    sub: seeded.id(),
    email: 'member@demo.test',
    user_type: 'member',
    first_name: 'Rosa',
    last_name: 'Delgado',
    display_name: 'Rosa Delgado',
    timezone: practiceZone,
  };
  const newcomer = newcomerOf(options.seed);
  const staff = size.isWhole === true ? staffOf(options.seed) : [];
  const joined = size.isWhole === true ? [joinedOf(options.seed), startedOf(options.seed)] : [];
  const records: GeneratedRecord[] = [
    practiceRecord(practiceId),
    ...[...pros, member, newcomer, ...staff.map(({ account }) => account), ...joined].map((account) =>
      accountRecord(account, { practiceId, anchor }),
    ),
    memberProfileRecord(member, anchor),
    ...pros.flatMap((pro, index) =>
      professionalRecords(pro, { practiceId, anchor, degree: clinicians[index]?.degree ?? '' }),
    ),
    ...joined.flatMap((pro) => professionalRecords(pro, { practiceId, anchor, degree: 'LMFT' })),
    // What the front desk sees is the clinicians': its devices keep it no longer than what is shared.
    ...staff.map(({ account, role }) =>
      membershipRecord(practiceScope(practiceId), account, {
        role,
        from: yearsBefore(anchor, 5),
        access: role === 'owner' ? 'own' : 'delegated',
      }),
    ),
  ];
  const charts: Chart[] = [];
  for (let index = 0; index < size.clients; index += 1) {
    const clinician = pros[index % pros.length];
    if (!clinician) throw new Error('a practice needs a clinician');
    const isMember = index === 0;
    const chart: Chart = {
      id: seeded.id(),
      clinician,
      weekdayShift: index,
      isCouple: !isMember && seeded.next() < 0.1,
      isActive: isMember || seeded.next() < 0.78,
    };
    charts.push(chart);
    records.push(...chartRecords(seeded, { chart, practiceId, anchor, member: isMember ? member : null, size }));
  }
  for (const pro of pros) {
    const own = charts.filter((chart) => chart.clinician === pro);
    records.push(...sessionRecords(seeded, { pro, charts: own, practiceId, anchor, size, day }));
  }
  if (size.isWhole === true) records.push(...rebookedSessions(records, { charts, seed: options.seed, anchor }));
  if (size.isWhole === true) records.push(...demoSeries({ charts, practiceId, seed: options.seed, anchor }));
  if (size.isWhole === true) records.push(...demoInvites({ charts, member, seed: options.seed, anchor }));
  const started = joined.find(({ email }) => email === startedEmail);
  if (started) records.push(...sampleOf(started, { practiceId, anchor }));
  const [first] = pros;
  if (first && size.isWhole === true) records.push(...demoHours(first, { practiceId, anchor }));
  if (first) records.push(...messageRecords(seeded, { charts, clinician: first, anchor, size }));
  return {
    practiceId,
    accounts: [...pros, member, newcomer, ...staff.map(({ account }) => account), ...joined],
    records,
  };
}

interface StaffMember {
  readonly account: GeneratedAccount;
  readonly role: PracticeRole;
}

/** Who runs the practice, and its front desk. Draws nothing from the seed's stream. */
function staffOf(seed: number): readonly StaffMember[] {
  const people = [
    { email: 'owner@demo.test', first: 'Ingrid', last: 'Sorensen', role: 'owner' },
    { email: 'desk@demo.test', first: 'Theo', last: 'Marsh', role: 'scheduler' },
  ] as const;
  return people.map(({ email, first, last, role }, index) => ({
    role,
    account: {
      sub: createSeeded(~seed - 1 - index).id(),
      email,
      user_type: 'orchid_pro',
      first_name: first,
      last_name: last,
      display_name: `${first} ${last}`,
      timezone: practiceZone,
    },
  }));
}

function practiceRecord(practiceId: string): GeneratedRecord {
  const scope = practiceScope(practiceId);
  const body = { name: practiceName, zone: practiceZone };
  return { collection: 'practice', id: practiceId, scope, cls: classes.colleagues, body, fields: [] };
}

/** A member for whom nothing is planned yet: the empty screens can be seen. Draws nothing from the seed's stream. */
function newcomerOf(seed: number): GeneratedAccount {
  return {
    sub: createSeeded(~seed).id(),
    email: 'newcomer@demo.test',
    user_type: 'member',
    first_name: 'Noor',
    last_name: 'Haddad',
    display_name: 'Noor Haddad',
    timezone: practiceZone,
  };
}

/** A clinician who has just joined and treats nobody yet. Draws nothing from the seed's stream. */
function joinedOf(seed: number): GeneratedAccount {
  return {
    sub: createSeeded(~seed - 3).id(),
    email: 'joined@demo.test',
    user_type: 'orchid_pro',
    first_name: 'Ines',
    last_name: 'Falk',
    display_name: 'Dr. Ines Falk',
    timezone: practiceZone,
  };
}

const startedEmail = 'firstweek@demo.test';

/** A clinician on her first day, with nobody but the samples to look at. Draws nothing from the seed's stream. */
function startedOf(seed: number): GeneratedAccount {
  return {
    sub: createSeeded(~seed - 4).id(),
    email: startedEmail,
    user_type: 'orchid_pro',
    first_name: 'Lena',
    last_name: 'Brandt',
    display_name: 'Lena Brandt',
    timezone: practiceZone,
  };
}

function sampleOf(
  account: GeneratedAccount,
  context: { practiceId: string; anchor: string },
): readonly GeneratedRecord[] {
  const { sub, display_name: displayName, timezone } = account;
  const { note_schema_id, note_schema_revision } = soapNote;
  const form = { note_schema_id, note_schema_revision };
  return sampleRecords({ sub, displayName, practiceId: context.practiceId, timezone, now: context.anchor, form }) ?? [];
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

/** What the demo's client has said of herself; draws nothing from the seed's stream. */
function memberProfileRecord(account: GeneratedAccount, anchor: string): GeneratedRecord {
  const body = {
    dob: '1991-04-17',
    gender: 'Female',
    sex: 'Female',
    ...memberHome,
    insurance_provider: 'Example Health',
    insurance_group_id: 'G-2044',
    insurance_member_id: 'M-310977',
    biography: 'I work nights, so mornings are best for calls.',
    country: 'US',
    signup_form_finished: true,
    modify_datetime: anchor,
  };
  const scope = accountScope(account.sub);
  return { collection: 'member_profile', id: account.sub, scope, cls: classes.own, body, fields: [] };
}

function professionalRecords(
  pro: GeneratedAccount,
  context: { practiceId: string; anchor: string; degree: string },
): GeneratedRecord[] {
  const scope = practiceScope(context.practiceId);
  return [
    membershipRecord(scope, pro, { role: 'professional', from: yearsBefore(context.anchor, 5) }),
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

function yearsBefore(anchor: string, years: number): string {
  return toInstant(Date.parse(anchor) - years * 365 * 86_400_000);
}
