/**
 * Which of several a run takes: one, by the commit's hash, so that it can be repeated (DRILL_COMMIT) and another commit takes
 * another. `asked`, which the environment gives as DRILL: `all`, or a part of a name.
 */
export function chosenOf<T extends { readonly name: string }>(
  all: readonly T[],
  asked = process.env['DRILL'] ?? '',
  commit = process.env['DRILL_COMMIT'] ?? '',
): readonly T[] {
  if (asked === 'all') return all;
  if (asked !== '') return all.filter(({ name }) => name.includes(asked));
  const at = (Number.parseInt(commit.slice(0, 8), 16) || 0) % all.length;
  return all.slice(at, at + 1);
}
