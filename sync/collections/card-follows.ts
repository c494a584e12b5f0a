import type * as v from 'valibot';
import type { RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { prefixRange } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { coupleNames, namesOnCard } from './card-names.ts';
import { chart } from './chart.ts';
import { chartPerson } from './chart-person.ts';
import { clientCard } from './client-card.ts';

type Person = v.InferOutput<typeof chartPerson.body>;

/** What nobody is without. */
export const neededFacts: readonly string[] = ['first_name', 'last_name'];

/** What must be known to say what follows for a chart's card. */
export function cardLoads(chartId: string): readonly LoadRequest[] {
  return [
    { kind: 'get', collection: 'chart', id: chartId },
    { kind: 'get', collection: 'client_card', id: chartId },
    peopleOf(chartId),
  ];
}

/** The persons of a chart. */
export function peopleOf(chartId: string) {
  return { kind: 'range', collection: 'chart_person', index: 'chart', ...prefixRange(chartId) } as const;
}

/** What was said of a person of a chart, and the person as they are with it. */
export interface SaidOfPerson {
  readonly chartId: string;
  readonly person: StoredRecord<Person>;
  /** Which facts were said, also where they say what stood there. */
  readonly names: readonly string[];
  readonly timezone?: string | undefined;
}

/**
 * [CH-2] The card, which all who plan read, follows what is said of a person: of one with name, birth and ways to reach them; of a
 * couple, who both read it, with the names alone. `cardLoads` was loaded.
 */
export function cardFollows(facts: Facts, { chartId, person, names, timezone }: SaidOfPerson): readonly RecordWrite[] {
  const card = facts.find(clientCard, chartId);
  if (!card) return [];
  const people = facts.within(chartPerson, peopleOf(chartId)).map((one) => (one.id === person.id ? person : one));
  const shared: Record<string, string> = {};
  if (isOnePersons(facts, chartId))
    for (const name of namesOnCard.filter((one) => names.includes(one))) shared[name] = textOf(person.body, name);
  // Where one of them is not here the card stays as it is.
  else if (people.length > 1 && names.some((name) => name.endsWith('first_name') || name === 'last_name'))
    Object.assign(shared, coupleNames(people.map(({ body }) => body)));
  if (timezone !== undefined) shared.timezone = timezone;
  const changed = Object.keys(shared).filter((name) => textOf(card.body, name) !== shared[name]);
  if (changed.length === 0) return [];
  const { collection, id, scope, cls } = card;
  return [{ collection, id, scope, cls, body: withSaid(card.body, shared, changed), fields: changed }];
}

/** Whether a chart is one person's. Who plans reads no chart: there its people say it, and who is not sure tells the card nothing. */
function isOnePersons(facts: Facts, chartId: string): boolean {
  const kind = facts.find(chart, chartId)?.body.patient_type;
  return kind === undefined ? facts.within(chartPerson, peopleOf(chartId)).length === 1 : kind === 'individual';
}

/** A body with what was said of it; an empty text leaves the fact out. */
export function withSaid<Body extends object>(before: Body, said: object, names: readonly string[]): Body {
  const after = { ...before } as Record<string, unknown>;
  for (const name of names) {
    const value = textOf(said, name);
    if (value === '' && !neededFacts.includes(name)) delete after[name];
    else after[name] = value;
  }
  return after as Body;
}

/** A fact as a text; '' where nothing is known. */
export function textOf(of: object, name: string): string {
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' ? value : '';
}
