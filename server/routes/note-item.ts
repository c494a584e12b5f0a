import * as v from 'valibot';
import { clientCard } from '../../sync/collections/client-card.ts';
import { idOfScope } from '../../sync/collections/classes.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { noteSchemaOf } from '../../sync/domain/note-schemas.ts';
import type { Plan } from '../store/port.ts';
import { readRecord, type ReaderContext } from '../sync/read-records.ts';
import { noteSchemaJson } from './note-schema-json.ts';

/** [S-178] A note's data with the form it was written on, for somebody who reads it. */
export function* readNoteItem(context: ReaderContext, record: StoredRecord): Plan<ReturnType<typeof toItem>> {
  const card = yield* readRecord(context, 'client_card', idOfScope(record.scope));
  return toItem(record, card && v.parse(clientCard.body, card.body).cognito_sub);
}

function toItem(record: StoredRecord, patientSub: string | null | undefined) {
  const body = v.parse(noteBody, record.body);
  const { note_schema_id, note_schema_revision } = body;
  // A form that this build does not know is named, and has no elements here.
  const unknown = { note_schema_id, note_schema_revision, kind: 'note', title: '', elements: [] } as const;
  return {
    ...noteSchemaJson(noteSchemaOf(body) ?? unknown),
    note_data_id: record.id,
    note_revision: record.version,
    patient_cognito_sub: patientSub ?? null,
    patient_chart_id: idOfScope(record.scope),
    appointment_id: body.appointment_id,
    session_start: body.session_start,
    data: body.answers,
    signed: body.signed ?? null,
    archived: body.archived ?? null,
  };
}
