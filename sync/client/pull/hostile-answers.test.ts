import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import type { Json } from '../../core/record.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import { appointmentBodyOf, chartLines, pullRecordOf } from '../../testing/builders.ts';
import {
  HostileWorld,
  noteBodyOf,
  noteKey,
  noteLine,
  page,
  scope,
  sealed,
  textOf,
  type HonestServer,
} from '../../testing/hostile-world.ts';
import { readMeta } from '../replica/meta.ts';
import { getSeen } from '../read/reads.ts';
import { listPending } from '../status/work-list.ts';

/** What comes in the place of the honest line of the note, which is version 2 by now. */
interface Variant {
  readonly lines: (server: HonestServer, honest: PullRecord) => readonly unknown[];
  /** What is said while nobody mends it; `offline`: the page is not taken; `log`: it stands in the log. */
  readonly says: 'damaged' | 'diverged' | 'offline' | 'unexplained-reset' | 'clock' | 'log' | 'nothing';
}

const sessionA1 = { collection: 'appointment', id: 'a1', scope, cls: classes.scheduling, body: appointmentBodyOf() };
const instead = (line: (honest: PullRecord) => unknown) => (server: HonestServer, honest: PullRecord) =>
  page(server, line(honest));
const withBody = (body: Json) => instead((honest) => ({ ...honest, b: body }));
const damaged = (lines: Variant['lines']): Variant => ({ lines, says: 'damaged' });

const variants: Readonly<Record<string, Variant>> = {
  'nothing wrong at all (the control)': { lines: instead((honest) => honest), says: 'nothing' },
  'an unknown field, which an honest newer server may send': {
    lines: instead((honest) => ({ ...honest, b: { ...(honest.b as object), mood: 'well' } })),
    says: 'nothing',
  },
  'a body that is null': damaged(withBody(null)),
  'a body that is text': damaged(withBody('text')),
  'a body that is a list': damaged(withBody([])),
  'a body that is empty': damaged(withBody({})),
  'a body with a field of another type': damaged(withBody({ ...noteBodyOf('x'), answers: 'none' })),
  'a body with an instant that is none': damaged(withBody(noteBodyOf('x', { session_start: '2026-13-99' }))),
  'a body of another collection': damaged(withBody(appointmentBodyOf())),
  'a body with __proto__ in it': damaged((server, honest) =>
    page(server, JSON.stringify(honest).replace('"answers":{', '"answers":{"__proto__":{"plan":"HOSTILE"},')),
  ),
  'a body with an escaped __proto__ in it': damaged((server, honest) =>
    page(server, JSON.stringify(honest).replace('"answers":{', String.raw`"answers":{"\u005f_proto__":{"a":"b"},`)),
  ),
  'a body with an unknown field named constructor': damaged(
    instead((honest) => ({ ...honest, b: { ...(honest.b as object), constructor: { name: 'x' } } })),
  ),
  'stamps that are no text': damaged(instead((honest) => ({ ...honest, t: { plan: 7 } }))),
  'stamps with __proto__': damaged((server, honest) =>
    page(server, JSON.stringify(honest).replace('"t":{}', '"t":{"__proto__":"u"}')),
  ),
  'a note for another session than its id says': damaged(withBody(noteBodyOf('x', { appointment_id: 'a2' }))),
  'a note in a scope of another chart': damaged(instead((honest) => ({ ...honest, s: chartScope('c9') }))),
  'a note in a scope that is no chart': damaged(instead((honest) => ({ ...honest, s: 'practice:p1' }))),
  'a new note in another chart than its session': damaged((server) =>
    page(server, {
      ...noteLine(1, noteBodyOf('x', { appointment_id: 'a2' }), { i: noteIdOf('a2') }),
      s: chartScope('c9'),
    }),
  ),
  '[BR-3] a membership in an account': damaged(
    instead(() => ({ ...chartLines()[0], s: 'account:pro-1', v: 2, i: 'm.c1.pro-1.treating' })),
  ),
  '[BR-3] a membership whose id names somebody else': damaged(
    instead(() => ({ ...chartLines()[0], i: 'm.c1.pro-9.treating' })),
  ),
  'a session that moved to another chart': damaged(
    instead(() => ({ ...pullRecordOf({ ...sessionA1, version: 2 }), s: chartScope('c9') })),
  ),
  '[BR-3] a session that is damaged': damaged(
    instead(() => ({ ...pullRecordOf({ ...sessionA1, version: 2 }), b: null })),
  ),
  'a scope of no form': damaged(instead((honest) => ({ ...honest, s: 'everything' }))),
  'a class of no form': damaged(instead((honest) => ({ ...honest, k: 'a|b' }))),
  'the same version with other content': damaged(instead(() => noteLine(1, noteBodyOf('HOSTILE')))),
  'the same version in another class': damaged(
    instead(() => noteLine(1, noteBodyOf('first'), { k: classes.scheduling })),
  ),
  'a version that is no whole number': damaged(instead((honest) => ({ ...honest, v: 2.5 }))),
  'a version below one': { lines: instead((honest) => ({ ...honest, v: -3 })), says: 'diverged' },
  'a version of zero': { lines: instead((honest) => ({ ...honest, v: 0 })), says: 'diverged' },
  'a version beyond all': damaged(instead((honest) => ({ ...honest, v: 2 ** 41 }))),
  'a version that no number holds': damaged(instead((honest) => ({ ...honest, v: 1e300 }))),
  'a shape that is no whole number': damaged(instead((honest) => ({ ...honest, h: 0.5 }))),
  'a version far ahead of the true one': {
    lines: instead((honest) => ({ ...honest, v: 2 ** 39 })),
    says: 'diverged',
  },
  'a version older than what lies here': { lines: instead(() => noteLine(0.5, noteBodyOf('x'))), says: 'diverged' },
  'an id of no form': { lines: instead((honest) => ({ ...honest, i: 'a b/../c' })), says: 'log' },
  'an id that is empty': { lines: instead((honest) => ({ ...honest, i: '' })), says: 'log' },
  'a collection named __proto__': { lines: instead((honest) => ({ ...honest, c: '__proto__' })), says: 'log' },
  'a collection named constructor': { lines: instead((honest) => ({ ...honest, c: 'constructor' })), says: 'log' },
  'a record of no form at all': { lines: instead((honest) => ({ ...honest, i: 7 })), says: 'offline' },
  'a line that is no JSON': { lines: (server) => page(server, '{"kind":"r"'), says: 'offline' },
  'a page of another account': {
    lines: (server, honest) => [{ ...server.begin(), principal: 'pro-9' }, honest, server.end('c2')],
    says: 'offline',
  },
  'one byte flipped in a page that names its digest': {
    lines: (server, honest) => sealed(page(server, honest)).map((line) => line.replace('second', 'sedond')),
    says: 'offline',
  },
  'a line left out of a page that names its digest': {
    lines: (server, honest) => sealed(page(server, honest)).filter((_line, index) => index !== 2),
    says: 'offline',
  },
  'another end under the same digest': {
    lines: (server, honest) =>
      sealed(page(server, honest)).map((line) => line.replace('"cursor":"c2"', '"cursor":"c9"')),
    says: 'offline',
  },
  'a digest that is none': {
    lines: (server, honest) => [...page(server, honest).slice(0, -1), { ...server.end('c2'), digest: 'x' }],
    says: 'offline',
  },
  'a reset within the epoch, the day after': {
    lines: (server, honest) => [
      { ...server.begin(), reset: true },
      ...[...server.records.values()].filter(({ c }) => c !== 'note'),
      honest,
      server.end('c2'),
    ],
    says: 'unexplained-reset',
  },
  'a server time years ahead': {
    lines: (server, honest) =>
      page(
        {
          begin: () => ({ ...server.begin(), serverTime: '2099-01-01T00:00:00.000Z' }),
          end: (cursor) => server.end(cursor),
        },
        honest,
      ),
    says: 'clock',
  },
};

describe('[BR-1] a hostile answer is refused or named, stops no pull and costs no work', () => {
  let world: HostileWorld;
  beforeEach(async () => {
    world = await HostileWorld.open();
    return () => world.close();
  });

  it('has at least 40 variants', () => {
    expect(Object.keys(variants).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(variants))('%s', async (_what, { lines, says }) => {
    expect([await world.plan(), world.board.value.get().problems]).toEqual(['first', []]);
    const honest = noteLine(2, noteBodyOf('second'));
    world.server.put(honest);
    const hostile = textOf(lines(world.server, honest));
    world.answer = () => (world.server.pulls === 0 ? hostile : null);
    world.isHealing = false;
    world.server.pulls = -1;
    expect((await world.type('What I was typing')).kind).toBe('saved');
    world.engine.wake();
    // Typing is held back meanwhile: the pull goes on beside it.
    await world.clock.pass(400);
    const status = world.board.value.get();
    if (says === 'log') expect(world.logged).toContain('sync.refused_records');
    else if (says === 'offline') expect(status.online).toBe(false);
    else if (says === 'nothing') expect([status.problems, await world.plan()]).toEqual([[], 'second']);
    else expect(status.problems).toContain(says);
    expect(JSON.stringify(await getSeen(world.replica, 'note', noteIdOf('a1')))).not.toContain('HOSTILE');
    // One page, and not stopped by what was in it.
    const [cursor] = await world.replica.store.read(() => readMeta('cursor'));
    expect(cursor?.cursor).toBe(says === 'offline' ? 'c1' : 'c2');
    if (says !== 'offline') expect(await getSeen(world.replica, 'appointment', 'a2')).toBeDefined();
    // The work is whole, and what is typed now is taken.
    const [waiting] = await listPending(world.replica);
    expect(waiting?.args).toMatchObject({ answers: { subjective: 'What I was typing' } });
    expect((await world.type('And more of it')).kind).toBe('saved');

    world.isHealing = true;
    world.answer = () => textOf([world.server.begin(), ...world.server.records.values(), world.server.end('c3')]);
    world.server.serverTime = new Date(world.clock.now()).toISOString();
    await world.replica.store.tx('relaxed', function* () {
      // Whatever was asked for lately may be asked for again.
      yield [{ op: 'delete', table: 'meta', keys: ['healed'] }];
    });
    world.engine.wake();
    await world.clock.pass(400);
    world.engine.wake();
    await world.clock.pass(400);
    const left = world.board.value.get().problems.filter((problem) => problem !== 'unexplained-reset');
    expect([left, await world.plan()]).toEqual([[], 'second']);
    expect(await listPending(world.replica)).not.toEqual([]);
  });

  const ofTomorrow = { ...noteLine(2, noteBodyOf('second')), h: 2 };
  const reserved = '"answers":{"__proto__":{"a":"b"},';
  it.each([
    ['a body', JSON.stringify(ofTomorrow).replace('"answers":{', reserved)],
    ['a body in a collection', JSON.stringify({ ...ofTomorrow, c: 'referral' }).replace('"answers":{', reserved)],
    ['stamps', JSON.stringify(ofTomorrow).replace('"t":{}', '"t":{"__proto__":"u"}')],
  ])('%s of tomorrow with __proto__ in it: damaged, not kept for an update', async (_what, line) => {
    expect(line).toContain('__proto__');
    world.isHealing = false;
    world.answer = () => textOf(page(world.server, line));
    world.engine.wake();
    await world.clock.pass(400);
    expect(world.board.value.get().problems).toContain('damaged');
  });

  it('[BR-4] a damaged record is asked for again alone, at once, and then at most every ten minutes', async () => {
    const honest = noteLine(2, noteBodyOf('second'));
    world.server.put({ ...honest, b: null });
    world.answer = () => textOf(page(world.server, { ...honest, b: null }));
    world.engine.wake();
    await world.clock.pass(100);
    expect(world.asked).toEqual(['note note.a1']);
    world.answer = () => textOf([world.server.begin(), { ...world.server.end('c2'), sums: undefined }]);
    await world.clock.pass(9 * 60_000);
    expect(world.asked).toHaveLength(1);
    expect(world.board.value.get().damaged).toEqual([noteKey]);
    world.server.put(honest);
    await world.clock.pass(2 * 60_000);
    expect(world.asked).toEqual(['note note.a1', 'note note.a1']);
    expect([world.board.value.get().damaged, await world.plan()]).toEqual([[], 'second']);
  });

  it('[BR-4] twenty that cannot be mended keep no other one waiting', async () => {
    const hopeless = Array.from({ length: 20 }, (_, index) => ({ ...noteLine(1, null), i: noteIdOf(`b${index}`) }));
    const honest = noteLine(2, noteBodyOf('second'));
    world.server.put(...hopeless, { ...honest, b: null });
    world.answer = () => textOf(page(world.server, ...hopeless, { ...honest, b: null }));
    world.engine.wake();
    await world.clock.pass(100);
    world.server.put(honest);
    world.quiet('c2');
    await world.clock.pass(60_000);
    expect(world.asked).toContain('note note.a1');
    expect([world.board.value.get().damaged?.length, await world.plan()]).toEqual([20, 'second']);
  });

  it('[BR-4] a clock that was set back holds no healing up', async () => {
    const honest = noteLine(2, noteBodyOf('second'));
    world.server.put({ ...honest, b: null });
    world.answer = () => textOf(page(world.server, { ...honest, b: null }));
    world.engine.wake();
    await world.clock.pass(100);
    world.server.put(honest);
    world.answer = () => textOf([world.server.begin(), { ...world.server.end('c2'), sums: undefined }]);
    world.clock.jump(-24 * 60 * 60_000);
    await world.clock.pass(30_000);
    world.clock.jump(24 * 60 * 60_000);
    expect(await world.plan()).toBe('second');
  });

  it('[BR-3] "Synced" has no time of now while a record is known to be broken', async () => {
    const before = world.board.value.get().syncedAt;
    world.server.put({ ...noteLine(2, null) });
    world.answer = () => textOf(page(world.server, noteLine(2, null)));
    world.engine.wake();
    await world.clock.pass(60_000);
    expect([world.board.value.get().syncedAt, world.board.value.get().problems]).toEqual([before, ['damaged']]);
  });

  it.each([
    ['the day after, it is said until it is read', 1, 'e1', ['unexplained-reset']],
    ['after a hundred days it needs no reason', 100, 'e1', []],
    ['nor after ninety days to the millisecond', 90, 'e1', []],
    ['one second less is said', 90 - 1 / 86_400, 'e1', ['unexplained-reset']],
    ['of another epoch it is said to be one', 1, 'e2', ['server-restored']],
  ] as const)('[PL-7] a reset is obeyed: %s', async (_what, days, epoch, said) => {
    const dayMs = 24 * 60 * 60_000;
    const [time] = await world.replica.store.read(() => readMeta('time'));
    world.clock.jump(days * dayMs);
    expect((await world.type('Not sent yet')).kind).toBe('saved');
    world.server.serverTime = new Date(Date.parse(time?.contact ?? '') + days * dayMs).toISOString();
    world.server.epoch = epoch;
    world.answer = () =>
      textOf([{ ...world.server.begin(), reset: true }, ...world.server.records.values(), world.server.end('c2')]);
    world.engine.wake();
    await world.clock.pass(400);
    expect(world.board.value.get().problems).toEqual(said);
    expect(await listPending(world.replica)).toHaveLength(1);
    world.answer = () => textOf([world.server.begin(), { ...world.server.end('c2'), sums: undefined }]);
    await world.clock.pass(60_000);
    expect(world.board.value.get().problems).toEqual(said);
  });
});
