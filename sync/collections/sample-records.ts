import type { RecordWrite } from '../core/define.ts';
import { localDate } from '../core/local-date.ts';
import { knowsZone } from '../core/wall-clock.ts';
import type { NoteForm } from '../domain/note-schemas.ts';
import { sampleAnswers, sampleMinutes, samplePerson, sampleTimes } from '../domain/sample-client.ts';
import { instantsOf, noteIdOf } from './appointment.ts';
import { chartScope, classes, personScope } from './classes.ts';
import { membershipId } from './membership.ts';
import type { Note } from './note-body.ts';
import { sampleIdsOf } from './sample.ts';

/** [S-251] The sessions of the samples are called so. */
const sampleSession = 'Individual session';

const dayMs = 24 * 60 * 60 * 1000;

/** Whose samples are made, and from when they look. */
export interface SampleOf {
  readonly sub: string;
  readonly displayName: string;
  readonly practiceId: string;
  readonly timezone: string;
  readonly now: string;
  /** The form that the notes are written on. */
  readonly form: NoteForm;
}

/** [S-250 to S-254] All records of an account's samples; null where nobody knows its zone, and so no time in it. */
export function sampleRecords({
  sub,
  displayName,
  practiceId: practice_id,
  timezone,
  now,
  form,
}: SampleOf): readonly RecordWrite[] | null {
  if (!knowsZone(timezone)) return null;
  const ids = sampleIdsOf(sub);
  const scope = chartScope(ids.chart);
  const sample = 'shown';
  const writes: RecordWrite[] = [
    {
      collection: 'client_card',
      id: ids.chart,
      scope,
      cls: classes.scheduling,
      body: { ...samplePerson, timezone, practice_id, sample },
      fields: Object.keys(samplePerson),
    },
    {
      collection: 'chart',
      id: ids.chart,
      scope,
      cls: classes.careTeam,
      body: {
        patient_type: 'individual',
        client_status: 'active',
        presenting_problem: '',
        opened: now,
        practice_id,
        sample,
      },
      fields: ['client_status'],
    },
    {
      collection: 'membership',
      id: sampleMembershipId(sub),
      scope,
      cls: classes.access,
      body: {
        account: sub,
        account_name: displayName,
        role: 'treating',
        from: now,
        access: 'own',
      },
      fields: ['ended'],
    },
    {
      collection: 'chart_person',
      id: ids.person,
      scope: personScope(ids.person),
      cls: classes.contact,
      body: { ...samplePerson, chart_id: ids.chart },
      fields: Object.keys(samplePerson),
    },
  ];
  for (const [index, { days, at }] of sampleTimes.entries()) {
    const id = ids.sessions[index] ?? '';
    const meant = {
      local_start: `${dateAfter(localDate(now, timezone), days)}T${at}`,
      zone: timezone,
      minutes: sampleMinutes,
    };
    const instants = instantsOf(meant);
    if (!instants) return null;
    writes.push({
      collection: 'appointment',
      id,
      scope,
      cls: classes.scheduling,
      body: {
        ...meant,
        ...instants,
        appointment_type_label: sampleSession,
        status: 'booked',
        clinician: sub,
        clinician_name: displayName,
        practice_id,
        place: 'telehealth',
        modify_datetime: now,
        sample,
      },
      fields: ['start', 'status'],
    });
    const answers = sampleAnswers[index];
    if (!answers) continue;
    const fields = Object.keys(answers);
    const body: Note = {
      ...form,
      appointment_id: id,
      author: sub,
      author_name: displayName,
      started: now,
      session_start: instants.start,
      answers: { ...answers },
      written: Object.fromEntries(fields.map((field) => [field, { at: now, by: sub }])),
      others: [],
      sample,
    };
    writes.push({ collection: 'note', id: noteIdOf(id), scope, cls: classes.careTeam, body, fields });
  }
  return writes;
}

/** The access of an account to its samples. */
export function sampleMembershipId(sub: string): string {
  return membershipId(chartScope(sampleIdsOf(sub).chart), sub, 'treating');
}

/** The date so many days after. */
function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}
