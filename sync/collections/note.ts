import * as v from 'valibot';
import { canonicalJson } from '../core/canonical-json.ts';
import type { LoadRequest } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { mergeField } from '../core/merge-field.ts';
import type { Actor, MutationContext } from '../core/mutation.ts';
import type { StoredRecord } from '../core/record.ts';
import { isCompleted, statusFlags } from '../domain/appointment-status.ts';
import { appointment, noteIdOf, type Appointment } from './appointment.ts';
import { classes } from './classes.ts';
import { defineCollection, defineMutator, type RecordWrite } from '../core/define.ts';
import {
  answerSchema,
  isNoteTooLong,
  noteBody,
  writtenOnSchema,
  type Answer,
  type Note,
  type WrittenOn,
} from './note-body.ts';
import { professional, professionalLoad, professionalName } from './professional.ts';
import { isPutAway } from './sample.ts';
import { idSchema, lineSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/** The id of the session that a note of this id is of. */
export function sessionOfNote(noteId: string): string {
  return noteId.slice(noteIdOf('').length);
}

/** A session note. Clinical: care team only, sealed at rest; overwritten versions are kept on the server, drafts thinned [NB-2]. */
export const note = defineCollection({
  name: 'note',
  shape: 1,
  body: noteBody,
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: {
    scope_session: ({ scope, body }) => (isPutAway(body) ? [] : [indexKey(scope, body.session_start)]),
    session: ({ body }) => (isPutAway(body) ? [] : [body.session_start]),
    // [SD-1] Nobody owes the note of a sample.
    unsigned: ({ body }) => (body.signed || body.archived || body.sample ? [] : [body.session_start]),
  },
  indexed: 2,
  at: (body) => body.session_start,
  livesIn: ['chart'],
  fits: ({ id, body }) => id === noteIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: sessionOfNote },
  clinical: true,
});

const fieldName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,79}$/));

/** A form has had more revisions than this nowhere; checked beside the schema, whose form is part of the wire. */
const highestRevision = 1_000_000;

/** Writes answers of the session's note; the first one starts the note. `ctx.base` names, per field, what was on screen. */
export const editNote = defineMutator({
  name: 'note.edit',
  args: v.object({
    appointment_id: idSchema,
    /** Said by clients of before; the name comes from the practice's record. */
    author_name: lineSchema,
    note_schema_id: idSchema,
    note_schema_revision: v.number(),
    answers: v.record(fieldName, answerSchema),
    /** Where it is written; clients of before say nothing. [CF-3] */
    device: v.optional(writtenOnSchema),
  }),
  who: inSession('treating'),
  load: (args, _facts, actor) => [noteLoad(args), professionalLoad(actor.sub)],
  run: ({ facts, args, ctx, actor, uid }) => {
    const revision = args.note_schema_revision;
    if (!Number.isInteger(revision) || revision < 1 || revision > highestRevision)
      return { reject: 'invalid_arguments' };
    const session = facts.find(appointment, args.appointment_id);
    if (!session) return { reject: 'not_found' };
    const existing = facts.find(note, noteIdOf(args.appointment_id));
    const before = existing
      ? existing.body
      : newNote(args, {
          session: session.body,
          now: ctx.now,
          author: actor.sub,
          authorName: professionalName(facts, actor.sub),
        });
    if (before.signed) return { reject: 'note_signed' };

    const stamps: Record<string, string> = {};
    const answers = { ...before.answers };
    const written = { ...before.written };
    let { others } = before;
    for (const [field, value] of Object.entries(args.answers)) {
      const currentUid = existing?.stamps[field] ?? '';
      const current = { uid: currentUid, value: answers[field] ?? '' };
      const mine = others.filter((other) => other.field === field);
      const merged = mergeField<Answer>(
        { current, others: mine },
        { uid, value, base: ctx.base[field] ?? '' },
        isSameAnswer,
      );
      const who = written[field] ?? { at: before.started, by: before.author };
      others = [
        ...others.filter((other) => other.field !== field),
        ...merged.others.map(
          (version) => mine.find((other) => other.uid === version.uid) ?? { field, ...version, ...who },
        ),
      ];
      answers[field] = merged.current.value;
      written[field] = writtenBy(actor, ctx, args);
      stamps[field] = merged.current.uid;
    }
    const body: Note = { ...before, answers, written, others };
    if (isNoteTooLong(before, body)) return { reject: 'too_long' };
    return [noteWrite(session.scope, args.appointment_id, body, Object.keys(args.answers), stamps)];
  },
});

/** A person's choice between versions. Only versions that were on screen (`seen`) are dropped. */
export const chooseVersion = defineMutator({
  name: 'note.choose',
  args: v.object({
    appointment_id: idSchema,
    field: fieldName,
    value: answerSchema,
    /** uids of all versions of the field that the person saw. */
    seen: v.pipe(v.array(v.string()), v.maxLength(50)),
    /** As of an edit. */
    device: v.optional(writtenOnSchema),
  }),
  who: inSession('treating'),
  load: (args) => [noteLoad(args)],
  run: ({ facts, args, ctx, actor }) => {
    const record = facts.find(note, noteIdOf(args.appointment_id));
    if (!record) return { reject: 'not_found' };
    const before = record.body;
    if (before.signed) return { reject: 'note_signed' };
    const currentUid = record.stamps[args.field] ?? '';
    const current = before.answers[args.field] ?? '';
    // Kept: what the person did not see. The same words under another uid are no other version.
    const kept = before.others.filter(
      (other) =>
        other.field !== args.field || (!args.seen.includes(other.uid) && !isSameAnswer(other.value, args.value)),
    );
    const who = before.written[args.field] ?? { at: before.started, by: before.author };
    const unseenCurrent =
      args.seen.includes(currentUid) || isSameAnswer(current, args.value)
        ? []
        : [{ field: args.field, uid: currentUid, value: current, ...who }];
    const body: Note = {
      ...before,
      answers: { ...before.answers, [args.field]: args.value },
      written: { ...before.written, [args.field]: writtenBy(actor, ctx, args) },
      others: [...kept, ...unseenCurrent],
    };
    if (isNoteTooLong(before, body)) return { reject: 'too_long' };
    return [noteWrite(record.scope, args.appointment_id, body, [args.field], {})];
  },
});

/** [C-503] Signs what was on screen, once the session is completed. `seen` names each field's version. */
export const signNote = defineMutator({
  name: 'note.sign',
  args: v.object({
    appointment_id: idSchema,
    name: lineSchema,
    seen: v.record(fieldName, v.string()),
  }),
  who: inSession('treating'),
  load: (args, _facts, actor) => [noteLoad(args), professionalLoad(actor.sub)],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    const record = facts.find(note, noteIdOf(args.appointment_id));
    if (!session || !record) return { reject: 'not_found' };
    const { body } = record;
    if (body.signed) return { reject: 'note_signed' };
    // [SD-1] What is signed is a record of care, and stays.
    if (session.body.sample) return { reject: 'is_sample' };
    const sessionNow = session.body;
    if (statusFlags(sessionNow.status).cancelled) return { reject: 'session_cancelled' };
    if (!isCompleted(sessionNow, ctx.now)) return { reject: 'not_signable' };
    if (body.others.length > 0) return { reject: 'two_versions' };
    if (!hasSeenAll(record, body, args.seen)) return { reject: 'content_changed' };
    const signed: Note = {
      ...body,
      signed: {
        by: actor.sub,
        // What stands under a signature is who the practice says this is, whatever the device sent: she may be called otherwise by now.
        name: facts.find(professional, actor.sub)?.body.display_name ?? args.name,
        at: ctx.now,
        ...(receivedAt === undefined ? {} : { received: receivedAt }),
      },
    };
    return [noteWrite(record.scope, args.appointment_id, signed, ['signed'], {})];
  },
  guard: {
    load: (args) => [sessionLoad(args)],
    // The device's clock is annotation: a session is over when the server says so.
    check: ({ facts, args, receivedAt }) => {
      const session = facts.find(appointment, args.appointment_id);
      if (!session) return { reject: 'not_found' };
      return isCompleted(session.body, receivedAt) ? null : { reject: 'not_signable' };
    },
  },
});

function noteLoad({ appointment_id }: { readonly appointment_id: string }): LoadRequest {
  return { kind: 'get', collection: 'note', id: noteIdOf(appointment_id) };
}

function hasSeenAll(record: StoredRecord<Note>, body: Note, seen: Readonly<Record<string, string>>): boolean {
  return Object.keys(body.answers).every((field) => (record.stamps[field] ?? '') === (seen[field] ?? ''));
}

/** Who wrote a field's newest value, when, and on which device where that was said. */
function writtenBy(
  actor: Actor,
  ctx: MutationContext,
  { device }: { readonly device?: WrittenOn | undefined },
): Note['written'][string] {
  return { at: ctx.now, by: actor.sub, ...(device === undefined ? {} : { device }) };
}

function newNote(
  args: { appointment_id: string; note_schema_id: string; note_schema_revision: number },
  from: { session: Appointment; now: string; author: string; authorName: string },
): Note {
  return {
    note_schema_id: args.note_schema_id,
    note_schema_revision: args.note_schema_revision,
    appointment_id: args.appointment_id,
    author: from.author,
    author_name: from.authorName,
    started: from.now,
    session_start: from.session.start,
    answers: {},
    written: {},
    others: [],
    ...(from.session.sample ? { sample: from.session.sample } : {}),
    // [S-240] Begun before its author knew: archived like one that was there, and restored with the session.
    ...(statusFlags(from.session.status).cancelled ? { archived: from.now } : {}),
  };
}

function noteWrite(
  scope: string,
  appointmentId: string,
  body: Note,
  fields: readonly string[],
  stamps: Readonly<Record<string, string>>,
): RecordWrite {
  return { collection: 'note', id: noteIdOf(appointmentId), scope, cls: classes.careTeam, body, fields, stamps };
}

function isSameAnswer(one: Answer, other: Answer): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
