import type { AttentionItem } from '../../../../sync/client/api.ts';
import { partsOfLocal } from '../../../lib/time.ts';
import { typedPrice } from '../../../model/sessions/plan-words.ts';
import { saidBeside, wordsBeside, type BookedSaid, type RefusedWord } from '../../../model/sessions/refused-words.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import type { SessionValues } from './session-form.ts';

/** A booking that the server did not take, with all that it said. */
export interface RefusedBooking {
  readonly item: AttentionItem;
  readonly args: ArgsOf<'appointment.book'>;
  /** What was said with it. */
  readonly words: readonly RefusedWord[];
}

/** The refused bookings among what needs attention, the oldest first. */
export function refusedBookings(items: readonly AttentionItem[]): readonly RefusedBooking[] {
  return items
    .filter(({ name }) => name === 'appointment.book')
    .flatMap((item) => (isBooking(item.args) ? [{ item, args: item.args, words: wordsBeside(item.uid, items) }] : []))
    .toSorted((one, other) => (one.item.at < other.item.at ? -1 : 1));
}

/** Of a newer or older build it may say less: then the page of what was kept says it. */
function isBooking(args: unknown): args is ArgsOf<'appointment.book'> {
  if (typeof args !== 'object' || args === null) return false;
  const texts = ['chart_id', 'clinician', 'appointment_type_label', 'local_start', 'zone', 'start', 'place'];
  return (
    texts.every((name) => typeof Reflect.get(args, name) === 'string') &&
    typeof Reflect.get(args, 'minutes') === 'number'
  );
}

/** A booking that is taken up again: what it said, by the clock by which it said it. */
export interface Again {
  readonly item: AttentionItem;
  readonly said: Partial<SessionValues> & BookedSaid;
  readonly zone: string;
}

export function againOf(refused: RefusedBooking): Again {
  return {
    item: refused.item,
    said: { ...saidBefore(refused), ...saidBeside(refused.words) },
    zone: refused.args.zone,
  };
}

/** What it said, as a form takes it up again. */
export function saidBefore({ args }: Pick<RefusedBooking, 'args'>): Partial<SessionValues> {
  return {
    chart_id: args.chart_id,
    clinician: args.clinician,
    appointment_type_label: args.appointment_type_label,
    date: partsOfLocal(args.local_start).date,
    time: args.local_start.slice(-5),
    minutes: String(args.minutes),
    place: args.place,
    kind: args.kind ?? '',
    billing_type: args.billing_type ?? '',
    ask: args.ask === true,
    price: args.price_cents === undefined ? '' : typedPrice(args.price_cents),
  };
}
