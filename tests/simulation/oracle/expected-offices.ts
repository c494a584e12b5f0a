import * as v from 'valibot';

const moved = v.object({
  additional_office_locations: v.optional(
    v.array(
      v.object({
        office_location_id: v.optional(v.string()),
        office_address_line1: v.optional(v.string(), ''),
      }),
    ),
    [],
  ),
});
const ofSession = v.object({ appointment_id: v.string(), office_location_id: v.string() });
const ofSeries = v.object({ series_id: v.string(), office_location_id: v.string() });
const heldOffice = v.object({ office_name: v.string(), orchid_pro_user_id: v.string() });
const heldWord = v.object({
  appointment_id: v.string(),
  office_location_id: v.string(),
  office_name: v.string(),
  office_address_line1: v.string(),
});

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/**
 * In which office sessions are held. Those by themselves lie in the past here: each keeps the address that the office had when it was first said of it. One of a
 * series is held in an office that was said of its series, at an address that this office has had. All are the first clinician's.
 */
export class ExpectedOffices {
  /** By office: its first line as it was said last, and every one that it has had. */
  readonly #lines = new Map<string, string>();
  readonly #had = new Map<string, Set<string>>();
  readonly #ofSessions = new Map<string, { readonly office: string; readonly line: string }>();
  readonly #ofSeries = new Map<string, Set<string>>();

  move(args: unknown): void {
    for (const { office_location_id: id, office_address_line1: line } of v.parse(moved, args)
      .additional_office_locations) {
      if (id === undefined) continue;
      this.#lines.set(id, line);
      this.#had.set(id, (this.#had.get(id) ?? new Set([''])).add(line));
    }
  }

  take(name: string, args: unknown): void {
    if (name === 'series_office.say') {
      const { series_id, office_location_id } = v.parse(ofSeries, args);
      this.#ofSeries.set(series_id, (this.#ofSeries.get(series_id) ?? new Set()).add(office_location_id));
      return;
    }
    const { appointment_id, office_location_id: office } = v.parse(ofSession, args);
    if (this.#ofSessions.get(appointment_id)?.office === office) return;
    this.#ofSessions.set(appointment_id, { office, line: this.#lines.get(office) ?? '' });
  }

  problems(records: readonly Held[]): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const offices = new Map(of('office_location').map(({ id, body }) => [id, v.parse(heldOffice, body)]));
    const held = of('session_office').map(({ body }) => v.parse(heldWord, body));
    const alone = held.filter(({ appointment_id: id }) => seriesOf(id) === null);
    const wanted = [...this.#ofSessions].map(([id, { office, line }]) => [id, office, line] as const);
    return [
      ...sameLists(
        'offices of sessions',
        alone.map((one) => [one.appointment_id, one.office_location_id, one.office_address_line1].join()),
        wanted.map((one) => one.join()),
      ),
      ...held.flatMap(({ appointment_id: id, office_location_id: office, office_address_line1: line }) => {
        const series = seriesOf(id);
        const whose = offices.get(office)?.orchid_pro_user_id;
        return [
          ...(whose === 'pro-1' ? [] : [`${id} is held in an office of ${whose}`]),
          ...(this.#had.get(office)?.has(line) === false
            ? [`${id} is held at ${line}, where ${office} never was`]
            : []),
          ...(series === null || this.#ofSeries.get(series)?.has(office) ? [] : [`nobody said ${office} of ${id}`]),
        ];
      }),
    ];
  }
}

/** The series of a session that repeats, by its id; null of any other one. */
function seriesOf(id: string): string | null {
  return /^appointment\.(.+)\.\d{4}-\d\d-\d\d$/.exec(id)?.[1] ?? null;
}

function sameLists(what: string, held: readonly string[], wanted: readonly string[]): readonly string[] {
  const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
  return one === other ? [] : [`${what}: ${one} instead of ${other}`];
}
