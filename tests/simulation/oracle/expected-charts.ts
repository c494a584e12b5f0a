import * as v from 'valibot';
import { sampleCharts } from './expected-clients.ts';

const name = v.pipe(v.string(), v.trim());
const saidPerson = v.object({
  first_name: name,
  last_name: name,
  dob: v.optional(v.string()),
  phone_number: v.optional(v.string()),
  email: v.optional(v.string()),
});
const said = v.object({ practice_id: v.string(), people: v.array(saidPerson), timezone: v.string() });

/** All that stands there: a word too many is as wrong as one that is missing. */
const whole = v.record(v.string(), v.unknown());
/** What is looked at of each kind of record that a chart begins with. */
const heldOf: Readonly<Record<string, v.GenericSchema<unknown, Readonly<Record<string, unknown>>>>> = {
  // How a client stands is looked at elsewhere.
  client_card: v.pipe(
    whole,
    v.transform(({ archived: _archived, merged_into: _into, ...said }) => said),
  ),
  chart: v.object({ patient_type: v.string(), practice_id: v.string() }),
  membership: v.object({
    account: v.string(),
    account_name: v.string(),
    role: v.string(),
    access: v.string(),
    ended: v.optional(v.string()),
  }),
  chart_person: whole,
};
const heldName = v.object({ first_name: v.string() });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly body: unknown;
}

/** Ids of charts by what their first person is called: which id a chart gets is the product's to choose. */
export function chartIds(records: readonly Held[]): ReadonlyMap<string, string> {
  const first = records.filter(({ collection, id }) => collection === 'chart_person' && id.endsWith('.1'));
  return new Map(first.map(({ id, body }) => [v.parse(heldName, body).first_name, id.slice(0, -'.1'.length)]));
}

/** Charts that were begun, each as one text of all that it begins with; its id is written `*`. */
export class ExpectedCharts {
  readonly #begun: string[] = [];
  readonly #start: ReadonlySet<string>;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, string>;

  /** Scopes of the charts that a schedule begins with, ids of the others, and what clinicians are called. */
  constructor(start: ReadonlySet<string>, ids: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>) {
    this.#start = start;
    this.#ids = ids;
    this.#names = names;
  }

  /** Answers the scope of the chart, as far as the server holds one of that name. */
  take(account: string, args: unknown): string {
    const { practice_id, people, timezone } = v.parse(said, args);
    const [first, second] = people;
    if (!first) return 'chart:of nobody';
    // Of a couple no more than the names: both read it.
    const names = {
      first_name: `${first.first_name} and ${second?.first_name}`,
      last_name: `${first.last_name} and ${second?.last_name}`,
    };
    const patient_type = second ? 'couple' : 'individual';
    const access = { account, account_name: this.#names.get(account), role: 'treating', access: 'own' };
    this.#begun.push(
      textOf([
        lineOf('client_card', 'chart:*', '*', { ...(second ? names : first), timezone, practice_id }),
        lineOf('chart', 'chart:*', '*', { patient_type, practice_id }),
        lineOf('membership', 'chart:*', '', access),
        ...people.map((one, index) =>
          lineOf('chart_person', `person:*.${index + 1}`, `*.${index + 1}`, { ...one, chart_id: '*' }),
        ),
      ]),
    );
    return `chart:${this.#ids.get(first.first_name) ?? ''}`;
  }

  problems(records: readonly Held[]): {
    readonly lost: string[];
    readonly doubled: string[];
    readonly wrong: string[];
  } {
    const held = this.#held(records);
    const countOf = (list: readonly string[], text: string): number => list.filter((one) => one === text).length;
    const twice = [...new Set(held)].filter((text) => countOf(held, text) > Math.max(1, countOf(this.#begun, text)));
    return {
      lost: this.#begun.filter((text) => !held.includes(text)).map((text) => `a chart is gone: ${text}`),
      doubled: twice.map((text) => `a chart stands there twice: ${text}`),
      wrong: held.filter((text) => !this.#begun.includes(text)).map((text) => `a chart begun by nobody: ${text}`),
    };
  }

  #held(records: readonly Held[]): readonly string[] {
    const charts = new Map<string, string[]>();
    const samples = new Set(sampleCharts(records).values());
    for (const { collection, id, scope, body } of records) {
      const schema = heldOf[collection];
      const chart = /^(?:chart|person):([^.]+)/.exec(scope)?.[1];
      if (!schema || chart === undefined || this.#start.has(`chart:${chart}`)) continue;
      if (samples.has(`chart:${chart}`)) continue;
      const named = collection === 'membership' ? '' : id;
      const line = lineOf(collection, scope, named, v.parse(schema, body)).replaceAll(chart, '*');
      charts.set(chart, [...(charts.get(chart) ?? []), line]);
    }
    return [...charts.values()].map(textOf);
  }
}

function lineOf(collection: string, scope: string, id: string, body: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(body).filter(([, value]) => value !== undefined);
  return `${collection} ${id} in ${scope} ${JSON.stringify(words.toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
}

function textOf(lines: readonly string[]): string {
  return lines.toSorted().join('; ');
}
