import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import { appointmentBodyOf, pullRecordOf } from '../../testing/builders.ts';
import {
  HostileWorld,
  noteBodyOf,
  noteKey,
  noteLine,
  page,
  scope,
  sealed,
  textOf,
} from '../../testing/hostile-world.ts';
import { readMeta } from '../replica/meta.ts';
import { getSeen } from '../read/reads.ts';

const elsewhere = chartScope('c9');
const baseKeys = (world: HostileWorld) =>
  world.replica.store.read(function* () {
    const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~' }];
    return (rows ?? []).map((row) => row?.k);
  });

describe('what comes to heal is looked at as what comes in a page', () => {
  let world: HostileWorld;
  beforeEach(async () => {
    world = await HostileWorld.open();
    return () => world.close();
  });

  it('[BR-1, BR-4] a note that comes again in another chart than its session is kept aside again', async () => {
    const honest = noteLine(2, noteBodyOf('second'));
    const hostile = { ...noteLine(2, noteBodyOf('HOSTILE')), s: elsewhere };
    world.server.put(honest);
    world.answer = () => (world.server.pulls === 1 ? textOf(page(world.server, hostile)) : null);
    world.server.pulls = 0;
    world.healing = () => sealed([world.server.begin(), hostile, world.server.end('h')]);
    world.engine.wake();
    await world.clock.pass(400);
    expect(world.asked).toEqual(['note note.a1']);
    expect(JSON.stringify((await getSeen(world.replica, 'note', noteIdOf('a1'))) ?? '')).not.toContain('HOSTILE');
    expect(world.board.value.get().problems).toContain('damaged');
  });

  it('[BR-2] a server that was put back meanwhile does not name a record: it stays unknown, and is not taken away', async () => {
    world.server.put(noteLine(2, noteBodyOf('second')));
    world.answer = () => (world.server.pulls === 1 ? textOf(page(world.server, noteLine(2, null))) : null);
    world.server.pulls = 0;
    // The cursor is of another epoch: what comes is the first page of everything.
    world.healing = () => {
      const first = pullRecordOf({
        collection: 'appointment',
        id: 'a1',
        scope,
        cls: classes.scheduling,
        body: appointmentBodyOf(),
      });
      const end = { ...world.server.end('h'), complete: false, left: 9, sums: undefined };
      return sealed([{ ...world.server.begin(), epoch: 'e2', reset: true }, first, end]);
    };
    world.engine.wake();
    await world.clock.pass(400);
    expect(world.asked).toEqual(['note note.a1']);
    expect(await baseKeys(world)).toContain(noteKey);
    expect(world.board.value.get().problems).toContain('damaged');
  });

  it('[IN-1] a collection is not taken away by the first page of a server that was put back meanwhile', async () => {
    world.answer = () => {
      if (world.server.pulls !== 1) return null;
      const a2 = pullRecordOf({
        collection: 'appointment',
        id: 'a2',
        scope,
        cls: classes.scheduling,
        body: appointmentBodyOf(),
      });
      return textOf([
        world.server.begin(),
        a2,
        { ...world.server.end('c2'), sums: { ...world.server.sums(), note: [1, 5, 5] } },
      ]);
    };
    world.server.pulls = 0;
    const before = await world.replica.store.read(() => readMeta('sums'));
    world.healing = () => {
      const a1 = pullRecordOf({
        collection: 'appointment',
        id: 'a1',
        scope,
        cls: classes.scheduling,
        body: appointmentBodyOf(),
      });
      const end = { ...world.server.end('h'), complete: false, left: 9, sums: undefined };
      return sealed([{ ...world.server.begin(), epoch: 'e2', reset: true }, a1, end]);
    };
    world.engine.wake();
    await world.clock.pass(400);
    expect(world.asked).toEqual(['note *']);
    expect(await baseKeys(world)).toContain(noteKey);
    const [sums] = await world.replica.store.read(() => readMeta('sums'));
    expect(sums?.['appointment']?.[0]).toBe((before[0]?.['appointment']?.[0] ?? 0) + 1);
  });
});
