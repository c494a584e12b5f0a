/** A clinician of the practice, as a calendar tells whose a session is. */
export interface Clinician {
  readonly id: string;
  readonly name: string;
}

/** Those of a kept choice who are still of the practice, in its order; none where that leaves nobody or is everybody. */
export function standingChoice(kept: readonly string[], clinicians: readonly Clinician[]): readonly string[] {
  const standing = clinicians.flatMap(({ id }) => (kept.includes(id) ? [id] : []));
  return standing.length === clinicians.length ? [] : standing;
}

/** The choice after one was added or taken out; that of all, or of nobody, is everybody. */
export function toggledChoice(
  chosen: readonly string[],
  id: string,
  clinicians: readonly Clinician[],
): readonly string[] {
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return standingChoice(next, clinicians);
}

/** `Everybody`, `Dr. Lee`, or `2 of 5 clinicians`. */
export function choiceWords(chosen: readonly string[], clinicians: readonly Clinician[]): string {
  if (chosen.length === 0) return 'Everybody';
  if (chosen.length > 1) return `${chosen.length} of ${clinicians.length} clinicians`;
  return clinicians.find(({ id }) => id === chosen[0])?.name ?? 'Everybody';
}

/** A title before a name: it is not what one is told apart by. */
const titlePattern = /\.$/;

/**
 * How each is told apart where there is no room for a name: the initials, and where two have the same, more letters of the last
 * name, at last a number. No two are alike.
 */
export function shortNames(clinicians: readonly Clinician[]): ReadonlyMap<string, string> {
  const short = new Map<string, string>();
  const taken = new Set<string>();
  const wanted = clinicians.map(({ id, name }) => ({ id, forms: formsOf(name) }));
  const first = wanted.map(({ forms }) => forms[0]);
  for (const { id, forms } of wanted) {
    const isShared = first.filter((form) => form === forms[0]).length > 1;
    const free = forms.slice(isShared ? 1 : 0).find((form) => !taken.has(form)) ?? numbered(forms[0] ?? '', taken);
    taken.add(free);
    short.set(id, free);
  }
  return short;
}

/** `ML`, `MLi`, `MLin` … of Dr. Maya Lindqvist. */
function formsOf(name: string): readonly string[] {
  const words = name.split(/\s+/).filter((word) => word !== '' && !titlePattern.test(word));
  const [given = '', ...rest] = words.map((word) =>
    [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment),
  );
  const family = rest.at(-1) ?? [];
  const begin = (given[0] ?? '?').toLocaleUpperCase();
  if (family.length === 0) return [begin];
  return family.map(
    (_, index) => `${begin}${(family[0] ?? '').toLocaleUpperCase()}${family.slice(1, index + 1).join('')}`,
  );
}

function numbered(form: string, taken: ReadonlySet<string>): string {
  let count = 1;
  while (taken.has(`${form}${count}`)) count += 1;
  return `${form}${count}`;
}
