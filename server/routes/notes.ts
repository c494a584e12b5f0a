import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { chartScope, idOfScope } from '../../sync/collections/classes.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import { idSchema } from '../../sync/collections/values.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { soapNote } from '../../sync/domain/soap-note.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { readRange, readRecord, type ReaderContext } from '../sync/read-records.ts';
import { noteSchemaJson } from './note-schema-json.ts';
import { pageSchema } from './page-query.ts';
import { check } from './read-body.ts';
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
    audience: 'session',
    relation: 'notes of charts in which the caller has a role that reads them',
    handle: async (c, { caller }) => {
      const asked = check(filter, { ...c.req.query(), note_data_id: c.req.queries('note_data_id') ?? [] }, 'query');
      const principal = caller.session.sub;
      const found = await services.store.read(() => readNotes({ registry: services.registry, principal }, asked));
      const page = found.slice(asked.skip, asked.skip + asked.limit);
      // Reading a chart is an act that the audit log names.
      if (page.length > 0) {
        const subject = canonicalJson({ notes: page.map((note) => note.note_data_id) });
        const at = toInstant(services.clock.now());
        await services.store.write(() => call('addAudit', { at, actor: principal, action: 'note.read', subject }));
        services.sealer.nudge();
      }
      return c.json(page);
    },
  });
}

function* readNotes(context: ReaderContext, asked: Filter): Plan<NoteItem[]> {
  const items: NoteItem[] = [];
  for (const record of yield* findNotes(context, asked)) {
    const card = yield* readRecord(context, 'client_card', idOfScope(record.scope));
    items.push(toItem(record, card && (v.parse(clientCard.body, card.body).cognito_sub ?? null)));
  }
  return items.sort((one, other) => (one.session_start < other.session_start ? 1 : -1));
}

/** [S-360, S-361] By session, by ids, by chart, or all that the caller reads. */
function* findNotes(context: ReaderContext, asked: Filter): Plan<readonly StoredRecord[]> {
  const ids = asked.appointment_id === undefined ? asked.note_data_id : [noteIdOf(asked.appointment_id)];
  const found: StoredRecord[] = [];
  if (ids.length > 0) {
    for (const id of ids) {
      const record = yield* readRecord(context, 'note', id);
      if (record) found.push(record);
    }
    return found;
  }
  const scopes = asked.patient_chart_id
    ? [chartScope(asked.patient_chart_id)]
    : yield* call('scopesOf', context.principal, 'chart:');
  for (const scope of scopes) {
    const range = { collection: 'note', index: 'scope_session', ...prefixRange(scope) };
    found.push(...(yield* readRange(context, scope, range)));
  }
  return found;
}

type NoteItem = ReturnType<typeof toItem>;

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
