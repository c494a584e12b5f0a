import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { answerSchema, noteBody } from '../../sync/collections/note-body.ts';
import { idSchema } from '../../sync/collections/values.ts';
import type { Json } from '../../sync/core/record.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { applyIntent, type AppliedIntent, type Intent } from '../sync/apply-intent.ts';
import { readRecord } from '../sync/read-records.ts';
import { refusalOf } from '../sync/refusal-status.ts';
import { sameRequest } from './idempotency-key.ts';
import { readNoteItem } from './note-item.ts';
import { readQuery } from './read-body.ts';
import { intentCaller, type RouteRegistry, type SessionCaller } from './registry.ts';

const revision = v.pipe(v.number(), v.integer(), v.minValue(1));
const answers = v.record(v.string(), answerSchema);

const newNote = v.object({
  appointment_id: idSchema,
  note_schema_id: idSchema,
  note_schema_revision: revision,
  data: v.optional(answers, {}),
});

/** `note_revision` is the one that the caller read: what was written over a newer one would be lost without a word. */
const noteData = v.object({ note_revision: revision, data: answers });

const noteQuery = v.object({ note_data_id: idSchema });

/** [S-351, S-352] Notes written by REST: the mutator of the screens, asked for through the server's own door. */
export function addNoteWriteRoutes(routes: RouteRegistry, services: Services): void {
  const answer = async (caller: SessionCaller, { record, version, isRepeated }: AppliedIntent) => {
    const reader = readerOf(services, caller);
    if (isRepeated) {
      const subject = { notes: [record.id] };
      await services.traces.note({ actor: reader.principal, action: 'note.read', subject });
    }
    const item = await services.store.read(() => readNoteItem(reader, record));
    // Told again, others may have written since: then this one's own revision is not the newest.
    return { ...item, applied_revision: version };
  };

  routes.add({
    method: 'POST',
    path: '/api/notes/v1/notes/',
    audience: 'session',
    roles: ['orchid_pro'],
    isLong: true,
    kind: 'push',
    relation: 'sessions of charts in which the caller has the role that writes notes',
    body: newNote,
    handle: async (c, { caller, body }) => {
      const { data, ...said } = body;
      const find = function* (): Plan<Intent> {
        const id = noteIdOf(body.appointment_id);
        if (yield* readRecord(readerOf(services, caller), 'note', id)) throw refusalOf('already_exists');
        return {
          name: 'note.edit',
          args: { ...said, author_name: '', answers: data },
          about: { collection: 'note', id },
        };
      };
      const same = sameRequest(c, body);
      const applied = await applyIntent(services, intentCaller(caller), { route: 'POST notes', same, find });
      return c.json(await answer(caller, applied), 201);
    },
  });

  routes.add({
    method: 'PUT',
    path: '/api/notes_secure_data/v1/notes/data/note_data',
    audience: 'session',
    roles: ['orchid_pro'],
    isLong: true,
    kind: 'push',
    relation: 'notes of charts in which the caller has the role that writes notes',
    body: noteData,
    handle: async (c, { caller, body }) => {
      const { note_data_id: id } = readQuery(c, noteQuery);
      const find = function* (): Plan<Intent> {
        const record = yield* readRecord(readerOf(services, caller), 'note', id);
        if (!record) throw notFound();
        // What is signed stays so, whatever revision was named.
        const note = v.parse(noteBody, record.body);
        if (note.signed) throw refusalOf('note_signed');
        if (record.version !== body.note_revision) throw staleRevision();
        const { appointment_id, note_schema_id, note_schema_revision } = note;
        const base = Object.fromEntries(Object.keys(body.data).map((field) => [field, record.stamps[field] ?? '']));
        const args: Json = {
          appointment_id,
          note_schema_id,
          note_schema_revision,
          author_name: '',
          answers: body.data,
        };
        return { name: 'note.edit', args, base, about: { collection: 'note', id } };
      };
      const same = sameRequest(c, { id, ...body });
      const applied = await applyIntent(services, intentCaller(caller), { route: 'PUT note_data', same, find });
      return c.json(await answer(caller, applied));
    },
  });
}

function readerOf({ registry }: Services, caller: SessionCaller) {
  return { registry, principal: caller.actor.principal };
}

function staleRevision(): HttpError {
  return new HttpError(409, [
    { msg: 'This note changed since it was read. Read it again, then save.', loc: ['body', 'note_revision'] },
  ]);
}
