import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import type { Note } from '../../collections/note-body.ts';
import type { ReplicaRow } from '../../ports.ts';
import { HostileWorld, noteBodyOf, noteKey, noteLine, textOf } from '../../testing/hostile-world.ts';
import { getSeen } from './reads.ts';
import type { Replica } from '../replica/replica.ts';
import { baseMetaOf } from '../replica/row-meta.ts';

describe('a disk that somebody else has had in hand', () => {
  let world: HostileWorld;
  beforeEach(async () => {
    world = await HostileWorld.open();
    return () => world.close();
  });

  /** Rows as somebody with the disk in hand leaves them, or a build of before. */
  const onDisk: Readonly<Record<string, (row: ReplicaRow, replica: Replica) => ReplicaRow>> = {
    'bytes that were changed': (row) => ({
      ...row,
      z: (row.z ?? new Uint8Array()).map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
    }),
    'bytes that are gone': ({ z: _z, ...row }) => row,
    'a row moved to another scope': (row) => ({ ...row, s: chartScope('c9') }),
    'a row moved to another class': (row) => ({ ...row, m: { ...baseMetaOf(row), c: classes.scheduling } }),
    'a row that is said to be newer': (row) => ({ ...row, v: 7 }),
    'a row without its class': (row) => ({ ...row, m: { g: baseMetaOf(row)?.g } }),
    'a row with a body that is none, as builds of before laid it down': (row, { sealer }) => {
      const home = { scope: row.s ?? '', cls: classes.careTeam };
      return { ...row, z: sealer.seal('base', row.k, 1, { k: home.cls, h: 1, b: {}, t: {} }, home) };
    },
  };

  it.each(Object.entries(onDisk))('[BR-2] on disk: %s', async (_what, change) => {
    // Sealed anew by now: nothing opens by the old rule.
    await world.clock.pass(10_000);
    await world.replica.store.tx('strict', function* () {
      const [rows] = yield [{ op: 'get', table: 'base', keys: [noteKey] }];
      yield [
        { op: 'put', table: 'base', rows: (rows ?? []).flatMap((row) => (row ? change(row, world.replica) : [])) },
      ];
    });
    world.answer = () => textOf([world.server.begin(), { ...world.server.end('c1'), sums: undefined }]);
    world.isHealing = false;
    expect(await world.plan()).toBeUndefined();
    await world.clock.pass(500);
    expect(world.board.value.get().damaged).toEqual([noteKey]);
    // Whatever is there is not known here: the server decides.
    expect(await world.type('Typed all the same')).toMatchObject({ kind: 'saved', requested: true });
    world.isHealing = true;
    await world.clock.pass(900);
    world.engine.wake();
    await world.clock.pass(300);
    expect([world.board.value.get().problems, await world.plan()]).toEqual([[], 'first']);
    // Beside what came again stands what was typed meanwhile.
    const note = await getSeen<Note>(world.replica, 'note', noteIdOf('a1'));
    expect(note?.body.answers['subjective']).toBe('Typed all the same');
  });

  it('[BR-2] a note that lies in another chart than its session is named by who writes in it, and the words are kept', async () => {
    const home = { scope: chartScope('c9'), cls: classes.careTeam };
    const { store, sealer } = world.replica;
    const z = sealer.seal('base', noteKey, 1, { k: home.cls, h: 1, b: noteBodyOf('elsewhere'), t: {} }, home);
    await store.tx('strict', function* () {
      yield [{ op: 'put', table: 'base', rows: [{ k: noteKey, v: 1, s: home.scope, z, m: { g: 1, c: home.cls } }] }];
    });
    world.quiet('c1');
    world.isHealing = false;
    expect(await world.type('Typed all the same')).toMatchObject({ kind: 'saved', requested: true });
    await world.clock.pass(500);
    expect(world.board.value.get().damaged).toEqual([noteKey]);
    world.isHealing = true;
    world.engine.wake();
    await world.clock.pass(300);
    expect([world.board.value.get().damaged, await world.plan()]).toEqual([[], 'first']);
  });

  it.each([
    ['an older row put back', (older: ReplicaRow | undefined) => older ?? null],
    ['a row taken away', () => null],
  ])('[IN-3] on disk: %s is noticed by the sums of what lies here, and healed', async (_what, put) => {
    const older = world.disk.dump().base.find((row) => row.k === noteKey);
    const honest = noteLine(2, noteBodyOf('second'));
    world.server.put(honest);
    world.answer = () => textOf([world.server.begin(), honest, { ...world.server.end('c2'), sums: undefined }]);
    world.engine.wake();
    await world.clock.pass(100);
    expect(await world.plan()).toBe('second');
    const row = put(older);
    await world.replica.store.tx('strict', function* () {
      yield [row ? { op: 'put', table: 'base', rows: [row] } : { op: 'delete', table: 'base', keys: [noteKey] }];
    });
    world.answer = () => textOf([world.server.begin(), { ...world.server.end('c2'), sums: undefined }]);
    expect(await world.plan()).toBe(row ? 'first' : undefined);
    await world.clock.pass(10_000);
    expect(world.logged).toContain('replica.recount_differs');
    expect(await world.plan()).toBe('second');
  });
});
