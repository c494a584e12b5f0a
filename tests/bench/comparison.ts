import fs from 'node:fs';
import * as v from 'valibot';
import type { Machine } from './machine.ts';
import type { Row } from './report.ts';

/** A figure is worse from here on. */
const worseFrom = 1.1;

const interval = v.tuple([v.number(), v.number()]);
const storedFigure = v.object({
  name: v.string(),
  unit: v.string(),
  better: v.optional(v.picklist(['lower', 'higher']), 'lower'),
  own: v.object({ median: v.number(), interval }),
  ratio: v.optional(v.object({ value: v.number(), interval })),
});
const storedRun = v.object({
  machine: v.object({ commit: v.string(), cpu: v.string(), cores: v.number(), at: v.string() }),
  figures: v.array(storedFigure),
});

type StoredFigure = v.InferOutput<typeof storedFigure>;
/** What is kept of a run to compare later ones with. */
export type StoredRun = v.InferOutput<typeof storedRun>;

/** How one figure stands beside the stored run. */
export interface Compared {
  readonly name: string;
  /** New beside old, turned so that above 1 is worse: of the ratios to the limit, or of what was measured where there is none. */
  readonly change: number;
  /** Of times and sizes without a limit only figures of the same machine say something. */
  readonly against: 'limit' | 'itself';
  /** More than 10 % worse, and the two 95 % intervals do not touch. */
  readonly isWorse: boolean;
}

export interface Comparison {
  readonly compared: readonly Compared[];
  /** Figures of this run that the stored one has not, by name. */
  readonly unknown: readonly string[];
}

/** What a run leaves to compare with: middles and intervals, no single rounds. */
export function toStored(machine: Machine, rows: readonly Row[]): StoredRun {
  const { commit, cpu, cores, at } = machine;
  const figures = rows.map(({ name, unit, better, own, ratio }): StoredFigure => ({
    name,
    unit,
    better,
    own: { median: own.median, interval: [...own.interval] },
    ...(ratio ? { ratio: { value: ratio.value, interval: [...ratio.interval] } } : {}),
  }));
  return { machine: { commit, cpu, cores, at }, figures };
}

/** A stored run, or what `--json` wrote; null where there is none. Throws on what is no run. */
export function readStored(file: string): StoredRun | null {
  return fs.existsSync(file) ? v.parse(storedRun, JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
}

/** Compares figure by figure. Another machine's absolute figures are left out; sizes in bytes are the same everywhere. */
export function compareRuns(stored: StoredRun, now: StoredRun): Comparison {
  const before = new Map(stored.figures.map((figure) => [keyOf(figure.name), figure]));
  const isSameMachine = stored.machine.cpu === now.machine.cpu && stored.machine.cores === now.machine.cores;
  const compared: Compared[] = [];
  const unknown: string[] = [];
  for (const figure of now.figures) {
    const old = before.get(keyOf(figure.name));
    if (!old) unknown.push(figure.name);
    else if (figure.ratio && old.ratio) compared.push(compare(figure, old.ratio, figure.ratio, 'limit'));
    else if (isSameMachine || figure.unit === 'B' || figure.unit === 'kB')
      compared.push(compare(figure, toMeasured(old), toMeasured(figure), 'itself'));
  }
  return { compared, unknown };
}

/** The comparison's lines, those that got worse by name at the end. */
export function describeComparison(stored: StoredRun, { compared, unknown }: Comparison): readonly string[] {
  const { commit, at } = stored.machine;
  const worse = compared.filter((figure) => figure.isWorse).map((figure) => figure.name);
  return [
    `Beside the run of ${at.slice(0, 10)} at ${commit.slice(0, 12)}; above 1 is worse.`,
    ...compared.map(
      ({ name, change, against, isWorse }) =>
        `${name.padEnd(64)} ${change.toFixed(2).padStart(6)}${against === 'itself' ? ' (no limit)' : ''}${isWorse ? '  WORSE' : ''}`,
    ),
    ...(unknown.length > 0 ? [`Not in that run: ${unknown.join('; ')}`] : []),
    worse.length > 0 ? `More than 10 % worse: ${worse.join('; ')}` : 'Nothing is more than 10 % worse.',
  ];
}

interface Measured {
  readonly value: number;
  readonly interval: readonly [number, number];
}

function compare(figure: StoredFigure, old: Measured, now: Measured, against: Compared['against']): Compared {
  const isHigherBetter = figure.better === 'higher';
  const [worse, better] = isHigherBetter ? [old.value, now.value] : [now.value, old.value];
  // Nothing beside nothing is no change.
  const change = worse === better ? 1 : worse / better;
  const isApart = isHigherBetter ? now.interval[1] < old.interval[0] : now.interval[0] > old.interval[1];
  return { name: figure.name, change, against, isWorse: change > worseFrom && isApart };
}

function toMeasured({ own }: StoredFigure): Measured {
  return { value: own.median, interval: own.interval };
}

/** How many records a generated practice holds varies with the day: counts are compared by their first digit. */
function keyOf(name: string): string {
  return name.replaceAll(/\d{3,}/g, (count) => Number(Number(count).toPrecision(1)).toString());
}
