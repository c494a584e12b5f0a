import type { InferOutput } from 'valibot';
import type { chartPerson } from '../../../sync/collections/chart-person.ts';
import type { clientCard } from '../../../sync/collections/client-card.ts';
import { idOfScope } from '../../../sync/collections/classes.ts';

export type ClientCard = InferOutput<(typeof clientCard)['body']>;
/** How a person of a chart is named. */
export type PersonNames = Pick<
  InferOutput<(typeof chartPerson)['body']>,
  'first_name' | 'last_name' | 'preferred_first_name'
>;

/**
 * What the client is called: the preferred first name where there is one. A couple by both, `Ana and Ben Ruiz` or
 * `Ana Ruiz and Ben Cole`, in the order in which the chart has them; until they have arrived, as the card says.
 */
export function clientName(card: ClientCard | undefined, people: readonly PersonNames[] = []): string {
  if (people.length > 1) return coupleName(people);
  return card ? fullName(card) : 'Client';
}

function coupleName(people: readonly PersonNames[]): string {
  const lastNames = new Set(people.map(({ last_name }) => last_name));
  const [lastName = ''] = lastNames;
  if (lastNames.size > 1) return joined(people.map(fullName));
  return `${joined(people.map(calledName))} ${lastName}`.trim();
}

function fullName(person: PersonNames): string {
  return `${calledName(person)} ${person.last_name}`.trim();
}

function calledName({ preferred_first_name, first_name }: PersonNames): string {
  return preferred_first_name ?? first_name;
}

/** `Ana and Ben`; `Ana, Ben and Cem`. */
function joined(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

/** The chart that a chart-scoped record belongs to. */
export function chartIdOf(record: { readonly scope: string }): string {
  return idOfScope(record.scope);
}
