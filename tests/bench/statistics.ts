/** Middle value; the mean of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The value that so large a share of all does not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** 95 % interval. */
export type Interval = readonly [number, number];

const resamples = 4000;

/** Interval of a statistic over rounds, by resampling rounds with a fixed seed: same rounds, same interval. */
function bootstrap(rounds: number, statistic: (picked: readonly number[]) => number): Interval {
  const next = createSeeded(2026);
  const found = Array.from({ length: resamples }, () =>
    statistic(Array.from({ length: rounds }, () => Math.floor(next() * rounds))),
  ).sort((one, other) => one - other);
  return [found[Math.floor(resamples * 0.025)] ?? Number.NaN, found[Math.floor(resamples * 0.975)] ?? Number.NaN];
}

/** Interval of the median. */
export function medianInterval(values: readonly number[]): Interval {
  return bootstrap(values.length, (picked) => median(picked.map((index) => values[index] ?? Number.NaN)));
}

/** Interval of the ratio of two medians whose rounds were measured in pairs. */
export function ratioInterval(own: readonly number[], limit: readonly number[]): Interval {
  const pick = (values: readonly number[], picked: readonly number[]): number =>
    median(picked.map((index) => values[index] ?? Number.NaN));
  return bootstrap(Math.min(own.length, limit.length), (picked) => pick(own, picked) / pick(limit, picked));
}

/** A small generator of numbers in [0, 1) (mulberry32). */
function createSeeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
