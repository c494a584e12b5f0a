import * as v from 'valibot';
import { longestSessionMinutes } from '../../../../sync/collections/appointment.ts';
import type { AppointmentType } from '../../../../sync/collections/appointment-type.ts';
import { isTypeShown } from '../../../../sync/domain/ai-labels.ts';
import { highestPriceCents, sessionKinds } from '../../../../sync/domain/session-kinds.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { centsOf, typedPrice } from '../../../model/sessions/plan-words.ts';
import { usualMinutes } from './session-form.ts';

const missing = errorTexts.invalid_arguments;

/** A session type as somebody found it: what it said, and the version of each fact. */
const opened = v.object({
  texts: v.record(v.string(), v.string()),
  stamps: v.record(v.string(), v.string()),
});

/** [C-536] What would vanish from every list once it is saved is not taken. */
const notOfAi = v.check<string, string>(
  (label) => isTypeShown(label, null),
  'This name is kept for AI sessions, which your plan does not show',
);

export const sessionTypeSchema = v.pipe(
  v.object({
    label: v.pipe(v.string(), v.trim(), v.minLength(1, missing), v.maxLength(100, 'At most 100 characters'), notOfAi),
    price: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => centsOf(text) !== null, 'Please enter an amount, like 150 or 82.50'),
      v.check((text) => (centsOf(text) ?? 0) <= highestPriceCents, `At most $${highestPriceCents / 100}`),
    ),
    minutes: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1, 'Please enter a number of minutes'),
      v.check((text) => Number(text) <= longestSessionMinutes, `At most ${longestSessionMinutes} minutes`),
    ),
    kind: v.picklist(sessionKinds, missing),
    /** Kept with what is typed: what is taken up again is still said over what was on screen when it was begun. */
    opened,
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['price']],
      ({ kind, price }) => kind !== 'free introduction' || centsOf(price) === 0,
      'A free introduction costs nothing',
    ),
    ['price'],
  ),
);
export type SessionTypeValues = v.InferInput<typeof sessionTypeSchema>;
export type SessionTypeSaid = v.InferOutput<typeof sessionTypeSchema>;

export const sessionTypeWords: Readonly<Record<keyof SessionTypeValues, string>> = {
  label: 'Name',
  price: 'Price in dollars',
  minutes: 'Minutes',
  kind: 'Kind',
  opened: '',
};

export const newType: SessionTypeValues = {
  label: '',
  price: '',
  minutes: String(usualMinutes),
  kind: 'regular',
  opened: { texts: {}, stamps: {} },
};

/** A session type as its form shows it. */
export function typeValues(body: AppointmentType, stamps: Readonly<Record<string, string>>): SessionTypeValues {
  const texts = {
    label: body.label,
    price: typedPrice(body.price_cents),
    minutes: String(body.minutes),
    kind: body.kind,
  };
  return { ...texts, opened: { texts, stamps } };
}

/** What somebody says that it did not say before, and over which versions: all of a new one. */
export function typeChange(said: SessionTypeSaid) {
  const { texts, stamps } = said.opened;
  const before = centsOf(texts['price'] ?? '');
  const price_cents = centsOf(said.price) ?? 0;
  const change = {
    ...(said.label === texts['label'] ? {} : { label: said.label }),
    ...(price_cents === before ? {} : { price_cents }),
    ...(said.minutes === texts['minutes'] ? {} : { minutes: Number(said.minutes) }),
    ...(said.kind === texts['kind'] ? {} : { kind: said.kind }),
  };
  return { change, base: Object.fromEntries(Object.keys(change).map((name) => [name, stamps[name] ?? ''])) };
}
