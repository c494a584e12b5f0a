import { execFileSync } from 'node:child_process';

/** So many seeds are the same in every run. */
export const fixedSeeds = 50;

/**
 * The seeds of a run that asks for none: the fixed ones, and from there on others for each commit, so that what a hundred runs have
 * missed is not missed for ever. `commit`: its hash, or '' where there is none.
 */
export function seedsOfCommit(count: number, commit: string): readonly number[] {
  const first = 1_000_000 + (Number.parseInt(commit.slice(0, 7), 16) || 0);
  return Array.from({ length: count }, (_, index) => (index < fixedSeeds ? index + 1 : first + index - fixedSeeds));
}

/** `count` seeds, one after the other. */
export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** The hash of the commit that is checked out; '' outside a repository. */
export function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
