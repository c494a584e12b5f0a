import { currentCommit } from './seeds.ts';

/** A run of everything takes one of so many. */
const oneOf = 3;

/**
 * Which calls of a scene fail in this way: all of them, or a third where STEP_FAULTS is `share`, as in a run of everything. By the
 * commit, so that another one takes others; `way` is the place in the list of ways, and as there are at least three of them, every
 * call fails in some way in every run.
 */
export function callsOf(
  calls: number,
  way: number,
  asked = process.env['STEP_FAULTS'] ?? '',
  commit = currentCommit(),
): readonly number[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1);
  if (asked !== 'share') return all;
  const at = Number.parseInt(commit.slice(0, 8), 16) || 0;
  return all.filter((call) => (call + way + at) % oneOf === 0);
}
