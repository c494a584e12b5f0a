import * as v from 'valibot';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { defineCollection } from '../core/define.ts';
import { classes, idOfScope } from './classes.ts';
import { lineSchema, zoneSchema } from './values.ts';

/** A practice: it stands above its charts. Its days pass in its zone. Has the id of its scope. */
export const practice = defineCollection({
  name: 'practice',
  shape: 1,
  body: v.object({ name: lineSchema, zone: zoneSchema }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
    biller: [classes.colleagues],
  },
  indexes: {},
  founds: { kind: 'practice', parent: null },
  zone: ({ zone }) => zone,
  at: () => '',
  livesIn: ['practice'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: false,
});

/** The record of a practice. */
export function practiceLoad(id: string): LoadRequest {
  return { kind: 'get', collection: 'practice', id };
}

/** The zone in which a practice's days pass; undefined where its record is not known. `practiceLoad` was loaded. */
export function practiceZone(facts: Facts, id: string): string | undefined {
  return facts.find(practice, id)?.body.zone;
}
