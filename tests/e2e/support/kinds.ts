type Kind = 'phone' | 'desktop';

const both: readonly Kind[] = ['phone', 'desktop'];

/**
 * On which devices a file's twins run, the same walk on a phone and on a desktop: by hand and in the nightly run on both; in a run of
 * everything (`TWINS=share`) on one, by the commit's hash and the file's name, so that it can be repeated and the next commit draws
 * anew. What only one of the two holds is no twin and always runs.
 */
export function kindsOf(
  file: string,
  asked = process.env['TWINS'] ?? '',
  commit = process.env['DRILL_COMMIT'] ?? '',
): readonly Kind[] {
  return halfOf(file, both, asked, commit);
}

/** Every second one of a list by the same rule: of ways in which a network fails, say, that a file walks through one by one. */
export function halfOf<T>(
  file: string,
  all: readonly T[],
  asked = process.env['TWINS'] ?? '',
  commit = process.env['DRILL_COMMIT'] ?? '',
): readonly T[] {
  if (asked !== 'share') return all;
  let sum = Number.parseInt(commit.slice(0, 8), 16) || 0;
  for (const letter of file) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Of all its bits: the lowest alone would turn all files over together.
  const bit = sum.toString(2).replaceAll('0', '').length % 2;
  return all.filter((_one, index) => index % 2 === bit);
}
