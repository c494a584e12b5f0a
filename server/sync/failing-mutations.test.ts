import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registry } from '../../sync/collections/index.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { defineCollection, defineMutator } from '../../sync/core/define.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import * as v from 'valibot';
import { call } from '../store/port.ts';
import { chartOf, editOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { anybody } from '../../sync/testing/anybody.ts';

const failing = defineMutator({
  name: 'note.explode',
  args: v.object({}),
  who: anybody,
  run: () => {
    throw new TypeError('SECRET-IN-ERROR');
  },
});
/** Writes the session's note, then something whose index function throws: half of it is done by then. */
const halfDone = defineMutator({
  name: 'note.half',
  args: v.object({}),
  load: () => [
    { kind: 'get', collection: 'chart', id: 'note.half' },
    { kind: 'get', collection: 'bomb', id: 'b1' },
  ],
  who: anybody,
  run: () =>
    ['chart', 'bomb'].map((collection) => ({
      collection,
      id: collection === 'bomb' ? 'b1' : 'note.half',
      scope: 'chart:c1',
      cls: 'care-team',
      body: collection === 'bomb' ? {} : chartOf('half').body,
      fields: [],
    })),
});
const bomb = defineCollection({
  name: 'bomb',
  shape: 1,
  body: v.object({}),
  readers: {},
  indexes: {
    any: () => {
      throw new TypeError('SECRET-IN-INDEX');
    },
  },
  at: () => '',
  clinical: false,
});
/** Looks at its author's own record before it comes to the session. */
const roundabout = defineMutator({
  name: 'note.roundabout',
  args: v.object({}),
  load: (_args, _facts, actor) => [
    { kind: 'get', collection: 'professional', id: actor.sub },
    { kind: 'get', collection: 'appointment', id: 'a1' },
  ],
  who: { ...anybody, may: ({ facts }) => facts.holds('appointment', 'a1') },
  run: () => [],
});
const explosive: Registry = {
  collections: new Map([...registry.collections, [bomb.name, bomb]]),
  mutators: new Map([
    ...registry.mutators,
    [failing.name, failing],
    [halfDone.name, halfDone],
    [roundabout.name, roundabout],
  ]),
};

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create({ registry: explosive });
  await server.addAccount('ann');
  await server.addAccount('ben');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const noteText = (device: TestDevice): unknown =>
  (device.find('note', noteIdOf('a1'))?.b as { answers?: { subjective?: string } } | undefined)?.answers?.subjective;

describe('a mutation that fails', () => {
  test('[PU-5] a mutator that throws is parked, its dependents with it, and the rest goes through', async () => {
    const answer = await ann.push([
      ann.seal({ name: 'note.explode', args: {}, uid: 'u-1' }),
      ann.seal(editOf('a1', 'dependent', { after: ['u-1'] })),
      ann.seal(editOf('a1', 'independent')),
    ]);
    expect(answer).toMatchObject({
      mark: 3,
      results: [{ outcome: 'parked' }, { outcome: 'parked' }, { outcome: 'applied' }],
    });
    expect(server.log.errors.join('\n')).toContain('mutation-parked');
    expect(server.log.errors.join('\n')).not.toContain('SECRET');
    const end = await ann.pullAll();
    expect(end.outcomes.map((row) => row.id)).toEqual([1, 2]);
    expect(noteText(ann)).toBe('independent');
  });

  test('[PU-5] whoever sees what went through beside a mutator that throws is told', async () => {
    const poke = vi.spyOn(server.services.hub, 'poke');
    await ann.push([ann.seal({ name: 'note.explode', args: {} }), ann.seal(editOf('a1', 'independent'))]);
    expect(poke.mock.calls.some(([touched]) => touched.has('ann', 'note'))).toBe(true);
  });

  test('[PU-5] what is held is kept as it came: the one that failed, what depends on it, and a box that does not open', async () => {
    const failed = ann.seal({ name: 'note.explode', args: {}, uid: 'u-1' });
    const dependent = ann.seal(editOf('a1', 'dependent', { after: ['u-1'] }));
    const unreadable = { ...ann.seal(editOf('a1', 'moved'), 7), id: 3 };
    const independent = ann.seal(editOf('a1', 'independent'), 4);
    expect(await ann.push([failed, dependent, unreadable, independent])).toMatchObject({ mark: 4 });
    const boxes = await Promise.all(
      [1, 2, 3, 4].map((id) => server.store.read(() => call('getQuarantine', ann.clientId, id, 'parked'))),
    );
    const boxOf = (row: object): unknown => ('box' in row ? row.box : undefined);
    expect(boxes.map((row) => row?.box)).toEqual([boxOf(failed), boxOf(dependent), boxOf(unreadable), undefined]);
  });

  test('[PU-5] what a failing mutation had written before it failed is undone', async () => {
    await ann.pullAll();
    const answer = await ann.push([ann.seal({ name: 'note.half', args: {} })]);
    expect(answer).toMatchObject({ mark: 1, results: [{ outcome: 'parked', code: 'failed' }] });
    const { lines } = await ann.pullPage();
    expect(lines.map((line) => line.kind)).toEqual(['begin', 'end']);
    expect(await server.store.read(() => call('getRecord', 'chart', 'note.half'))).toBeUndefined();
  });

  test('[AC-4] late work is kept also where it first looked at something that its author still reads', async () => {
    const ben = await server.signedIn('ben');
    const scope = chartScope('c1');
    const grant = { scope, account: 'ben', account_name: 'Dr. Ben', role: 'treating' };
    await ann.push([ann.seal({ name: 'membership.grant', args: grant })]);
    expect(await ben.push([ben.seal({ name: roundabout.name, args: {} })])).toMatchObject({
      results: [{ outcome: 'applied' }],
    });
    const membership = membershipId(scope, 'ben', 'treating');
    await ann.push([ann.seal({ name: 'membership.revoke', args: { scope, membership_id: membership } })]);
    const late = ben.seal({ name: roundabout.name, args: {} });
    expect(await ben.push([late])).toMatchObject({ results: [{ outcome: 'rejected', code: 'not_allowed' }] });
    expect(await server.store.read(() => call('getQuarantine', ben.clientId, late.id, 'revoked'))).toBeDefined();
  });

  test('[PU-5] a box that was moved to another place is parked as unreadable', async () => {
    const moved = ann.seal(editOf('a1', 'text'), 7);
    const answer = await ann.push([{ ...moved, id: 1 }]);
    expect(answer).toMatchObject({ results: [{ outcome: 'parked', code: 'unreadable' }], mark: 1 });
  });
});
