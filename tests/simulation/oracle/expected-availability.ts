import * as v from 'valibot';

const said = v.looseObject({
  period_id: v.optional(v.string()),
  opening_id: v.optional(v.string()),
  unavailability_id: v.optional(v.string()),
  removed: v.optional(v.boolean()),
});
const heldTime = v.looseObject({ clinician: v.string(), removed: v.optional(v.string()) });
const heldRules = v.looseObject({ buffer_minutes: v.number() });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

const times: ReadonlySet<string> = new Set(['availability_period', 'availability_opening', 'unavailability']);
/** What says which record is meant, and where. */
const names: ReadonlySet<string> = new Set([
  'practice_id',
  'period_id',
  'opening_id',
  'unavailability_id',
  'removed',
  'start',
]);

/** When clinicians can be booked: how many times each has said, and what was said last of each that was changed. */
export class ExpectedAvailability {
  readonly #made = new Map<string, number>();
  /** By id: whose word it was, and what stands since. */
  readonly #changed = new Map<string, { readonly actor: string; facts: Record<string, unknown>; isGone: boolean }>();
  readonly #buffers = new Map<string, unknown>();

  take(name: string, actor: string, args: unknown): readonly string[] {
    const [collection = ''] = name.split('.');
    const { period_id, opening_id, unavailability_id, removed, ...more } = v.parse(said, args);
    if (collection === 'booking_rules') {
      this.#buffers.set(actor, more['buffer_minutes']);
      return [];
    }
    const id = period_id ?? opening_id ?? unavailability_id;
    if (id === undefined) {
      const key = `${collection} ${actor}`;
      this.#made.set(key, (this.#made.get(key) ?? 0) + 1);
      return [];
    }
    const one = this.#changed.get(id) ?? { actor, facts: {}, isGone: false };
    this.#changed.set(id, one);
    const wrong = one.actor === actor ? [] : [`${actor} changed ${id} of ${one.actor}`];
    const facts = Object.fromEntries(Object.entries(more).filter(([fact]) => !names.has(fact)));
    if (one.isGone && removed === undefined && Object.keys(facts).some((fact) => facts[fact] !== one.facts[fact]))
      wrong.push(`${id} was written into what is gone`);
    one.facts = { ...one.facts, ...facts };
    if (removed !== undefined) one.isGone = removed;
    return wrong;
  }

  problems(records: readonly Held[]): readonly string[] {
    const wrong: string[] = [];
    const counts = new Map<string, number>();
    for (const { collection, id, body } of records) {
      if (collection === 'booking_rules') {
        const { buffer_minutes } = v.parse(heldRules, body);
        if (this.#buffers.get(id.slice('booking.'.length)) !== buffer_minutes)
          wrong.push(`${id} has ${buffer_minutes}`);
      }
      if (!times.has(collection)) continue;
      const held = v.parse(heldTime, body);
      const key = `${collection} ${held.clinician}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const one = this.#changed.get(id);
      if (!one) continue;
      if (one.actor !== held.clinician) wrong.push(`${id} is of ${held.clinician}, and ${one.actor} changed it`);
      if ((held.removed !== undefined) !== one.isGone) wrong.push(`${id} is gone, or not`);
      for (const [fact, value] of Object.entries(one.facts))
        if (held[fact] !== value) wrong.push(`${id}: ${fact} is ${String(held[fact])} instead of ${String(value)}`);
    }
    const text = (counted: ReadonlyMap<string, number>): string =>
      [...counted]
        .map(([key, count]) => `${key} ${count}`)
        .toSorted()
        .join('; ');
    if (text(counts) !== text(this.#made)) wrong.push(`availability: ${text(counts)} instead of ${text(this.#made)}`);
    return wrong;
  }
}
