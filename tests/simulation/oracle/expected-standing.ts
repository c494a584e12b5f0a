import * as v from 'valibot';

const ofSession = v.object({ appointment_id: v.string() });
const cancelled = v.object({ ...ofSession.entries, by: v.optional(v.string()) });
const missed = v.object({ ...ofSession.entries, who: v.string() });
const held = v.object({ ...ofSession.entries, held: v.boolean() });
const approved = v.object({ ...ofSession.entries, agreed: v.optional(v.boolean()) });
const decided = v.object({ ...ofSession.entries, state: v.string() });
const terms = v.nullable(
  v.object({ hours: v.number(), fee: v.object({ kind: v.literal('flat'), cents: v.number() }) }),
);
const agreed = v.object({ terms });
const booked = v.object({ clinician: v.string(), appointment_type_label: v.string() });

const heldSession = v.object({
  appointment_type_label: v.string(),
  status: v.string(),
  no_join_from: v.optional(v.string()),
  held: v.optional(v.string()),
  late: v.optional(terms),
  late_fee: v.optional(v.object({ cents: v.number(), state: v.string() })),
});
const heldPolicy = v.object({ orchid_pro_user_id: v.string(), terms });

/** Sessions that the client has not said yes to when a schedule begins, and those that were booked on terms. */
export const startAsked: readonly string[] = ['a2', 'b1'];
export const startTerms = { hours: 24, fee: { kind: 'flat', cents: 5000 } } as const;
export const startOnTerms: readonly string[] = ['a1', 'a3', 'b1'];

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

interface Standing {
  isAsked: boolean;
  isMissedByClinician: boolean;
  /** Who cancelled it, while it is cancelled. */
  cancelledBy: 'client' | 'practice' | null;
  /** How its late fee stands; null: there is none. */
  fee: string | null;
}

/**
 * Who cancelled a session, who has said yes to it, on what terms it was booked and what became of its late fee. All sessions that are asked
 * about here are over: whoever cancels one for the client does so late.
 */
export class ExpectedStanding {
  readonly #sessions = new Map<string, Standing>();
  readonly #terms = new Map<string, v.InferOutput<typeof terms>>();
  /** By what a booked session is called. */
  readonly #booked = new Map<string, v.InferOutput<typeof terms>>();

  cancel(args: unknown, roles: readonly string[]): readonly string[] {
    const { appointment_id, by } = v.parse(cancelled, args);
    const one = this.#of(appointment_id);
    const isOwn = !plans(roles);
    one.cancelledBy = isOwn || by === 'client' ? 'client' : 'practice';
    const isAsked = one.cancelledBy === 'client' && !one.isMissedByClinician && startOnTerms.includes(appointment_id);
    one.fee = isAsked ? 'proposed' : null;
    return isOwn ? [`${appointment_id}: cancelled by the client after it was over`] : [];
  }

  restore(id: string): void {
    const isMissing = this.#missing.get(id) === 'client' && startOnTerms.includes(id);
    Object.assign(this.#of(id), { cancelledBy: null, fee: isMissing ? 'proposed' : null });
  }

  miss(args: unknown): void {
    const { appointment_id, who } = v.parse(missed, args);
    const one = this.#of(appointment_id);
    one.isMissedByClinician = who === 'clinician';
    const isAsked = who === 'client' && startOnTerms.includes(appointment_id);
    one.fee = isAsked ? (this.#missing.get(appointment_id) === 'client' ? one.fee : 'proposed') : null;
    // Whoever says the same once more changes nothing.
    if (who !== (this.#missing.get(appointment_id) ?? 'nobody')) this.#held.delete(appointment_id);
    this.#missing.set(appointment_id, who);
  }

  hold(args: unknown): readonly string[] {
    const { appointment_id, held: isHeld } = v.parse(held, args);
    if (isHeld === this.#held.has(appointment_id)) return [];
    if (isHeld) this.#held.add(appointment_id);
    else this.#held.delete(appointment_id);
    const isCancelled = this.#of(appointment_id).cancelledBy !== null;
    const isMissing = (this.#missing.get(appointment_id) ?? 'nobody') !== 'nobody';
    return isCancelled || isMissing
      ? [`${appointment_id}: was held, and somebody did not come or it is cancelled`]
      : [];
  }
  readonly #held = new Set<string>();
  readonly #missing = new Map<string, string>();

  approve(args: unknown, roles: readonly string[]): readonly string[] {
    const { appointment_id, agreed: isAgreed } = v.parse(approved, args);
    const one = this.#of(appointment_id);
    if (one.cancelledBy !== null) return [`${appointment_id}: a yes to what is cancelled`];
    if (one.isMissedByClinician || !one.isAsked) return [];
    one.isAsked = false;
    return plans(roles) && isAgreed !== true ? [`${appointment_id}: a yes that nobody gave`] : [];
  }

  decide(args: unknown): readonly string[] {
    const { appointment_id, state } = v.parse(decided, args);
    const one = this.#of(appointment_id);
    if (one.fee === null) return [`${appointment_id}: a fee was decided about, and there is none`];
    one.fee = state;
    return [];
  }

  agree(actor: string, args: unknown): void {
    this.#terms.set(actor, v.parse(agreed, args).terms);
  }

  book(args: unknown): void {
    const { clinician, appointment_type_label } = v.parse(booked, args);
    this.#booked.set(nameIn(appointment_type_label), this.#terms.get(clinician) ?? null);
  }

  problems(records: readonly Held[], ids: ReadonlySet<string>): readonly string[] {
    const wrong: string[] = [];
    for (const { collection, id, body } of records) {
      if (collection === 'cancellation_policy') {
        const { orchid_pro_user_id: whose, terms: held } = v.parse(heldPolicy, body);
        if (!isSame(held, this.#terms.get(whose))) wrong.push(`${whose} has other terms`);
      }
      if (collection !== 'appointment') continue;
      const { status, no_join_from, held: heldAt, late, late_fee, appointment_type_label } = v.parse(heldSession, body);
      if (!ids.has(id)) {
        const wanted = this.#booked.get(nameIn(appointment_type_label)) ?? null;
        if (!isSame(late ?? null, wanted)) wrong.push(`${appointment_type_label} was booked on other terms`);
        continue;
      }
      const one = this.#of(id);
      const stands = status === 'cancelled_pro_no_join' ? no_join_from : status;
      const wanted =
        one.cancelledBy === 'client'
          ? 'cancelled_patient'
          : one.cancelledBy === 'practice'
            ? 'cancelled_orchid_pro'
            : one.isAsked
              ? 'invited'
              : 'booked';
      if ((heldAt !== undefined) !== this.#held.has(id)) wrong.push(`${id}: held ${heldAt}`);
      if (stands !== wanted) wrong.push(`${id} is ${stands}, and not ${wanted}`);
      if ((late_fee?.state ?? null) !== one.fee)
        wrong.push(`${id}: its late fee is ${late_fee?.state}, not ${one.fee}`);
    }
    return wrong;
  }

  #of(id: string): Standing {
    const known = this.#sessions.get(id);
    if (known) return known;
    const made = { isAsked: startAsked.includes(id), isMissedByClinician: false, cancelledBy: null, fee: null };
    this.#sessions.set(id, made);
    return made;
  }
}

function plans(roles: readonly string[]): boolean {
  return ['treating', 'scheduler', 'practice.scheduler'].some((role) => roles.includes(role));
}

function nameIn(label: string): string {
  return label.split(':')[0] ?? '';
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
