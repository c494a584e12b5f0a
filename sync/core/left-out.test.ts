import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { registry as shipped } from '../collections/index.ts';
import { runPure } from '../testing/run-pure.ts';
import { defineCollection, defineMutator, type LeftOut } from './define.ts';
import type { Registry } from './run-mutation.ts';

const places = defineCollection({
  name: 'place',
  shape: 1,
  body: v.object({ at: v.string(), isPlaced: v.boolean() }),
  readers: { treating: ['care-team'] },
  indexes: {},
  at: () => '',
  clinical: false,
});

/** A row of times of which the server finds some taken: those are written as what has yet to be placed. */
const plan = defineMutator({
  name: 'place.plan',
  args: v.object({ times: v.array(v.string()) }),
  makes: 3,
  who: { roles: null, load: () => [], may: () => true },
  run: ({ args, ctx, leftOut }) =>
    args.times.map((at, index) => ({
      collection: 'place',
      id: ctx.ids[index] ?? '',
      scope: 'chart:c1',
      cls: 'care-team',
      body: { at, isPlaced: !leftOut.some(({ key }) => key === String(index)) },
      fields: [],
    })),
  guard: {
    load: () => [],
    check: ({ args }) => {
      if (args.times.includes('never')) return { reject: 'conflicting_session', detail: { taken: [1] } };
      const leaveOut = args.times.flatMap((at, index): LeftOut[] =>
        at === 'taken' ? [{ key: String(index), code: 'conflicting_session', detail: { part: index } }] : [],
      );
      return leaveOut.length > 0 ? { leaveOut } : null;
    },
  },
});

const registry: Registry = {
  collections: new Map([...shipped.collections, [places.name, places]]),
  mutators: new Map([[plan.name, plan]]),
};
const world = { records: [], roles: { 'ann chart:c1': ['treating'] } };
const call = (times: readonly string[], onDevice = false) =>
  runPure(world, { sub: 'ann', name: 'place.plan', args: { times }, registry, onDevice });
const bodies = (outcome: ReturnType<typeof call>): unknown =>
  outcome.outcome === 'applied' ? outcome.records.map(({ body }) => body) : outcome;

describe('[MU-6] what a guard says', () => {
  it('parts that it leaves out are written as what they then are, the rest as asked', () => {
    expect(bodies(call(['free', 'taken', 'free']))).toEqual([
      { at: 'free', isPlaced: true },
      { at: 'taken', isPlaced: false },
      { at: 'free', isPlaced: true },
    ]);
    // A device knows nothing of it until the server has spoken.
    expect(bodies(call(['free', 'taken'], true))).toEqual([
      { at: 'free', isPlaced: true },
      { at: 'taken', isPlaced: true },
    ]);
  });

  it('a refusal carries its detail, and writes nothing', () => {
    expect(call(['never'])).toMatchObject({
      outcome: 'rejected',
      code: 'conflicting_session',
      detail: { taken: [1] },
    });
  });

  it('[MU-5] the ids are the same on both sides, and not what was sent', () => {
    const ids = (onDevice: boolean): readonly string[] => {
      const outcome = call(['a', 'b', 'c'], onDevice);
      return outcome.outcome === 'applied' ? outcome.records.map(({ id }) => id) : [];
    };
    expect(ids(true)).toEqual(ids(false));
    expect(new Set(ids(false)).size).toBe(3);
    expect(ids(false)).not.toContain('new-1');
  });
});
