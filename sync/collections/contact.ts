import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { classes, practiceScope } from './classes.ts';
import { emailLine, idSchema, instantSchema, lineSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

/** What somebody is to the practice: sends clients, treats them too, is called when it is urgent, or something else. */
export const contactKinds = ['referrer', 'clinician', 'emergency', 'other'] as const;

const facts = {
  kind: v.picklist(contactKinds),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  organization: v.optional(lineSchema),
  phone_number: v.optional(lineSchema),
  email: v.optional(v.union([v.literal(''), emailLine])),
  /** When they are reached, what they take: nothing about a client. */
  remark: v.optional(v.pipe(v.string(), v.maxLength(1000))),
} as const;

/** [C-158] Somebody outside whom a practice works with. Everybody of the practice reads it; nobody else. */
export const contact = defineCollection({
  name: 'contact',
  shape: 1,
  body: v.object({ ...facts, removed: v.optional(instantSchema), modify_datetime: instantSchema }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
  },
  indexes: { practice: ({ scope, id, body }) => (body.removed === undefined ? [indexKey(scope, id)] : []) },
  at: () => '',
  livesIn: ['practice'],
  clinical: true,
});
export type Contact = v.InferOutput<typeof contact.body>;

/**
 * [CT-1] Writes a contact of the practice, or changes one fact by fact: what is not named stays. `removed` takes it out of every list, and
 * `false` brings it back as it was. `ctx.base` is asked as of a person of a chart [CH-2].
 */
export const saveContact = defineMutator({
  name: 'contact.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    contact_id: v.optional(idSchema),
    removed: v.optional(v.boolean()),
    ...v.partial(v.object(facts)).entries,
  }),
  makes: 1,
  who: inPracticeAs('professional', 'scheduler', 'owner'),
  load: ({ contact_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'contact', id: contact_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts: known, args, ctx }) => {
    const { practice_id, contact_id, removed, ...said } = args;
    const scope = practiceScope(practice_id);
    const id = contact_id ?? ctx.ids[0] ?? '';
    const record = known.find(contact, id);
    const place = { collection: 'contact', id, scope, cls: classes.colleagues };
    if (contact_id === undefined) {
      const { kind, name } = said;
      if (record) return { reject: 'already_exists' };
      if (kind === undefined || name === undefined) return { reject: 'invalid_arguments' };
      return [{ ...place, body: { ...said, kind, name, modify_datetime: ctx.now }, fields: Object.keys(said) }];
    }
    if (record?.scope !== scope) return { reject: 'not_found' };
    const changed = Object.entries(said).flatMap(([name, value]) =>
      (Reflect.get(record.body, name) ?? '') === value ? [] : [name],
    );
    // Nobody writes into what others have taken away, without bringing it back.
    if (changed.length > 0 && record.body.removed !== undefined && removed !== false)
      return { reject: 'changed_meanwhile' };
    if (changed.some((name) => name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '')))
      return { reject: 'changed_meanwhile' };
    const isMoved = removed !== undefined && removed !== (record.body.removed !== undefined);
    if (changed.length === 0 && !isMoved) return [];
    const { removed: was, ...before } = record.body;
    const gone = removed ?? was !== undefined;
    const body = { ...before, ...said, ...(gone ? { removed: was ?? ctx.now } : {}), modify_datetime: ctx.now };
    return [{ ...place, body, fields: [...changed, ...(isMoved ? ['removed'] : [])] }];
  },
});
