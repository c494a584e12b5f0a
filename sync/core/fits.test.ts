import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { registry } from '../collections/index.ts';
import { defineCollection, type AnyCollection } from './define.ts';
import { companionOf, fitsItself, isCompanion, misplaced } from './fits.ts';
import type { StoredRecord } from './record.ts';
import type { Registry } from './run-mutation.ts';

const shared = { shape: 1, readers: {}, indexes: {}, at: () => '', clinical: false } as const;
const box = defineCollection({ ...shared, name: 'box', body: v.object({}), livesIn: ['room'] });
const lid = defineCollection({
  ...shared,
  name: 'lid',
  body: v.object({ of: v.string() }),
  livesIn: ['room', 'hall'],
  fits: ({ id, body }) => id === `lid.${body.of}`,
  liesWith: { collection: 'box', idOf: (id) => id.slice('lid.'.length) },
});
const small: Registry = {
  collections: new Map<string, AnyCollection>([
    ['box', box],
    ['lid', lid],
  ]),
  mutators: new Map(),
};
const record = (collection: string, id: string, scope: string, body = {}): StoredRecord => ({
  collection,
  id,
  scope,
  cls: 'x',
  version: 1,
  shape: 1,
  body,
  stamps: {},
});

describe('[BR-1] where a record lives', () => {
  it('is one of the kinds of scope that its collection names, and its id follows from what it says', () => {
    expect(fitsItself(box, record('box', 'a', 'room:1'))).toBe(true);
    expect(fitsItself(box, record('box', 'a', 'hall:1'))).toBe(false);
    expect(fitsItself(lid, record('lid', 'lid.a', 'hall:1', { of: 'a' }))).toBe(true);
    expect(fitsItself(lid, record('lid', 'lid.b', 'hall:1', { of: 'a' }))).toBe(false);
  });

  it('is where the record lies that it belongs to, whichever of the two comes first', () => {
    const [one, other] = [record('box', 'a', 'room:1'), record('lid', 'lid.a', 'room:2')];
    expect(misplaced(small, [one, other])).toEqual(['lid|lid.a']);
    expect(misplaced(small, [other, one])).toEqual(['lid|lid.a']);
    expect(misplaced(small, [one, { ...other, scope: 'room:1' }])).toEqual([]);
    // Nothing is known of the box here.
    expect(misplaced(small, [other])).toEqual([]);
    expect(misplaced(small, [record('box', 'b', 'room:9'), other])).toEqual([]);
  });

  it('is asked of the collection: who lies with whom, and what is leaned on', () => {
    expect(companionOf(small, { collection: 'lid', id: 'lid.a' })).toEqual({ collection: 'box', id: 'a' });
    expect(companionOf(small, { collection: 'box', id: 'a' })).toBeUndefined();
    expect([isCompanion(small, 'box'), isCompanion(small, 'lid')]).toEqual([true, false]);
    expect(companionOf(registry, { collection: 'note', id: 'note.a1' })).toEqual({
      collection: 'appointment',
      id: 'a1',
    });
  });

  it('every collection of the product says in which kinds of scope its records live', () => {
    const silent = [...registry.collections.values()].filter(({ livesIn }) => livesIn === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
