import type { InferOutput } from 'valibot';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { chart } from '../../../../sync/collections/chart.ts';
import type { chartPerson } from '../../../../sync/collections/chart-person.ts';
import { clientName, type ClientCard } from '../../../model/clients/client-name.ts';
import type { PersonLook } from '../../../model/clients/duplicates.ts';

export type Chart = InferOutput<(typeof chart)['body']>;
export type ChartPerson = InferOutput<(typeof chartPerson)['body']>;
export type ClientStatus = Chart['client_status'];
export type ClientType = Chart['patient_type'];

/** A client as the list knows them. */
export interface ClientRow {
  readonly chartId: string;
  readonly name: string;
  /** Last name first: what the list is ordered by. */
  readonly listName: string;
  /** The first name on paper, where another one is preferred: found by it too. */
  readonly otherName: string;
  /** Null: the chart is not for who looks. */
  readonly status: ClientStatus | null;
  readonly type: ClientType;
  readonly isArchived: boolean;
  /** The chart that is worked in instead. */
  readonly mergedInto: string | null;
  /** Made up, for newcomers to look around. */
  readonly isSample: boolean;
  /** Whether this account treats here: it alone says of two charts that they are one person's. */
  readonly isTreated: boolean;
  /** One, or both of a couple. */
  readonly people: readonly PersonLook[];
}

/** What stands in the replica of a practice's clients. */
export interface ClientsFrom {
  readonly cards: readonly Pick<SeenRecord<ClientCard>, 'id' | 'body'>[];
  readonly charts: readonly Pick<SeenRecord<Chart>, 'id' | 'body'>[];
  readonly people: readonly Pick<SeenRecord<ChartPerson>, 'body'>[];
  /** Charts in which this account treats. */
  readonly treated: ReadonlySet<string>;
}

const byName = new Intl.Collator('en');

/** A row for each client, by last name. */
export function clientRows({ cards, charts, people, treated }: ClientsFrom): readonly ClientRow[] {
  const chartById = new Map(charts.map(({ id, body }) => [id, body]));
  const peopleById = new Map<string, ChartPerson[]>();
  for (const { body } of people) {
    const known = peopleById.get(body.chart_id);
    if (known) known.push(body);
    else peopleById.set(body.chart_id, [body]);
  }
  // [SD-1] What a colleague looks around with stands in nobody else's list.
  return cards
    .filter(({ id, body }) => body.sample === undefined || treated.has(id))
    .map(({ id, body }) => ({
      row: rowOf(id, body, {
        chart: chartById.get(id),
        people: peopleById.get(id) ?? [],
        isTreated: treated.has(id),
      }),
      sortKey: `${body.last_name} ${body.first_name}`,
    }))
    .toSorted((one, other) => byName.compare(one.sortKey, other.sortKey))
    .map(({ row }) => row);
}

interface Around {
  readonly chart: Chart | undefined;
  readonly people: readonly ChartPerson[];
  readonly isTreated: boolean;
}

function rowOf(chartId: string, card: ClientCard, { chart, people, isTreated }: Around): ClientRow {
  return {
    chartId,
    name: clientName(card, people),
    listName: `${card.last_name}, ${card.preferred_first_name ?? card.first_name}`,
    otherName: card.first_name,
    status: chart?.client_status ?? null,
    // Who plans and does not treat reads no chart: there the people tell it.
    type: chart?.patient_type ?? (people.length > 1 ? 'couple' : 'individual'),
    isArchived: card.archived !== undefined,
    mergedInto: card.merged_into ?? null,
    isSample: card.sample !== undefined,
    isTreated,
    // Of one person the card says the same, and is there first.
    people: people.length > 1 ? people : [{ ...card, ...people[0] }],
  };
}
