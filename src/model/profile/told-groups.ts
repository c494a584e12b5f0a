import type { InferOutput } from 'valibot';
import type { chartPerson } from '../../../sync/collections/chart-person.ts';
import {
  toldGroups,
  type PersonProposal,
  type ToldFact,
  type ToldName,
} from '../../../sync/collections/person-proposal.ts';
import { applyMask, phoneMask } from '../../forms/mask.ts';
import { countries, wordsOfCountry } from '../lists/countries.ts';
import { regions } from '../lists/regions.ts';

type Person = InferOutput<(typeof chartPerson)['body']>;
type Told = PersonProposal['told'];

const groups = [
  { key: 'name', label: 'Name', names: toldGroups.name },
  { key: 'phone', label: 'Phone', names: toldGroups.phone },
  { key: 'address', label: 'Address', names: toldGroups.address },
] as const;

/** Facts that were told and belong together, beside what stands in their place. */
export interface ToldGroup {
  readonly key: (typeof groups)[number]['key'];
  readonly label: string;
  /** As it would read once it is taken over. */
  readonly value: string;
  /** What the practice keeps; empty where it keeps nothing. */
  readonly kept: string;
  /** `open`: nobody has answered yet. */
  readonly state: 'open' | 'taken' | 'kept';
  /** The values of the facts of this state, as an answer names them. */
  readonly told: Partial<Record<ToldName, string>>;
  /** When the newest was told, or answered. */
  readonly at: string;
}

/** What a member has told, group by group; one of which a part was told anew stands once with each state. */
export function groupsOf(person: Partial<Pick<Person, ToldName>>, told: Told): readonly ToldGroup[] {
  return groups.flatMap(({ key, label, names }) =>
    (['open', 'taken', 'kept'] as const).flatMap((state): readonly ToldGroup[] => {
      const facts = names.flatMap((name) => {
        const fact = told[name];
        return fact && stateOf(fact) === state ? [{ name, fact }] : [];
      });
      if (facts.length === 0) return [];
      const values = Object.fromEntries(facts.map(({ name, fact }) => [name, fact.value]));
      const at = facts.map(({ fact }) => fact.answered ?? fact.at).reduce((one, other) => (one > other ? one : other));
      const kept = textOf(key, person);
      return [{ key, label, value: textOf(key, { ...person, ...values }), kept, state, told: values, at }];
    }),
  );
}

function stateOf({ answer }: ToldFact): ToldGroup['state'] {
  return answer ?? 'open';
}

function textOf(key: ToldGroup['key'], facts: Partial<Record<ToldName, string | undefined>>): string {
  switch (key) {
    case 'name':
      return `${facts.first_name ?? ''} ${facts.last_name ?? ''}`.trim();
    case 'phone':
      return phoneText(facts.phone_number ?? '');
    case 'address':
      return addressText(facts);
  }
}

/** Ten digits with the mask; what a practice wrote its own way stays as it is. */
function phoneText(phone: string): string {
  return /^\d{10}$/.test(phone) ? applyMask(phone, phoneMask) : phone;
}

/** `12 Oak St, Denver, Colorado, 80202`, with the country where it is not the United States. */
export function addressText(facts: Partial<Record<ToldName, string | undefined>>): string {
  const { home_address_line1 = '', home_city = '', home_state = '', home_zipcode = '', country = 'US' } = facts;
  const { code } = wordsOfCountry(country);
  const region = regions[code].find((one) => one.code === home_state)?.name ?? home_state;
  const abroad = code === 'US' ? '' : (countries.find((one) => one.code === code)?.name ?? '');
  const parts = [home_address_line1, home_city, region, home_zipcode];
  return [...parts, parts.some((part) => part !== '') ? abroad : ''].filter((part) => part !== '').join(', ');
}
