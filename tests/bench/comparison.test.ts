import { describe, expect, test } from 'vitest';
import { compareRuns, describeComparison, toStored, type StoredRun } from './comparison.ts';
import type { Figure } from './figure.ts';
import { toRow } from './report.ts';

const machine = {
  commit: 'c0ffee',
  dirty: false,
  command: 'npm run bench',
  cpu: 'one',
  cores: 2,
  memoryGb: 8,
  node: 'v20',
  chromium: '156',
  at: '2026-11-21T20:00:00.000Z',
};

function runOf(figures: readonly Figure[], cpu = machine.cpu): StoredRun {
  return toStored(
    { ...machine, cpu },
    figures.map((figure) => toRow(figure)),
  );
}

/** Ten rounds about a value, one per cent either way. */
function about(value: number, spread = 0.01): readonly number[] {
  return Array.from({ length: 10 }, (_, index) => value * (1 + spread * Math.sin(index)));
}

const ratio = (own: readonly number[], limit: readonly number[] = about(1)): Figure => ({
  kind: 'ratio',
  unit: 'ms',
  name: 'a write',
  own,
  limit,
  floor: null,
});
const rate = (own: readonly number[]): Figure => ({
  kind: 'ratio',
  unit: '/s',
  better: 'higher',
  name: 'pushes',
  own,
  limit: about(1000),
  floor: null,
});
const budget = (own: readonly number[], unit: 's' | 'B' = 's'): Figure => ({
  kind: 'budget',
  unit,
  name: 'a first sync',
  own,
  floor: null,
});

function only(stored: StoredRun, now: StoredRun) {
  const { compared } = compareRuns(stored, now);
  return compared[0];
}

describe('a run beside the stored one', () => {
  test.each([
    ['a time that grew by a fifth', ratio(about(2)), ratio(about(2.4)), 1.2, true],
    ['a time that fell', ratio(about(2.4)), ratio(about(2)), 0.83, false],
    ['a time within ten per cent', ratio(about(2)), ratio(about(2.16)), 1.08, false],
    ['a rate that fell by a fifth', rate(about(500)), rate(about(400)), 1.25, true],
    ['a rate that grew', rate(about(400)), rate(about(500)), 0.8, false],
    ['a slower machine: its limit grew as much', ratio(about(2)), ratio(about(4), about(2)), 1, false],
    ['a fifth more, but rounds too far apart to say so', ratio(about(2, 0.3)), ratio(about(2.4, 0.3)), 1.2, false],
  ] as const)('%s', (_name, old, now, change, isWorse) => {
    const found = only(runOf([old]), runOf([now]));
    expect(found?.change).toBeCloseTo(change, 1);
    expect(found?.isWorse).toBe(isWorse);
  });

  test('figures without a limit are compared on the same machine alone, bytes on any', () => {
    const old = runOf([budget(about(10))]);
    expect(only(old, runOf([budget(about(20))]))).toMatchObject({ against: 'itself', isWorse: true });
    expect(only(old, runOf([budget(about(20))], 'another'))).toBeUndefined();
    const bytes = only(runOf([budget([300], 'B')]), runOf([budget([400], 'B')], 'another'));
    expect(bytes).toMatchObject({ isWorse: true });
  });

  test('nothing beside nothing is no change, something beside nothing is worse', () => {
    const tasks = (own: readonly number[]): Figure => ({ kind: 'budget', unit: 'ms', name: 'tasks', own, floor: 50 });
    const none = runOf([tasks([0, 0, 0])]);
    expect(compareRuns(none, none).compared).toMatchObject([{ change: 1, isWorse: false }]);
    expect(compareRuns(none, runOf([tasks([60, 60, 60])])).compared).toMatchObject([{ isWorse: true }]);
  });

  test('the same figure is found where a practice holds a few records more; a new one is named', () => {
    const held = (count: number): Figure => ({ ...ratio(about(2)), name: `pull of 100 changes, ${count} held` });
    const { compared, unknown } = compareRuns(runOf([held(1023)]), runOf([held(1031), held(50_000)]));
    expect(compared.map((figure) => figure.name)).toEqual(['pull of 100 changes, 1031 held']);
    expect(unknown).toEqual(['pull of 100 changes, 50000 held']);
  });

  test('what got worse is named last, every ratio is printed', () => {
    const stored = runOf([ratio(about(2)), rate(about(500))]);
    const now = runOf([ratio(about(2)), rate(about(300))]);
    const lines = describeComparison(stored, compareRuns(stored, now));
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('More than 10 % worse: pushes');
    expect(describeComparison(stored, compareRuns(stored, stored)).at(-1)).toBe('Nothing is more than 10 % worse.');
  });
});

describe('a floor', () => {
  const spread: Figure = { ...ratio(about(1, 0.2)), floor: 1.1 };
  test('is held by the middle, or by the worse end of the interval where that is asked', () => {
    expect(toRow(spread).holds).toBe(true);
    expect(toRow({ ...spread, judgedBy: 'bound' }).holds).toBe(false);
    expect(toRow({ ...rate(about(500)), floor: 0.4 }).holds).toBe(true);
    expect(toRow({ ...rate(about(350)), floor: 0.4 }).holds).toBe(false);
  });
});
