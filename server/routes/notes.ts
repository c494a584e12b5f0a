import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import { idSchema } from '../../sync/collections/values.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { noteSchemas } from '../../sync/domain/note-schemas.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { findPlaces, lastFirst, listRecords, type Place } from '../sync/list-records.ts';
import { readRecord, ReadingSteps, type ReaderContext } from '../sync/read-records.ts';
import { listStream } from './body-stream.ts';
import { readNoteItem } from './note-item.ts';
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
  // [C-592, C-596] Notes belong to the secure-data service; the other path is older.
  for (const service of ['notes', 'notes_secure_data'])
    routes.add({
      method: 'GET',
      path: `/api/${service}/v1/notes/schema/`,
      audience: 'session',
      relation: 'the forms of the product; the same for everybody',
      handle: async (c) => c.json(noteSchemas.map(noteSchemaJson)),
    });

  routes.add({
    method: 'GET',
    path: '/api/notes_secure_data/v1/notes/data/data_info',
    isLong: true,
    audience: 'session',
    relation: 'notes of charts in which the caller has a role that reads them',
    handle: async (c, { caller }) => {
      const asked = check(filter, queryOf(c, ['note_data_id']), 'query');
      const principal = caller.actor.principal;
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

/** One page, newest session first. */
function* readNotes(context: ReaderContext, asked: Filter): Plan<readonly NoteText[]> {
  const steps = new ReadingSteps();
  const places = yield* findNotes(context, asked, steps);
  const toItem = function* (record: StoredRecord): Plan<NoteText> {
    return { id: record.id, text: JSON.stringify(yield* readNoteItem(context, record)) };
  };
  // A long note is as much work as many short ones.
  const weigh = ({ text }: NoteText): number => 4 + Math.floor(text.length / 4096);
  const { skip, limit } = asked;
  return (yield* listRecords(context, places, { collection: 'note', skip, limit, toItem, weigh }, steps)).items;
}

/** [S-360, S-361] By session, by ids, by chart, or all that the caller reads. */
function* findNotes(context: ReaderContext, asked: Filter, steps: ReadingSteps): Plan<readonly Place[]> {
  const ids = asked.appointment_id === undefined ? asked.note_data_id : [noteIdOf(asked.appointment_id)];
  if (ids.length === 0) {
    const scope = asked.patient_chart_id === undefined ? undefined : chartScope(asked.patient_chart_id);
    const query = { collection: 'note', index: 'scope_session', rangeOf: (of: string) => prefixRange(of), scope };
    return yield* findPlaces(context, query, steps);
  }
  const found: Place[] = [];
  for (const id of new Set(ids)) {
    const record = yield* readRecord(context, 'note', id);
    if (record) found.push({ id, key: v.parse(noteBody, record.body).session_start });
    yield* steps.step(4);
  }
  return lastFirst(found);
}
