import * as v from 'valibot';

const saved = v.object({
  office_city: v.optional(v.string()),
  business_entity_name: v.optional(v.string()),
  agreed_to_terms_of_use: v.optional(v.boolean()),
  licenses: v.optional(v.array(v.object({ license_number: v.string() }))),
  additional_office_locations: v.optional(
    v.array(v.object({ office_location_id: v.optional(v.string()), office_name: v.string() })),
  ),
});
const kind = v.object({
  type: v.string(),
  specialty: v.optional(v.object({ specialty: v.string(), sub_specialty: v.string() })),
});
const changedKind = v.object({ orchid_pro_type_id: v.string(), ...kind.entries });

const heldRecord = v.object({
  office_city: v.optional(v.string(), ''),
  business_entity_name: v.optional(v.string(), ''),
  confirmed: v.object({ agreed_to_terms_of_use: v.optional(v.object({ at: v.string() })) }),
  signup_form_finished: v.boolean(),
});
const heldLicense = v.object({ conferring_entity: v.string(), license_number: v.string() });
const heldPlace = v.object({ office_name: v.string() });
const heldType = v.object({ orchid_pro_type: kind });
const heldName = v.object({ display_name: v.string() });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly body: unknown;
}

/** What clinicians have said of themselves: the last word of each field, every licence, what each practises. */
export class ExpectedProfessionals {
  readonly #said = new Map<string, { city: string; business: string; hasAgreed: boolean }>();
  readonly #licenses: string[] = [];
  readonly #places: string[] = [];
  readonly #made: string[] = [];
  readonly #startTypes: Map<string, string>;
  readonly #intake: ReadonlyMap<string, boolean>;

  /** Clinicians, and whether each has finished quick intake: who has not begins with a record that says so. */
  constructor(intake: ReadonlyMap<string, boolean>) {
    this.#intake = intake;
    this.#startTypes = new Map([...intake.keys()].map((sub) => [`type.${sub}`, wordsOf({ type: 'therapist' })]));
    for (const [sub, isFinished] of intake)
      if (!isFinished) this.#said.set(sub, { city: '', business: '', hasAgreed: false });
  }

  /** Answers what should not have been applied. */
  take(actor: string, name: string, args: unknown): readonly string[] {
    if (name === 'professional_record.save') this.#save(actor, v.parse(saved, args));
    else if (name === 'orchid_pro_type.create') this.#made.push(`account:${actor} ${wordsOf(v.parse(kind, args))}`);
    else {
      const { orchid_pro_type_id, ...said } = v.parse(changedKind, args);
      this.#startTypes.set(orchid_pro_type_id, wordsOf(said));
      if (orchid_pro_type_id !== `type.${actor}`) return [`${actor} changed ${orchid_pro_type_id}`];
    }
    return this.#intake.has(actor) ? [] : [`${actor} is no clinician, and said so`];
  }

  problems(records: readonly Held[], names: ReadonlyMap<string, string>): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const types = of('orchid_pro_type').map(({ id, scope, body }) => {
      const words = wordsOf(v.parse(heldType, body).orchid_pro_type);
      return this.#startTypes.has(id) ? `${scope} ${id} ${words}` : `${scope} ${words}`;
    });
    return [
      ...differing(
        'what clinicians said of themselves',
        of('professional_record').map(({ id, body }) => {
          const { office_city, business_entity_name, confirmed, signup_form_finished } = v.parse(heldRecord, body);
          const hasAgreed = confirmed.agreed_to_terms_of_use !== undefined;
          return [id, office_city, business_entity_name, hasAgreed, signup_form_finished].join('|');
        }),
        [...this.#said].map(([sub, { city, business, hasAgreed }]) =>
          [sub, city, business, hasAgreed, this.#intake.get(sub)].join('|'),
        ),
      ),
      ...differing(
        'licences',
        of('license').map(({ scope, body }) => {
          const { conferring_entity, license_number } = v.parse(heldLicense, body);
          return `${scope} ${conferring_entity} ${license_number}`;
        }),
        this.#licenses,
      ),
      ...differing(
        'places',
        of('office_location').map(({ scope, body }) => `${scope} ${v.parse(heldPlace, body).office_name}`),
        this.#places,
      ),
      ...differing('types', types, [
        ...this.#made,
        ...[...this.#startTypes].map(([id, words]) => `account:${id.slice('type.'.length)} ${id} ${words}`),
      ]),
      // Nobody said anything of her name.
      ...of('professional').flatMap(({ id, body }) => {
        const { display_name } = v.parse(heldName, body);
        return display_name === names.get(id) ? [] : [`${id} is called ${display_name}`];
      }),
    ];
  }

  #save(actor: string, args: v.InferOutput<typeof saved>): void {
    const before = this.#said.get(actor) ?? { city: '', business: '', hasAgreed: false };
    this.#said.set(actor, {
      city: args.office_city ?? before.city,
      business: args.business_entity_name ?? before.business,
      hasAgreed: before.hasAgreed || args.agreed_to_terms_of_use === true,
    });
    // Both clinicians work in the one practice of this world.
    for (const { office_location_id, office_name } of args.additional_office_locations ?? [])
      if (office_location_id === undefined) this.#places.push(`practice:p1 ${office_name}`);
    for (const { license_number } of args.licenses ?? []) this.#licenses.push(`account:${actor} CO ${license_number}`);
  }
}

function wordsOf({ type, specialty }: v.InferOutput<typeof kind>): string {
  return [type, specialty?.specialty ?? '', specialty?.sub_specialty ?? ''].join('/');
}

function differing(what: string, held: readonly string[], expected: readonly string[]): readonly string[] {
  const [one, other] = [held.toSorted().join(), expected.toSorted().join()];
  return one === other ? [] : [`${what}: held ${one}, expected ${other}`];
}
