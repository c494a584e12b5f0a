import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted/planted-bugs.ts';
import { shrink } from './shrink.ts';
import { problemsOf, runSchedule } from './world.ts';
import { isView } from '../../sync/core/define.ts';
import { registry } from '../../sync/collections/index.ts';
import { seedsFrom, seedsOfCommit } from './seeds.ts';
import { madeBySteps } from './steps.ts';

describe('the simulated world', () => {
  it.each([1, 2, 3, 4, 5, 6, 20_652, 204_629_833])('seed %i: nothing lost, doubled or diverged', async (seed) => {
    const result = await runSchedule(seed, { steps: 60 });
    expect(problemsOf(result)).toEqual([]);
    expect(result.acked).toBeGreaterThan(5);
  });

  it('the same seed gives the same history', async () => {
    const [one, other] = [await runSchedule(11, { steps: 40 }), await runSchedule(11, { steps: 40 })];
    expect([other.acked, other.faults, other.history]).toEqual([one.acked, one.faults, one.history]);
  });

  it('holds at least twenty planted bugs, four of them in what both sides share', () => {
    expect(Object.keys(plantedBugs).length).toBeGreaterThanOrEqual(20);
  });

  it('shrinks a failing seed to the few steps that it needs', async () => {
    const plant = plantedBugs['refusal answer lost'];
    if (!plant) throw new Error('no such bug');
    let seed = 1;
    while (problemsOf(await runSchedule(seed, { steps: 60, plant })).length === 0) seed += 1;
    const told = await shrink(seed, { steps: 60, plant });
    expect(told.some((line) => line.startsWith('=> '))).toBe(true);
    expect(told.filter((line) => !line.startsWith('=> ')).length).toBeLessThan(12);
  });

  it('runs the shipped modules: no file of the simulation stands in for one of theirs', () => {
    const imports = (file: string): string[] =>
      [...fs.readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
    const device = imports('sim-device.ts');
    const server = imports('sim-server.ts');
    for (const shipped of [
      'client/lead/sync-engine.ts',
      'client/write/write.ts',
      'client/keys/replica-keys.ts',
      'store/memory-store.ts',
      'web/fetch-transport.ts',
      'web/push-sealed.ts',
      'client/push/deliver-sealed.ts',
      'client/session/lease.ts',
    ]) {
      expect(device.some((name) => name.endsWith(`sync/${shipped}`))).toBe(true);
    }
    for (const shipped of ['login', 'resume', 'sync', 'note-writes', 'registry']) {
      expect(imports('sim-process.ts').some((name) => name.endsWith(`server/routes/${shipped}.ts`))).toBe(true);
    }
    expect(server.filter((name) => name.startsWith('./'))).toEqual(
      expect.arrayContaining(['./file-store.ts', './sim-process.ts']),
    );
    expect(imports('file-store.ts').some((name) => name.endsWith('server/store/sqlite-store.ts'))).toBe(true);
    const bugs = ['sync', 'server', 'src', 'worker'].flatMap((folder) =>
      fs
        .readdirSync(path.join(import.meta.dirname, '../..', folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name)),
    );
    const mentions = bugs
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
      .filter((name) => fs.readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8').includes('planted'));
    expect(mentions).toEqual([]);
  });
});

it('seeds: fifty are always the same, the others are those of the commit', () => {
  const one = seedsOfCommit(60, 'abcdef0123');
  expect(one.slice(0, 50)).toEqual(seedsFrom(1, 50));
  expect(one.slice(50)).toEqual(seedsFrom(1_000_000 + 0xabcdef0, 10));
  expect(seedsOfCommit(60, '0000001').slice(50)).toEqual(seedsFrom(1_000_001, 10));
});

it('what is expected is written down apart from the product: nothing of it is imported there', () => {
  const folder = path.join(import.meta.dirname, 'oracle');
  const judged = fs.readdirSync(folder).filter((name) => name !== 'judge.ts');
  expect(judged.length).toBeGreaterThan(4);
  for (const name of judged) {
    const imports = [...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from,
    );
    expect(imports.filter((from) => from !== 'valibot' && from !== 'vitest' && !from?.startsWith('./'))).toEqual([]);
  }
});

it('every change of the product that is somebody’s work has a step', () => {
  const work = [...registry.mutators.values()]
    .filter(({ name, isRetired }) => !isView(name) && !isRetired)
    .map(({ name }) => name);
  expect(new Set(work)).toEqual(madeBySteps);
});
