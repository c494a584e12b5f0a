import type { personFacts } from '../../../sync/collections/chart-person.ts';
import { fromDateText, toDateText } from '../../forms/mask.ts';
import { fullDate } from '../../lib/time.ts';
import { countries } from '../lists/countries.ts';
import { regions } from '../lists/regions.ts';

/** What a practice may know of a person of a chart. */
export type FactName = keyof typeof personFacts;
export type Facts = Readonly<Record<FactName, string>>;

/** What each fact is called on screen, in the order in which it is asked. */
export const factWords: Readonly<Record<FactName, string>> = {
  first_name: 'Legal First Name',
  last_name: 'Legal Last Name',
  preferred_first_name: 'Preferred First Name',
  pronouns: 'Pronouns',
  dob: 'Date of birth',
  phone_number: 'Phone',
  email: 'Email',
  home_address_line1: 'Address',
  home_city: 'City',
  home_state: 'State',
  home_zipcode: 'Zip',
  country: 'Country',
  emergency_contact_name: 'Emergency contact',
  emergency_contact_relationship: 'Relationship',
  emergency_contact_phone: 'Emergency phone',
  guardian_name: 'Parent or guardian',
  guardian_relationship: 'Relationship of the guardian',
  guardian_phone: 'Phone of the guardian',
  insurance_provider: 'Insurance provider',
  insurance_group_id: 'Group ID',
  insurance_member_id: 'Member ID',
};

export const factNames = Object.keys(factWords).filter(isFactName);

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(factWords, name);
}

/** Something for each fact. */
export function eachFact<Value>(valueOf: (name: FactName) => Value): Record<FactName, Value> {
  return Object.fromEntries(factNames.map((name) => [name, valueOf(name)])) as Record<FactName, Value>;
}

/** Every fact of a person as a text; '' for what is not known. */
export function factsOf(person: object): Facts {
  return eachFact((name) => {
    const value: unknown = Reflect.get(person, name);
    return typeof value === 'string' ? value : '';
  });
}

/** A fact as one types it. */
export function typedFact(name: FactName, fact: string): string {
  return name === 'dob' ? toDateText(fact) : fact;
}

/** What was typed, as it is kept. */
export function keptFact(name: FactName, typed: string): string {
  const text = typed.trim();
  return name === 'dob' ? (fromDateText(text) ?? '') : text;
}

/** A fact as one reads it; '' where nothing is known. */
export function factText(name: FactName, fact: string, { country = '' }: { readonly country?: string } = {}): string {
  if (fact === '') return '';
  switch (name) {
    case 'dob':
      return fullDate(fact);
    case 'home_state': {
      const parts =
        country === '' ? regions.US : (Object.entries(regions).find(([code]) => code === country)?.[1] ?? []);
      return parts.find(({ code }) => code === fact)?.name ?? fact;
    }
    case 'country':
      return countries.find(({ code }) => code === fact)?.name ?? fact;
    default:
      return fact;
  }
}
