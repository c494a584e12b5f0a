import { phoneDigits, plainText } from '../../lib/plain-text.ts';

/** What tells a person: as far as it is known. */
export interface PersonLook {
  readonly first_name: string;
  readonly last_name: string;
  readonly preferred_first_name?: string | undefined;
  readonly dob?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly email?: string | undefined;
}

/** A chart that may be another one's twin. */
export interface ChartLook {
  readonly chartId: string;
  /** One, or both of a couple. */
  readonly people: readonly PersonLook[];
}

/**
 * Which charts are likely of the same person: the same first and last name (whatever the accents, and a preferred first name counts
 * as one), and the same birth date, phone or email. Of a couple both names, and one of these of either. By chart the others, in the
 * order of the list; a chart without any is not in it.
 */
export function findDuplicates(charts: readonly ChartLook[]): ReadonlyMap<string, readonly string[]> {
  const plain = rememberedPlainText();
  const looks = charts.map((chart) => ({
    chartId: chart.chartId,
    people: chart.people.map((person) => readyOf(person, plain)),
  }));
  const byName = new Map<string, (typeof looks)[number][]>();
  for (const look of looks)
    for (const name of new Set(look.people.flatMap(({ names }) => names))) {
      const namesakes = byName.get(name);
      if (namesakes) namesakes.push(look);
      else byName.set(name, [look]);
    }
  const twins = new Map<string, Set<string>>();
  for (const namesakes of byName.values())
    for (const [at, one] of namesakes.entries())
      for (const other of namesakes.slice(at + 1)) {
        if (one.chartId === other.chartId || !isSameChart(one.people, other.people)) continue;
        twins.set(one.chartId, (twins.get(one.chartId) ?? new Set()).add(other.chartId));
        twins.set(other.chartId, (twins.get(other.chartId) ?? new Set()).add(one.chartId));
      }
  const order = new Map(charts.map(({ chartId }, at) => [chartId, at]));
  const at = (id: string): number => order.get(id) ?? 0;
  return new Map([...twins].map(([id, others]) => [id, [...others].toSorted((one, other) => at(one) - at(other))]));
}

/** A person with everything written plainly. */
interface Ready {
  readonly names: readonly string[];
  readonly dob: string;
  readonly phone: string;
  readonly email: string;
}

/** Fewer digits are no number that tells anybody. */
const leastDigits = 7;

function readyOf(person: PersonLook, plain: (text: string) => string): Ready {
  const { first_name, last_name, preferred_first_name = '', dob = '', phone_number = '', email = '' } = person;
  const last = plain(last_name);
  const firsts = [first_name, preferred_first_name].map(plain).filter((first) => first !== '');
  const phone = phoneDigits(phone_number);
  return {
    // Without either there is nothing to compare.
    names: last === '' ? [] : [...new Set(firsts.map((first) => `${first}|${last}`))],
    dob,
    phone: phone.length < leastDigits ? '' : phone,
    email: email.trim().toLowerCase(),
  };
}

/** The same names come again and again: each is looked at once. */
function rememberedPlainText(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const plain = plainText(text);
    known.set(text, plain);
    return plain;
  };
}

function isSameChart(one: readonly Ready[], other: readonly Ready[]): boolean {
  const [first, second] = one;
  const [third, fourth] = other;
  if (!first || !third || one.length !== other.length) return false;
  if (!second || !fourth) return isNamed(first, third) && hasInCommon(first, third);
  return [
    [
      [first, third],
      [second, fourth],
    ] as const,
    [
      [first, fourth],
      [second, third],
    ] as const,
  ].some((pairs) => pairs.every(([a, b]) => isNamed(a, b)) && pairs.some(([a, b]) => hasInCommon(a, b)));
}

function isNamed(one: Ready, other: Ready): boolean {
  return one.names.some((name) => other.names.includes(name));
}

function hasInCommon(one: Ready, other: Ready): boolean {
  return (['dob', 'phone', 'email'] as const).some((fact) => one[fact] !== '' && one[fact] === other[fact]);
}
