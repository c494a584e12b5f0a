import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { chartScope, idOfScope } from '../../sync/collections/classes.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import { idSchema } from '../../sync/collections/values.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { soapNote } from '../../sync/domain/soap-note.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { readEntries, readRecord, ReadingSteps, type ReaderContext } from '../sync/read-records.ts';
import { listStream } from './line-stream.ts';
import { noteSchemaJson } from './note-schema-json.ts';
import { pageSchema } from './page-query.ts';
import { check, queryOf } from './read-body.ts';
import type { RouteRegistry } from './registry.ts';

const filter = v.object({
  ...pageSchema(100),
  appointment_id: v.optional(idSchema),
  note_data_id: v.pipe(v.array(idSchema), v.maxLength(500)),
  patient_chart_id: v.optional(idSchema),
});
type Filter = v.InferOutput<typeof filter>;

/** Notes: their schemas, and their data under the same rule as a pull. */
export function addNoteRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/notes/v1/notes/schema/',
    audience: 'session',
    relation: 'the forms of the product; the same for everybody',
    handle: async (c) => c.json([noteSchemaJson(soapNote)]),
  });

  routes.add({
    method: 'GET',
    path: '/api/notes_secure_data/v1/notes/data/data_info',
    isLong: true,
    audience: 'session',
    relation: 'notes of charts in which the caller has a role that reads them',
    handle: async (c, { caller }) => {
      const asked = check(filter, queryOf(c, ['note_data_id']), 'query');
      const principal = caller.session.sub;
      const items = await services.store.readInPieces(
        () => readNotes({ registry: services.registry, principal }, asked),
        principal,
      );
      // Reading a chart is an act that the audit log names.
      if (items.length > 0) {
        const subject = { notes: items.map((item) => item.id) };
        await services.traces.note({ actor: principal, action: 'note.read', subject });
      }
      const texts = items.map((item) => item.text);
      return c.body(listStream('[', texts, ']'), 200, { 'content-type': 'application/json' });
    },
  });
}

interface NoteText {
  readonly id: string;
  /** The item as JSON. */
  readonly text: string;
}

/** [AV-2] One page, newest session first: by the index alone until it is known which notes are on it, and only these are opened. */
function* readNotes(context: ReaderContext, asked: Filter): Plan<readonly NoteText[]> {
  const steps = new ReadingSteps();
  const found = yield* findNotes(context, asked, steps);
  const page = [...found]
    .sort((one, other) => (one.key < other.key ? 1 : -1))
    .slice(asked.skip, asked.skip + asked.limit);
  const texts: NoteText[] = [];
  for (const { id } of page) {
    const record = yield* readRecord(context, 'note', id);
    if (!record) continue;
    const card = yield* readRecord(context, 'client_card', idOfScope(record.scope));
    const sub = card && (v.parse(clientCard.body, card.body).cognito_sub ?? null);
    const text = JSON.stringify(toItem(record, sub));
    texts.push({ id, text });
    // A long note is as much work as many short ones.
    yield* steps.step(4 + Math.floor(text.length / 4096));
  }
  return texts;
}

/** A note's place in the list. */
interface NotePlace {
  readonly id: string;
  readonly key: string;
}

/** [S-360, S-361] By session, by ids, by chart, or all that the caller reads. */
function* findNotes(context: ReaderContext, asked: Filter, steps: ReadingSteps): Plan<readonly NotePlace[]> {
  const ids = asked.appointment_id === undefined ? asked.note_data_id : [noteIdOf(asked.appointment_id)];
  const found: NotePlace[] = [];
  if (ids.length > 0) {
    for (const id of new Set(ids)) {
      const record = yield* readRecord(context, 'note', id);
      if (record) found.push({ id, key: v.parse(noteBody, record.body).session_start });
      yield* steps.step(4);
    }
    return found;
  }
  const scopes = asked.patient_chart_id
    ? [chartScope(asked.patient_chart_id)]
    : yield* call('scopesOf', context.principal, 'chart:');
  for (const scope of scopes) {
    const entries = yield* readEntries(context, scope, {
      collection: 'note',
      index: 'scope_session',
      ...prefixRange(scope),
    });
    for (const { id, key } of entries) found.push({ id, key: key.slice(key.lastIndexOf('|') + 1) });
    yield* steps.step(1 + entries.length);
  }
  return found;
}

/** [S-178] A note's data with the form it was written on. */
function toItem(record: StoredRecord, patientSub: string | null | undefined) {
  const body = v.parse(noteBody, record.body);
  return {
    ...noteSchemaJson(soapNote),
    note_data_id: record.id,
    note_revision: record.version,
    note_schema_id: body.note_schema_id,
    note_schema_revision: body.note_schema_revision,
    patient_cognito_sub: patientSub ?? null,
    patient_chart_id: idOfScope(record.scope),
    appointment_id: body.appointment_id,
    session_start: body.session_start,
    data: body.answers,
    signed: body.signed ?? null,
    archived: body.archived ?? null,
  };
}
