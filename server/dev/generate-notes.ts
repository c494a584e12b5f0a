import { noteIdOf, type Appointment } from '../../sync/collections/appointment.ts';
import { classes } from '../../sync/collections/classes.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { fillSlots } from './fill-slots.ts';
import { banks } from './note-sentences.ts';
import type { GeneratedAccount, GeneratedRecord } from './practice-types.ts';
import type { Seeded } from './seeded.ts';

/** A session and its record, for what is made about it. */
export interface GeneratedSession {
  readonly record: GeneratedRecord;
  readonly body: Appointment;
}

/** A SOAP note of 150–400 words, put together from sentences that no other note has in this order. */
export function noteRecord(
  seeded: Seeded,
  context: { session: GeneratedSession; pro: GeneratedAccount; isSigned: boolean },
): GeneratedRecord {
  const { record, body } = context.session;
  const writtenAt = toInstant(Date.parse(body.end) + (5 + seeded.below(240)) * 60_000);
  const answers: Note['answers'] = {
    focus: fillSlots(seeded, seeded.pick(banks.focus)),
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

function paragraph(seeded: Seeded, bank: readonly string[], count: number): string {
  const rest = [...bank];
  const chosen: string[] = [];
  while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(seeded.below(rest.length), 1));
  return chosen.map((sentence) => fillSlots(seeded, sentence)).join(' ');
}
