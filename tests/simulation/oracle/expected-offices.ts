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
const copied = { office_location_id: v.string(), office_name: v.string(), office_address_line1: v.string() };
const heldOfSession = v.object({ appointment_id: v.string(), ...copied });
const heldOfSeries = v.object({ series_id: v.string(), ...copied });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/**
 * In which office sessions and series are held. Sessions are those of the past here: each keeps the address that the office had when it was said last;
 * a series has the one that the office has now. All are the first clinician's.
 */
export class ExpectedOffices {
  /** By office: its first line as it was said last. */
  readonly #lines = new Map<string, string>();
  readonly #ofSessions = new Map<string, { readonly office: string; readonly line: string }>();
  readonly #ofSeries = new Map<string, string>();

  move(args: unknown): void {
    for (const { office_location_id: id, office_address_line1: line } of v.parse(moved, args)
      .additional_office_locations)
      if (id !== undefined) this.#lines.set(id, line);
  }

  take(name: string, args: unknown): void {
    if (name === 'series_office.say') {
      const { series_id, office_location_id } = v.parse(ofSeries, args);
      this.#ofSeries.set(series_id, office_location_id);
      return;
    }
    const { appointment_id, office_location_id: office } = v.parse(ofSession, args);
    this.#ofSessions.set(appointment_id, { office, line: this.#lines.get(office) ?? '' });
  }

  problems(records: readonly Held[]): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const offices = new Map(of('office_location').map(({ id, body }) => [id, v.parse(heldOffice, body)]));
    const wanted = [
      ...[...this.#ofSessions].map(([id, { office, line }]) => [id, office, line] as const),
      ...[...this.#ofSeries].map(([id, office]) => [id, office, this.#lines.get(office) ?? ''] as const),
    ];
    const held = [
      ...of('session_office').map(({ body }) => {
        const { appointment_id, ...copy } = v.parse(heldOfSession, body);
        return [appointment_id, copy] as const;
      }),
      ...of('series_office').map(({ body }) => {
        const { series_id, ...copy } = v.parse(heldOfSeries, body);
        return [series_id, copy] as const;
      }),
    ];
    return [
      ...sameLists(
        'offices of sessions',
        held.map(([id, one]) => [id, one.office_location_id, one.office_name, one.office_address_line1].join()),
        wanted.map(([id, office, line]) => [id, office, offices.get(office)?.office_name, line].join()),
      ),
      ...wanted.flatMap(([id, office]) => {
        const whose = offices.get(office)?.orchid_pro_user_id;
        return whose === 'pro-1' ? [] : [`${id} is held in an office of ${whose}`];
      }),
    ];
  }
}

function sameLists(what: string, held: readonly string[], wanted: readonly string[]): readonly string[] {
  const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
  return one === other ? [] : [`${what}: ${one} instead of ${other}`];
}
