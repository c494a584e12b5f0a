/** What one stretch of work found. A soak is a list of them: each has its own seed, server and disk, and is kept when done. */
export interface LegResult {
  readonly schedules: number;
  readonly faults: number;
  readonly acked: number;
  readonly lost: number;
  readonly doubled: number;
  readonly diverged: number;
  /** Everything that is wrong, in words; empty where all is well. */
  readonly problems: readonly string[];
  /** What was counted besides: for a person who asks whether enough happened. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A stretch that is still to be run. `key` says part and seed: the same key is the same work. */
export interface Leg {
  readonly key: string;
  readonly run: () => Promise<LegResult>;
}

export const nothingFound: LegResult = {
  schedules: 0,
  faults: 0,
  acked: 0,
  lost: 0,
  doubled: 0,
  diverged: 0,
  problems: [],
  figures: {},
};

/** Both together. */
export function addLegs(one: LegResult, other: LegResult): LegResult {
  const names = new Set([...Object.keys(one.figures), ...Object.keys(other.figures)]);
  return {
    schedules: one.schedules + other.schedules,
    faults: one.faults + other.faults,
    acked: one.acked + other.acked,
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    diverged: one.diverged + other.diverged,
    problems: [...one.problems, ...other.problems],
    figures: Object.fromEntries(
      [...names].map((name) => [name, (one.figures[name] ?? 0) + (other.figures[name] ?? 0)]),
    ),
  };
}

/** Whether nothing at all is wrong. */
export function isClean(result: LegResult): boolean {
  return result.lost + result.doubled + result.diverged + result.problems.length === 0;
}

/** The one line that a soak ends with. */
export function verdictLine(result: LegResult): string {
  const { schedules, faults, acked, lost, doubled, diverged } = result;
  return `schedules ${schedules} faults ${faults} acked ${acked} lost ${lost} doubled ${doubled} diverged ${diverged}`;
}

/** So many pieces of at most `size`, as `[first, length]`. */
export function pieces(first: number, count: number, size: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let from = 0; from < count; from += size) found.push([first + from, Math.min(size, count - from)]);
  return found;
}
