import * as v from 'valibot';
import type { AnyCollection } from '../core/define.ts';
import { defineCollection } from '../core/define.ts';
import { registry } from '../collections/index.ts';
import { classes } from '../collections/classes.ts';
import { noteBody } from '../collections/note-body.ts';
import { note } from '../collections/note.ts';
import type { Registry } from '../core/run-mutation.ts';
import type { Json } from '../core/record.ts';

const noteOfTomorrow = defineCollection({
  ...note,
  shape: 2,
  indexed: 3,
  body: v.object({ ...noteBody.entries, mood: v.optional(v.string()) }),
  indexes: { ...note.indexes, mood: ({ body }) => [body.mood ?? 'none'] },
  upcast: { 1: (body: Json) => ({ ...(body as Record<string, Json>), mood: 'lifted' }) },
});

const referral = defineCollection({
  name: 'referral',
  shape: 1,
  body: v.object({ to: v.string() }),
  readers: { treating: [classes.careTeam] },
  indexes: { all: () => ['all'] },
  at: () => '',
  clinical: true,
});

/** The product's registry one release on: notes with one field and one index more, and a collection that is not there yet. */
export const registryOfTomorrow: Registry = {
  ...registry,
  collections: new Map<string, AnyCollection>([
    ...registry.collections,
    [note.name, noteOfTomorrow],
    [referral.name, referral],
  ]),
};
