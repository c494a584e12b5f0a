import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { appointment, noteIdOf } from './appointment.ts';
import { classes } from './classes.ts';
import { note } from './note.ts';
import { professionalLoad, professionalName } from './professional.ts';
import { idSchema, instantSchema, lineSchema } from './values.ts';
import { inSession } from './who-in-session.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000));

/** What is written beside a signed note, later: signed by being added, and never changed. Read by whoever reads the note. */
export const addendum = defineCollection({
  name: 'addendum',
  shape: 1,
  body: v.object({
    appointment_id: idSchema,
    text,
    author: idSchema,
    author_name: lineSchema,
    /** When its author wrote it, by the author's device. */
    written: instantSchema,
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: { session: ({ body }) => [indexKey(body.appointment_id, body.written)] },
  at: (body) => body.written,
  livesIn: ['chart'],
  clinical: true,
});

/** The addenda of a session's note, oldest first. */
export function addendaOf(appointmentId: string) {
  return { collection: 'addendum', index: 'session', ...prefixRange(appointmentId) } as const;
}

/** Adds to a signed note, under the name that the practice knows. What is not signed yet is written into instead. */
export const addToNote = defineMutator({
  name: 'note.addend',
  args: v.object({ appointment_id: idSchema, text }),
  makes: 1,
  who: inSession('treating'),
  load: (args, _facts, actor, ctx) => [
    { kind: 'get', collection: 'note', id: noteIdOf(args.appointment_id) },
    { kind: 'get', collection: 'addendum', id: ctx.ids[0] ?? '' },
    professionalLoad(actor.sub),
  ],
  run: ({ facts, args, ctx, actor }) => {
    const session = facts.find(appointment, args.appointment_id);
    const signed = facts.find(note, noteIdOf(args.appointment_id));
    if (!session || signed?.scope !== session.scope) return { reject: 'not_found' };
    if (!signed.body.signed) return { reject: 'note_not_signed' };
    const name = professionalName(facts, actor.sub);
    const body = { ...args, author: actor.sub, author_name: name, written: ctx.now };
    const place = { collection: 'addendum', id: ctx.ids[0] ?? '', scope: session.scope, cls: classes.careTeam };
    return [{ ...place, body, fields: [] }];
  },
});
