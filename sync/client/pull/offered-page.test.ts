import { describe, expect, it } from 'vitest';
import { addToChecksum, emptyChecksum } from '../../core/checksum.ts';
import { appointmentBodyOf, settle } from '../../testing/builders.ts';
import { begin, createEngineWorld, end } from '../../testing/engine-world.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Place } from './pull.ts';

describe('a page that the server offers by itself', () => {
  it('[SE-2] a page that comes by itself is applied as a pull would, without one; what does not fit is asked for', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    const rested = (): Place => places.at(-1) ?? { clientId: '', cursor: '' };
    engine.start();
    await world.clock.pass(1000);
    const before = world.pulls();
    const b = appointmentBodyOf();
    const note = { kind: 'r', c: 'appointment', i: 'a1', s: 'chart:c1', k: 'scheduling', v: 1, h: 2, b, t: {} };
    const page = [begin, note, { ...end, cursor: 'c2', sums: { appointment: sumOf('a1', 1) } }];
    engine.offer(
      rested(),
      page.map((line) => JSON.stringify(line)),
    );
    await settle();
    expect(world.disk.dump().base.map((row) => row.k)).toEqual(['appointment|a1']);
    expect([rested().cursor, world.pulls()]).toEqual(['c2', before]);

    for (const lines of [page, [begin, note], ['<html>']]) {
      const asked = world.pulls();
      engine.offer(
        rested(),
        lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
      );
      await settle();
      expect(world.pulls() - asked).toBe(lines === page ? 0 : 1);
    }
    engine.stop();
  });

  it('[SE-2] a page that comes in the middle of a cycle has its turn after it, and nothing is forgotten over it', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    const clientId = (): string => places.at(-1)?.clientId ?? '';
    const page = [begin, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    engine.start();
    await world.clock.pass(1000);
    world.hold.ms = 100;
    const before = world.pulls();
    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c1' }, page);
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c2', 1]);

    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c9' }, page);
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c1', 3]);
    await world.clock.pass(100);

    engine.wake();
    engine.offer({ clientId: clientId(), cursor: 'c1' }, page);
    engine.wake();
    await world.clock.pass(100);
    expect([places.at(-1)?.cursor, world.pulls() - before]).toEqual(['c2', 5]);
    engine.stop();
  });

  it('[SE-2] a page that comes by itself after a pull that failed does not take its place', async () => {
    let isUp = true;
    const world = await createEngineWorld(() => (isUp ? { kind: 'answered', value: null } : { kind: 'unreachable' }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    engine.start();
    await world.clock.pass(1000);
    const [rest] = places;
    isUp = false;
    engine.wake();
    await settle();
    isUp = true;
    const before = world.pulls();
    const page = [begin, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    engine.offer(rest ?? { clientId: '', cursor: '' }, page);
    await settle();
    expect(places.map(({ cursor }) => cursor)).toEqual(['c1', 'c2', 'c1']);
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });

  it('[SE-2] a page from where this replica does not stand any more changes nothing and leads to a pull', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const places: Place[] = [];
    const engine = world.make('one', world.replica, (place) => places.push(place));
    engine.start();
    await world.clock.pass(1000);
    const [rest] = places;
    const gone = { kind: 'x', s: 'chart:c1' };
    const lines = [begin, gone, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
    const asked = world.pulls();
    engine.offer({ clientId: rest?.clientId ?? '', cursor: 'c0' }, lines);
    await settle();
    engine.offer({ clientId: 'an earlier one', cursor: 'c1' }, lines);
    await settle();
    expect([world.pulls(), places.at(-1)?.cursor]).toEqual([asked + 2, 'c1']);
    await world.replica.store.tx('relaxed', function* () {
      const [cursor] = yield* readMeta('cursor');
      if (cursor) yield [putMeta('cursor', { ...cursor, cursor: 'c7' })];
    });
    const before = world.pulls();
    engine.offer(rest ?? { clientId: '', cursor: '' }, lines);
    await settle();
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });
});

function sumOf(id: string, version: number): readonly number[] {
  const { count, a, b } = addToChecksum(emptyChecksum, id, version, 1);
  return [count, a, b];
}
