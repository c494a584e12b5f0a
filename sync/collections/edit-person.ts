import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts } from '../core/facts.ts';
import { prefixRange } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { coupleNames, namesOnCard } from './card-names.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { chart } from './chart.ts';
import { chartPerson, personFacts } from './chart-person.ts';
import { clientCard } from './client-card.ts';

import { idSchema, zoneSchema } from './values.ts';
import { inChart } from './who-may.ts';

/** What nobody is without. */
const needed: readonly string[] = ['first_name', 'last_name'];

type Person = v.InferOutput<typeof chartPerson.body>;

/**
 * [CH-2] Changes what a chart says of a person, fact by fact: what is not named stays, an empty text takes a fact away. `ctx.base`
 * names each fact's version on screen: one that was changed elsewhere meanwhile is not written over, and the change says so. The card,
 * which all who plan read, follows: of one person with name, birth and ways to reach them, of a couple with the names alone.
 */
export const editPerson = defineMutator({
  name: 'chart_person.edit',
  args: v.object({
    chart_id: idSchema,
    person_id: idSchema,
    ...v.partial(v.object(personFacts)).entries,
    /** Where the client is; of a couple, of both. */
    timezone: v.optional(zoneSchema),
  }),
  who: inChart('treating', 'practice.scheduler'),
  load: ({ chart_id, person_id }) => [
    { kind: 'get', collection: 'chart_person', id: person_id },
    { kind: 'get', collection: 'chart', id: chart_id },
    { kind: 'get', collection: 'client_card', id: chart_id },
    peopleOf(chart_id),
  ],
  run: ({ facts, args, ctx, receivedAt }) => {
    const { chart_id, person_id, timezone, ...said } = args;
    const person = facts.find(chartPerson, person_id);
    const card = facts.find(clientCard, chart_id);
    if (!person || !card || person.body.chart_id !== chart_id) return { reject: 'not_found' };
    if (needed.some((name) => name in said && Reflect.get(said, name) === '')) return { reject: 'invalid_arguments' };
    if (timezone !== undefined && !knowsZone(timezone)) return { reject: 'invalid_arguments' };
    if ((said.dob ?? '') > (receivedAt ?? ctx.now)) return { reject: 'invalid_arguments' };
    const names = Object.keys(said).filter((name) => textOf(person.body, name) !== textOf(said, name));
    // [CF-1] Nobody's word is replaced unseen. A caller that names no version wants to write over what stands there.
    const isStale = names.some((name) => name in ctx.base && ctx.base[name] !== (person.stamps[name] ?? ''));
    if (isStale) return { reject: 'changed_meanwhile' };
    const body = withSaid(person.body, said, names);
    const { collection, id, scope, cls } = person;
    return [
      ...(names.length > 0 ? [{ collection, id, scope, cls, body, fields: names }] : []),
      ...cardWrites(card, {
        person: { ...person, body },
        people: facts.within(chartPerson, peopleOf(chart_id)).map((one) => (one.id === id ? { ...one, body } : one)),
        isOne: isOnePersons(facts, chart_id),
        names,
        timezone,
      }),
    ];
  },
});

/** Whether a chart is one person's. Who plans reads no chart: there its people say it, and who is not sure tells the card nothing. */
function isOnePersons(facts: Facts, chartId: string): boolean {
  const kind = facts.find(chart, chartId)?.body.patient_type;
  return kind === undefined ? facts.within(chartPerson, peopleOf(chartId)).length === 1 : kind === 'individual';
}

/** The persons of a chart. */
export function peopleOf(chartId: string) {
  return { kind: 'range', collection: 'chart_person', index: 'chart', ...prefixRange(chartId) } as const;
}

interface After {
  readonly person: StoredRecord<Person>;
  readonly people: readonly StoredRecord<Person>[];
  readonly isOne: boolean;
  readonly names: readonly string[];
  readonly timezone: string | undefined;
}

/** What of the card follows from a person as they are now. */
function cardWrites(
  card: StoredRecord<v.InferOutput<typeof clientCard.body>>,
  { person, people, isOne, names, timezone }: After,
): readonly RecordWrite[] {
  const before = card.body;
  const shared: Record<string, string> = {};
  if (isOne)
    for (const name of namesOnCard.filter((one) => names.includes(one))) shared[name] = textOf(person.body, name);
  else if (names.some((name) => name.endsWith('_name')))
    Object.assign(shared, coupleNames(people.map(({ body }) => body)));
  if (timezone !== undefined) shared.timezone = timezone;
  const changed = Object.keys(shared).filter((name) => textOf(before, name) !== shared[name]);
  if (changed.length === 0) return [];
  const { collection, id, scope, cls } = card;
  return [{ collection, id, scope, cls, body: withSaid(before, shared, changed), fields: changed }];
}

/** A body with what was said of it; an empty text leaves the fact out. */
function withSaid<Body extends object>(before: Body, said: object, names: readonly string[]): Body {
  const after = { ...before } as Record<string, unknown>;
  for (const name of names) {
    const value = textOf(said, name);
    if (value === '' && !needed.includes(name)) delete after[name];
    else after[name] = value;
  }
  return after as Body;
}

function textOf(of: object, name: string): string {
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' ? value : '';
}
