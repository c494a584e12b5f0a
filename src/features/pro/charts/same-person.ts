import { plainText } from '../../../lib/plain-text.ts';
import { factNames, factsOf, type FactName } from '../../../model/clients/person-facts.ts';

/** A person of a chart, with the version of each fact. */
export interface MergePerson {
  readonly id: string;
  readonly body: object;
  readonly stamps: Readonly<Record<string, string>>;
}

/** A person of the chart that is kept beside the same one of the other chart. */
export interface PersonPair {
  readonly kept: MergePerson;
  readonly other: MergePerson;
}

/** A fact that the two charts say differently. */
export interface DifferingFact {
  /** Of a couple the same fact of each is one of its own. */
  readonly key: string;
  readonly personId: string;
  readonly name: FactName;
  readonly kept: string;
  readonly other: string;
}

/** Who of the one chart is who of the other: by name where two could be either. */
export function personPairs(kept: readonly MergePerson[], other: readonly MergePerson[]): readonly PersonPair[] {
  const [first, second] = kept;
  const [third, fourth] = other;
  if (!first || !third) return [];
  if (!second || !fourth) return [{ kept: first, other: third }];
  const isCrossed =
    likeness(first, fourth) + likeness(second, third) > likeness(first, third) + likeness(second, fourth);
  return isCrossed
    ? [
        { kept: first, other: fourth },
        { kept: second, other: third },
      ]
    : [
        { kept: first, other: third },
        { kept: second, other: fourth },
      ];
}

function likeness(one: MergePerson, other: MergePerson): number {
  const [mine, theirs] = [factsOf(one.body), factsOf(other.body)];
  const names = [theirs.first_name, theirs.preferred_first_name].map(plainText);
  const isCalled = [mine.first_name, mine.preferred_first_name].some(
    (name) => name !== '' && names.includes(plainText(name)),
  );
  return (isCalled ? 2 : 0) + (plainText(mine.last_name) === plainText(theirs.last_name) ? 1 : 0);
}

/** What differs, in the order in which facts are asked; what the other chart does not know is nothing to take over. */
export function differingFacts(pairs: readonly PersonPair[]): readonly DifferingFact[] {
  return pairs.flatMap(({ kept, other }) => {
    const [mine, theirs] = [factsOf(kept.body), factsOf(other.body)];
    return factNames.flatMap((name) =>
      theirs[name] === '' || theirs[name] === mine[name]
        ? []
        : [{ key: `${kept.id} ${name}`, personId: kept.id, name, kept: mine[name], other: theirs[name] }],
    );
  });
}

/** Facts that belong together: nobody is given another's emergency number, or the member ID of an insurance that is not theirs. */
const groups: readonly (readonly FactName[])[] = [
  ['home_address_line1', 'home_city', 'home_state', 'home_zipcode', 'country'],
  ['emergency_contact_name', 'emergency_contact_relationship', 'emergency_contact_phone'],
  ['guardian_name', 'guardian_relationship', 'guardian_phone'],
  ['insurance_provider', 'insurance_group_id', 'insurance_member_id'],
];

/** What is taken over unless somebody says otherwise: what the chart that is kept knows nothing of, together with what belongs to it. */
export function takenAtFirst(pairs: readonly PersonPair[]): ReadonlySet<string> {
  const knownOf = new Map(pairs.map(({ kept }) => [kept.id, factsOf(kept.body)]));
  const isUnknown = ({ personId, name }: DifferingFact): boolean =>
    (groups.find((group) => group.includes(name)) ?? [name]).every((one) => knownOf.get(personId)?.[one] === '');
  return new Set(
    differingFacts(pairs)
      .filter(isUnknown)
      .map(({ key }) => key),
  );
}

/** [CH-4] The change of each person of the kept chart that takes over what was chosen, with the versions that were on screen. */
export interface TakenOver {
  readonly personId: string;
  readonly facts: Partial<Record<FactName, string>>;
  readonly base: Readonly<Record<string, string>>;
}

export function takeOver(pairs: readonly PersonPair[], taken: ReadonlySet<string>): readonly TakenOver[] {
  const chosen = differingFacts(pairs).filter(({ key }) => taken.has(key));
  return pairs.flatMap(({ kept }): TakenOver[] => {
    const facts = chosen.filter(({ personId }) => personId === kept.id);
    if (facts.length === 0) return [];
    return [
      {
        personId: kept.id,
        facts: Object.fromEntries(facts.map(({ name, other }) => [name, other])),
        base: Object.fromEntries(facts.map(({ name }) => [name, kept.stamps[name] ?? ''])),
      },
    ];
  });
}
