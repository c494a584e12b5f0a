import * as v from 'valibot';

const standing = v.object({ chart_id: v.string(), client_status: v.string() });
const merging = v.object({ chart_id: v.string(), other_chart_id: v.string() });
const ofChart = v.object({ chart_id: v.string() });
const saidOfPerson = v.object({
  chart_id: v.string(),
  person_id: v.string(),
  emergency_contact_name: v.optional(v.string()),
  insurance_provider: v.optional(v.string()),
  home_zipcode: v.optional(v.string()),
});
const chained = ['emergency_contact_name', 'insurance_provider', 'home_zipcode'] as const;
const saidOfContact = v.object({
  contact_id: v.optional(v.string()),
  name: v.optional(v.string()),
  remark: v.optional(v.string()),
  removed: v.optional(v.boolean()),
});
const lives = v.object({ timezone: v.string() });
const asked = v.object({ asked: v.array(v.string()) });

const heldChart = v.object({ client_status: v.string(), sample: v.optional(v.string()) });
const heldCard = v.object({
  archived: v.optional(v.string()),
  merged_into: v.optional(v.string()),
  sample: v.optional(v.string()),
});
const heldPerson = v.object({
  emergency_contact_name: v.optional(v.string()),
  insurance_provider: v.optional(v.string()),
  home_zipcode: v.optional(v.string()),
});
const heldContact = v.object({ name: v.string(), remark: v.optional(v.string()), removed: v.optional(v.string()) });
const heldInfo = v.object({ asked: v.array(v.string()) });
const heldMark = v.object({ sample: v.optional(v.string()) });
const heldSession = v.object({
  local_start: v.string(),
  minutes: v.number(),
  sample: v.optional(v.string()),
});
const heldMember = v.object({ account: v.string() });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly body: unknown;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Charts of samples by whose they are: which id one gets is the product's to choose. */
export function sampleCharts(records: readonly Held[]): ReadonlyMap<string, string> {
  const samples = new Set(
    records
      .filter(({ collection, body }) => collection === 'client_card' && v.parse(heldMark, body).sample)
      .map(({ scope }) => scope),
  );
  const members = records.filter(({ collection, scope }) => collection === 'membership' && samples.has(scope));
  return new Map(members.map(({ scope, body }) => [v.parse(heldMember, body).account, scope]));
}

interface Sample {
  /** When it was put away, by the server; null: it is shown. */
  awayMs: number | null;
  isOver: boolean;
}

/**
 * How clients stand, what is known of one, the address book, what new clients are asked, and who has samples. A word that names the one
 * which it was typed over (`7<3`) says so itself: nobody's word is replaced unseen.
 */
export class ExpectedClients {
  readonly #statuses = new Map<string, string>();
  readonly #archived = new Set<string>();
  readonly #merged = new Map<string, string>();
  /** By person and fact. */
  readonly #persons = new Map<string, string>();
  /** By name. */
  readonly #contacts = new Map<string, { remark: string; isRemoved: boolean }>();
  readonly #zones = new Map<string, string>();
  readonly #asked = new Map<string, string>();
  readonly #samples = new Map<string, Sample>();

  /** Answers what should not have been applied. */
  take(name: string, actor: string, args: unknown): readonly string[] {
    switch (name) {
      case 'chart.set_status': {
        const { chart_id, client_status } = v.parse(standing, args);
        this.#statuses.set(chart_id, client_status);
        return [];
      }
      case 'chart.archive':
        this.#archived.add(v.parse(ofChart, args).chart_id);
        return [];
      case 'chart.restore': {
        const { chart_id } = v.parse(ofChart, args);
        this.#archived.delete(chart_id);
        this.#merged.delete(chart_id);
        return [];
      }
      case 'chart.merge': {
        const { chart_id, other_chart_id } = v.parse(merging, args);
        const wrong = this.#archived.has(chart_id) ? [`${other_chart_id} was merged into ${chart_id}, archived`] : [];
        this.#archived.add(other_chart_id);
        this.#merged.set(other_chart_id, chart_id);
        return wrong;
      }
      case 'chart_person.edit': {
        const { person_id, ...said } = v.parse(saidOfPerson, args);
        return chained.flatMap((fact) =>
          said[fact] === undefined ? [] : this.#chained(this.#persons, `${person_id} ${fact}`, said[fact]),
        );
      }
      case 'account.set_timezone':
        this.#zones.set(actor, v.parse(lives, args).timezone);
        return [];
      case 'client_info.save':
        this.#asked.set(actor, v.parse(asked, args).asked.toSorted().join());
        return [];
      default:
        return this.#takeContact(v.parse(saidOfContact, args));
    }
  }

  /** Nothing is booked for who is archived, and nobody invited. */
  booked(chartId: string): readonly string[] {
    return this.#archived.has(chartId) ? [`${chartId} is archived, and something was begun there`] : [];
  }

  takeSample(name: string, actor: string, atMs: number): readonly string[] {
    this.settle(atMs);
    const sample = this.#samples.get(actor);
    if (name === 'sample.seed') {
      if (!sample) this.#samples.set(actor, { awayMs: null, isOver: false });
      return [];
    }
    if (!sample || sample.isOver) return [`${name}: ${actor} has no sample`];
    if (name === 'sample.remove') sample.awayMs ??= atMs;
    else sample.awayMs = null;
    return [];
  }

  /** What time alone does: what was put away a month ago is nobody's any more. Answers whose. */
  settle(nowMs: number): readonly string[] {
    const over = [...this.#samples].filter(
      ([, { awayMs, isOver }]) => !isOver && awayMs !== null && awayMs + monthMs < nowMs,
    );
    for (const [, sample] of over) sample.isOver = true;
    return over.map(([account]) => account);
  }

  hasSample(account: string): boolean {
    return this.#samples.has(account);
  }

  problems(records: readonly Held[]): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const contacts = of('contact').map(({ body }) => {
      const { name, remark = '', removed } = v.parse(heldContact, body);
      return `${name}|${remark}|${removed !== undefined}`;
    });
    const wanted = [...this.#contacts].map(([name, { remark, isRemoved }]) => `${name}|${remark}|${isRemoved}`);
    return [
      ...of('chart').flatMap(({ id, body }) => {
        const { client_status, sample } = v.parse(heldChart, body);
        const should = this.#statuses.get(id) ?? 'active';
        return sample === undefined && client_status !== should ? [`${id}: ${client_status}, not ${should}`] : [];
      }),
      ...of('client_card').flatMap(({ id, body }) => {
        const { archived, merged_into } = v.parse(heldCard, body);
        const isSo = (archived !== undefined) === this.#archived.has(id) && merged_into === this.#merged.get(id);
        return isSo ? [] : [`${id}: archived ${archived}, merged into ${merged_into}`];
      }),
      ...of('chart_person').flatMap(({ id, body }) => {
        const held = v.parse(heldPerson, body);
        return chained.flatMap((fact) =>
          (held[fact] ?? '') === (this.#persons.get(`${id} ${fact}`) ?? '') ? [] : [`${id} ${fact}: “${held[fact]}”`],
        );
      }),
      ...(contacts.toSorted().join('; ') === wanted.toSorted().join('; ')
        ? []
        : [`contacts: ${contacts.join('; ')} instead of ${wanted.join('; ')}`]),
      ...of('client_info').flatMap(({ id, body }) => {
        const held = v.parse(heldInfo, body).asked.toSorted().join();
        return held === this.#asked.get(id) ? [] : [`${id} asks ${held}`];
      }),
      ...of('account').flatMap(({ id, body }) => {
        const { timezone } = v.parse(lives, body);
        return timezone === (this.#zones.get(id) ?? 'UTC') ? [] : [`${id} lives in ${timezone}`];
      }),
      ...this.#sampleProblems(records),
    ];
  }

  /** Each has one card, one chart, three sessions and two drafts, all with the same mark; the sessions are at nine, eleven and eleven. */
  #sampleProblems(records: readonly Held[]): readonly string[] {
    const scopes = sampleCharts(records);
    const found = [...this.#samples].flatMap(([account, { awayMs }]) => {
      const mark = awayMs === null ? 'shown' : 'removed';
      const own = records.filter(({ scope }) => scope === scopes.get(account));
      const marked = own.filter(
        ({ body }) => v.safeParse(heldMark, body).success && v.parse(heldMark, body).sample === mark,
      );
      const kinds = marked.map(({ collection }) => collection).toSorted();
      const hours = own
        .filter(({ collection }) => collection === 'appointment')
        .map(({ body }) => v.parse(heldSession, body))
        .map(({ local_start, minutes }) => `${local_start.slice(11)} ${minutes}`)
        .toSorted();
      const isWhole =
        kinds.join() === 'appointment,appointment,appointment,chart,client_card,note,note' &&
        hours.join() === '09:00 25,11:00 25,11:00 25';
      return isWhole ? [] : [`the sample of ${account}, ${mark}: ${kinds.join()}; ${hours.join()}`];
    });
    const strangers = [...scopes.keys()].filter((account) => !this.#samples.has(account));
    return [...found, ...strangers.map((account) => `${account} has a sample that nobody made`)];
  }

  #takeContact({ contact_id, name, remark, removed }: v.InferOutput<typeof saidOfContact>): readonly string[] {
    if (contact_id === undefined) {
      if (name === undefined || this.#contacts.has(name)) return [`contact ${name}: made anew`];
      this.#contacts.set(name, { remark: remark ?? '', isRemoved: false });
      return [];
    }
    // A step says of whom by name: what an id is called, only the product knows.
    const known = this.#contacts.get(contactIn(remark ?? ''));
    if (!known) return [`contact ${contact_id}: nobody made it`];
    if (known.isRemoved) return [`“${remark}” was written into what is gone`];
    if (removed !== undefined) known.isRemoved = removed;
    const wrong =
      previousIn(remark ?? '') === ownIn(known.remark) ? [] : [`“${remark}” was written over “${known.remark}”`];
    known.remark = remark ?? '';
    return wrong;
  }

  #chained(words: Map<string, string>, id: string, word: string): readonly string[] {
    const before = words.get(id) ?? '';
    words.set(id, word);
    return previousIn(word) === ownIn(before) ? [] : [`${id}: “${word}” was written over “${before}”`];
  }
}

/** Of a word `… 7<3`: the number of the word that its writer saw stand there; 0: none. */
export function previousIn(word: string): string {
  return /<(\d+)$/.exec(word)?.[1] ?? '';
}

/** Its own number. */
export function ownIn(word: string): string {
  return /(\d+)<\d+$/.exec(word)?.[1] ?? '0';
}

function contactIn(remark: string): string {
  return remark.split(':')[0] ?? '';
}
