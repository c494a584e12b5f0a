import { describe, expect, it } from 'vitest';
import type { TransportAnswer } from '../../ports.ts';
import { noteEditArgs, seededRandom } from '../../testing/builders.ts';
import { begin, createEngineWorld, end, holdCharts } from '../../testing/engine-world.ts';
import { writeMutation } from '../write/write.ts';

const told = { epoch: 'e1', serverTime: begin.serverTime, results: [] };
const answered = (value: object): TransportAnswer<unknown> => ({ kind: 'answered', value: { ...told, ...value } });

/** Something waits on a device whose server says the same each time; how often it was asked in half a minute. */
async function askedIn30s(push: TransportAnswer<unknown>, lines: readonly unknown[]) {
  const world = await createEngineWorld(
    () => ({ kind: 'answered', value: null }),
    () => lines,
    push,
  );
  await holdCharts(world.replica);
  const ports = { clock: world.clock, random: seededRandom(7), zone: () => 'UTC' };
  await writeMutation(world.replica, ports, { name: 'note.edit', args: noteEditArgs({ plan: 'A call' }) });
  const engine = world.make('one');
  engine.start();
  await world.clock.pass(30_000);
  engine.stop();
  return { pushes: world.pushes(), pulls: world.pulls() };
}

describe('[SE-7] a server that gets nowhere is asked as after a failure, never without pause', () => {
  it.each([
    ['takes each push for one of another history', { kind: 'ok', mark: 1000 }],
    ['finds a gap before each push', { kind: 'gap', mark: 1000, known: [] }],
    ['settles nothing of what it is sent', { kind: 'ok', mark: 0 }],
  ])('%s', async (_name, value) => {
    const { pushes, pulls } = await askedIn30s(answered(value), [begin, { ...end, cursor: 'c0' }]);
    expect(pushes).toBeGreaterThan(5);
    expect(pushes).toBeLessThan(60);
    expect(pulls).toBeLessThan(60);
  });

  it.each([
    ['tells of another history with each page', { mark: 1000 }],
    ['sends pages that neither end nor go on', { cursor: 'c0', complete: false }],
  ])('%s', async (_name, line) => {
    const { pushes, pulls } = await askedIn30s({ kind: 'unreachable' }, [begin, { ...end, ...line }]);
    expect(pushes + pulls).toBeGreaterThan(5);
    expect(pushes + pulls).toBeLessThan(60);
  });

  it.each([
    ['tells of another history with each page', { mark: 1000 }],
    ['sends pages that neither end nor go on', { cursor: 'c0', complete: false }],
  ])('%s, and nothing waits', async (_name, line) => {
    const world = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, ...line }],
    );
    await holdCharts(world.replica);
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(30_000);
    expect(world.pulls()).toBeGreaterThan(5);
    expect(world.pulls()).toBeLessThan(60);
    engine.stop();
  });
});
