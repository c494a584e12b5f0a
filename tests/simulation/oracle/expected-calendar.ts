import * as v from 'valibot';
import { ownIn, previousIn } from './expected-clients.ts';
import { winterInstant } from './winter-offsets.ts';

const time = {
  local_start: v.optional(v.string()),
  zone: v.optional(v.string()),
  minutes: v.optional(v.number()),
  force_book_over_blocked: v.optional(v.boolean()),
};
const edited = v.object({ appointment_type_label: v.string(), ...time });
const booked = v.object({ chart_id: v.string(), clinician: v.string(), appointment_type_label: v.string(), ...time });
const came = v.object({ appointment_id: v.string(), who: v.string() });
const blocked = v.object({
  interval_id: v.optional(v.string()),
  label: v.string(),
  removed: v.optional(v.boolean()),
  ...time,
});
const placed = v.object({ appointment_id: v.string(), client_state: v.string(), license_reason: v.string() });
const offered = v.object({
  appointment_type_id: v.optional(v.string()),
  label: v.string(),
  price_cents: v.number(),
  removed: v.optional(v.boolean()),
});

const heldSession = v.object({
  appointment_type_label: v.string(),
  status: v.string(),
  absent: v.optional(v.string()),
  start: v.string(),
  end: v.string(),
  clinician: v.string(),
});
const heldBlock = v.object({
  label: v.string(),
  start: v.string(),
  end: v.string(),
  clinician: v.string(),
  removed: v.optional(v.string()),
});
const heldBusy = v.object({ clinician: v.string(), start: v.string(), end: v.string(), free: v.boolean() });
const heldType = v.object({
  label: v.string(),
  price_cents: v.number(),
  orchid_pro_user_id: v.string(),
  removed: v.optional(v.string()),
});

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly body: unknown;
}

/** A time as it was said last. */
interface Time {
  start: string;
  minutes: number;
}

interface Booking extends Time {
  readonly scope: string;
  readonly clinician: string;
  word: string;
}

interface Block extends Time {
  readonly clinician: string;
  word: string;
  isRemoved: boolean;
}

interface Offer {
  readonly owner: string;
  word: string;
  price: number;
  isRemoved: boolean;
}

/**
 * The sessions that were booked and moved, who came, what clinicians have blocked and what they offer. A label says whose it is
 * (`Session 7`) and which it was typed over (`: 7<3`): nobody's word is replaced unseen.
 */
export class ExpectedCalendar {
  readonly #bookings = new Map<string, Booking>();
  readonly #blocks = new Map<string, Block>();
  readonly #offers = new Map<string, Offer>();
  /** By session: where its client was, and why it was held there. */
  readonly #places = new Map<string, { state: string; word: string }>();
  /** Of sessions of the past: who did not come. */
  readonly #missing = new Map<string, string>();

  /** Answers what should not have been applied. */
  book(args: unknown): readonly string[] {
    const { chart_id, clinician, appointment_type_label: word, ...said } = v.parse(booked, args);
    const made: Booking = { ...timeAfter(undefined, said), scope: `chart:${chart_id}`, clinician, word };
    this.#bookings.set(nameIn(word), made);
    return said.force_book_over_blocked ? [] : this.overBlocks(made);
  }

  /** The scope of a session that was booked, by the label that a change of it says. */
  scopeOf(args: unknown): string | undefined {
    return this.#bookings.get(nameIn(v.parse(edited, args).appointment_type_label))?.scope;
  }

  /** With whom it was booked. */
  clinicianOf(args: unknown): string | undefined {
    return this.#bookings.get(nameIn(v.parse(edited, args).appointment_type_label))?.clinician;
  }

  take(name: string, actor: string, args: unknown): readonly string[] {
    switch (name) {
      case 'appointment.edit': {
        const { appointment_type_label: word, ...said } = v.parse(edited, args);
        const booking = this.#bookings.get(nameIn(word));
        if (!booking) return [`“${word}”: nobody booked it`];
        const { start, minutes } = booking;
        Object.assign(booking, timeAfter(booking, said));
        // What stands where it stood is not moved, whatever was blocked there since.
        const isMoved = start !== booking.start || minutes !== booking.minutes;
        const over = isMoved && !said.force_book_over_blocked ? this.overBlocks(booking) : [];
        return [...replaced(booking, word), ...over];
      }
      case 'appointment.mark_no_show': {
        const { appointment_id, who } = v.parse(came, args);
        this.#missing.set(appointment_id, who);
        return [];
      }
      case 'session_place.say': {
        const { appointment_id, client_state, license_reason } = v.parse(placed, args);
        const before = this.#places.get(appointment_id) ?? { state: '', word: '' };
        this.#places.set(appointment_id, before);
        before.state = client_state;
        return replaced(before, license_reason);
      }
      case 'blocked_interval.save': {
        const { interval_id, label, removed, ...said } = v.parse(blocked, args);
        const block = this.#blocks.get(nameIn(label));
        if (!block) {
          if (interval_id !== undefined) return [`“${label}”: nobody blocked it`];
          const made = { ...timeAfter(undefined, said), clinician: actor, word: label, isRemoved: false };
          this.#blocks.set(nameIn(label), made);
          return [];
        }
        const wrong = block.clinician === actor ? [] : [`${actor} blocked the time of ${block.clinician}`];
        if (block.isRemoved) wrong.push(`“${label}” was written into what is gone`);
        Object.assign(block, timeAfter(block, said));
        if (removed !== undefined) block.isRemoved = removed;
        return [...wrong, ...replaced(block, label)];
      }
      default:
        return this.#offer(actor, v.parse(offered, args));
    }
  }

  problems(records: readonly Held[], start: ReadonlyMap<string, { readonly isCancelled: boolean }>): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const sessions = of('appointment').map(({ id, scope, body }) => ({ id, scope, body: v.parse(heldSession, body) }));
    const made = sessions.filter(({ id }) => !start.has(id));
    const moved = sameLists(
      'sessions',
      made.map(({ scope, body }) => [scope, body.appointment_type_label, body.start, body.end, body.clinician].join()),
      [...this.#bookings.values()].map((one) => [one.scope, one.word, one.start, endOf(one), one.clinician].join()),
    );
    const absent = sessions.flatMap(({ id, body }) => {
      const who = this.#missing.get(id) ?? 'nobody';
      const isSo =
        start.get(id)?.isCancelled !== false ||
        ((who === 'clinician') === (body.status === 'cancelled_pro_no_join') &&
          (who === 'client') === (body.absent === 'client'));
      return isSo ? [] : [`${id}: ${who} did not come, and it is ${body.status} ${body.absent}`];
    });
    const held = of('blocked_interval').map(({ id, body }) => ({ id, body: v.parse(heldBlock, body) }));
    const blocks = sameLists(
      'blocks',
      held.map(({ body: { label, start: from, end, clinician, removed } }) =>
        [label, from, end, clinician, removed !== undefined].join(),
      ),
      [...this.#blocks.values()].map((one) => [one.word, one.start, endOf(one), one.clinician, one.isRemoved].join()),
    );
    const busy = new Map(of('busy_time').map(({ id, body }) => [id, v.parse(heldBusy, body)]));
    const untold = held.flatMap(({ id, body }) => {
      const told = busy.get(`busy.${id}`);
      const isSo = told?.start === body.start && told.end === body.end && told.free === (body.removed !== undefined);
      return isSo ? [] : [`the block ${id} is not what colleagues see`];
    });
    const types = sameLists(
      'session types',
      of('appointment_type').map(({ body }) => {
        const { label, price_cents, orchid_pro_user_id, removed } = v.parse(heldType, body);
        return [label, price_cents, orchid_pro_user_id, removed !== undefined].join();
      }),
      [...this.#offers.values()].map((one) => [one.word, one.price, one.owner, one.isRemoved].join()),
    );
    const places = sameLists(
      'places',
      of('session_place').map(({ body }) => {
        const { appointment_id, client_state, license_reason } = v.parse(placed, body);
        return [appointment_id, client_state, license_reason].join();
      }),
      [...this.#places].map(([id, { state, word }]) => [id, state, word].join()),
    );
    return [...moved, ...places, ...absent, ...blocks, ...untold, ...types];
  }

  /** Whether somebody holds a session that was booked in a chart; none of those is cancelled here. */
  isHeldBy(clinician: string, scope: string): boolean {
    return [...this.#bookings.values()].some((one) => one.clinician === clinician && one.scope === scope);
  }

  /** What clinicians have blocked where somebody wants their time. */
  overBlocks(wanted: Time & { readonly clinician: string }): readonly string[] {
    return [...this.#blocks.values()].flatMap((block) =>
      block.clinician === wanted.clinician &&
      !block.isRemoved &&
      block.start < endOf(wanted) &&
      wanted.start < endOf(block)
        ? [`a session at ${wanted.start} over “${block.word}”`]
        : [],
    );
  }

  #offer(actor: string, { appointment_type_id, label, price_cents, removed }: v.InferOutput<typeof offered>) {
    const offer = this.#offers.get(nameIn(label));
    if (!offer) {
      if (appointment_type_id !== undefined) return [`“${label}”: nobody offers it`];
      this.#offers.set(nameIn(label), { owner: actor, word: label, price: price_cents, isRemoved: false });
      return [];
    }
    const wrong = offer.owner === actor ? [] : [`${actor} changed what ${offer.owner} offers`];
    if (offer.isRemoved) wrong.push(`“${label}” was written into what is gone`);
    offer.price = price_cents;
    if (removed !== undefined) offer.isRemoved = removed;
    return [...wrong, ...replaced(offer, label)];
  }
}

interface SaidTime {
  readonly local_start?: string | undefined;
  readonly zone?: string | undefined;
  readonly minutes?: number | undefined;
}

/** Meant in local time, wherever the device's table of zones has put it. */
function timeAfter(before: Time | undefined, said: SaidTime): Time {
  const { local_start, zone, minutes = before?.minutes ?? 50 } = said;
  const start = local_start === undefined || zone === undefined ? before?.start : winterInstant(local_start, zone);
  return { start: start ?? '', minutes };
}

function endOf({ start, minutes }: Time): string {
  return new Date(Date.parse(start) + minutes * 60_000).toISOString();
}

function replaced(one: { word: string }, word: string): readonly string[] {
  const before = one.word;
  one.word = word;
  return previousIn(word) === ownIn(before) ? [] : [`“${word}” was written over “${before}”`];
}

function nameIn(word: string): string {
  return word.split(':')[0] ?? '';
}

function sameLists(what: string, held: readonly string[], wanted: readonly string[]): readonly string[] {
  const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
  return one === other ? [] : [`${what}: ${one} instead of ${other}`];
}
