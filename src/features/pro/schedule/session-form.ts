import * as v from 'valibot';
import { longestSessionMinutes, places, type Appointment } from '../../../../sync/collections/appointment.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { billingTypes, highestPriceCents, sessionKinds } from '../../../../sync/domain/session-kinds.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import { partsOfLocal } from '../../../lib/time.ts';
import { centsOf, typedPrice } from '../../../model/sessions/plan-words.ts';

const missing = errorTexts.invalid_arguments;

/** What a session is called where nobody has said what they offer. */
export const plainLabel = 'Individual session';
export const usualMinutes = 50;

const price = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === '' || centsOf(text) !== null, 'Please enter an amount, like 150 or 82.50'),
  v.check((text) => (centsOf(text) ?? 0) <= highestPriceCents, `At most $${highestPriceCents / 100}`),
);

const minutes = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1, 'Please enter a number of minutes'),
  v.check((text) => Number(text) <= longestSessionMinutes, `At most ${longestSessionMinutes} minutes`),
);

/** A session as somebody found it: what it said, and the version of each fact. */
const opened = v.object({
  texts: v.record(v.string(), v.string()),
  stamps: v.record(v.string(), v.string()),
});

/** All that is asked of a session, new or not. */
export const sessionSchema = v.pipe(
  v.object({
    chart_id: v.pipe(v.string(), v.minLength(1, 'Please choose a client')),
    clinician: v.pipe(v.string(), v.minLength(1, missing)),
    appointment_type_label: v.pipe(v.string(), v.trim(), v.minLength(1, missing)),
    date: v.pipe(v.string(), v.isoDate('Please choose a day')),
    time: v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'Please choose a time')),
    minutes,
    place: v.picklist(places, missing),
    /** Of one in person: '': the office that holds, or the usual one. */
    office_location_id: v.string(),
    kind: v.picklist(['', ...sessionKinds], missing),
    billing_type: v.picklist(['', ...billingTypes], missing),
    price,
    /** Of a new one: the client has still to say yes. */
    ask: v.boolean(),
    /** Kept with what is typed: what is taken up again is still said over what was on screen when it was begun. */
    opened,
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['price']],
      ({ kind, price }) => kind !== 'free introduction' || (centsOf(price) ?? 0) === 0,
      'A free introduction costs nothing',
    ),
    ['price'],
  ),
);
export type SessionValues = v.InferInput<typeof sessionSchema>;
export type SessionSaid = v.InferOutput<typeof sessionSchema>;

export const sessionWords: Readonly<Record<keyof SessionValues, string>> = {
  chart_id: 'Client',
  clinician: 'With',
  appointment_type_label: 'Session type',
  date: 'Date',
  time: 'Begins at',
  minutes: 'Minutes',
  place: 'Place',
  office_location_id: 'Office',
  kind: 'Kind',
  billing_type: 'Billing',
  price: 'Price in dollars',
  ask: 'Ask the client to say yes',
  opened: '',
};

/** The local time that stands in the form; null while it is none. */
export function localOf({ date, time }: Pick<SessionValues, 'date' | 'time'>): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time) ? `${date}T${time}` : null;
}

/** What of a session can be asked about, as the form shows it. */
export function valuesOf(chartId: string, body: Appointment, stamps: Readonly<Record<string, string>>): SessionValues {
  const texts = {
    chart_id: chartId,
    clinician: body.clinician,
    appointment_type_label: body.appointment_type_label,
    date: partsOfLocal(body.local_start).date,
    time: body.local_start.slice(-5),
    minutes: String(body.minutes),
    place: body.place,
    kind: body.kind ?? '',
    billing_type: body.billing_type ?? '',
    price: body.price_cents === undefined ? '' : typedPrice(body.price_cents),
  } as const;
  return { ...texts, office_location_id: '', ask: false, opened: { texts, stamps } };
}

/** What is said of a session beside its time; nothing of what nobody has said. */
function factsOf(said: SessionSaid) {
  const cents = centsOf(said.price);
  return {
    appointment_type_label: said.appointment_type_label,
    place: said.place,
    ...(said.kind === '' ? {} : { kind: said.kind }),
    ...(said.billing_type === '' ? {} : { billing_type: said.billing_type }),
    ...(said.kind === 'free introduction' ? { price_cents: 0 } : cents === null ? {} : { price_cents: cents }),
  };
}

/** The time that is said, as changes carry it; null where this device knows no such time. */
function timeOf(said: SessionSaid, zone: string) {
  const local_start = localOf(said);
  const start = local_start === null ? null : instantOf(local_start, zone);
  return local_start === null || start === null ? null : { local_start, zone, minutes: Number(said.minutes), start };
}

/** A new session as it is sent; null where this device knows no such time. */
export function bookArgs(said: SessionSaid, zone: string, overBlocked: boolean): ArgsOf<'appointment.book'> | null {
  const time = timeOf(said, zone);
  return (
    time && {
      chart_id: said.chart_id,
      clinician: said.clinician,
      ...factsOf(said),
      ...time,
      ...(overBlocked ? { force_book_over_blocked: true } : {}),
      ...(said.ask ? { ask: true } : {}),
    }
  );
}

type SessionChange = Omit<ArgsOf<'appointment.edit'>, 'appointment_id'>;

interface Change {
  readonly change: SessionChange;
  readonly base: Readonly<Record<string, string>>;
}

/**
 * What somebody changes of a session, fact by fact, and over which versions; nothing of what they left, so that a longer session stays where
 * a colleague has put it. What was said and is said no more is taken away by null.
 */
export function changeOf(
  said: SessionSaid,
  { zone, overBlocked }: { readonly zone: string; readonly overBlocked: boolean },
): Change {
  const { texts, stamps } = said.opened;
  const time = timeChange(said, zone);
  const isMoved = Object.keys(time).length > 0;
  const facts = factsOf(said);
  const changed = (['appointment_type_label', 'place', 'kind', 'billing_type'] as const).filter(
    (name) => said[name] !== texts[name],
  );
  const isPriceOther = (facts.price_cents ?? null) !== centsOf(texts['price'] ?? '');
  const names = [...changed, ...(isPriceOther ? (['price_cents'] as const) : [])];
  return {
    change: {
      ...Object.fromEntries(names.map((name) => [name, facts[name] ?? null])),
      ...time,
      ...(isMoved && overBlocked ? { force_book_over_blocked: true } : {}),
    },
    base: Object.fromEntries([...names, ...(isMoved ? ['start'] : [])].map((name) => [name, stamps[name] ?? ''])),
  };
}

function timeChange(said: SessionSaid, zone: string): Partial<NonNullable<ReturnType<typeof timeOf>>> {
  const { texts } = said.opened;
  const time = timeOf(said, zone);
  if (!time) return {};
  const { minutes, ...beginning } = time;
  const isPut = said.date !== texts['date'] || said.time !== texts['time'];
  return { ...(isPut ? beginning : {}), ...(said.minutes === texts['minutes'] ? {} : { minutes }) };
}

/** What takes a change back; null stands for what nobody had said. */
export function changeBack(change: SessionChange, body: Appointment): SessionChange {
  const names = Object.keys(change).filter((name) => name !== 'force_book_over_blocked');
  return Object.fromEntries(names.map((name) => [name, Reflect.get(body, name) ?? null]));
}
