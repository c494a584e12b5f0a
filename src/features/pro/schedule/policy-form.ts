import * as v from 'valibot';
import { mostLateHours, type LateTerms } from '../../../../sync/domain/late-fee.ts';
import { highestPriceCents } from '../../../../sync/domain/session-kinds.ts';
import { centsOf, typedPrice } from '../../../model/sessions/plan-words.ts';

/** Whether something is asked of who cancels late, and how it is said. */
export const feeKinds = ['none', 'flat', 'percent'] as const;

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;

export const policySchema = v.pipe(
  v.object({
    kind: v.picklist(feeKinds),
    hours: v.pipe(v.string(), v.trim()),
    amount: v.pipe(v.string(), v.trim()),
    percent: v.pipe(v.string(), v.trim()),
    /** Kept with what is typed: the version of the terms that were on screen. */
    stamp: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['hours']],
      ({ kind, hours }) => kind === 'none' || isWhole(hours, 0, mostLateHours),
      `Please enter whole hours, at most ${mostLateHours}`,
    ),
    ['hours'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount']],
      ({ kind, amount }) => kind !== 'flat' || (centsOf(amount) ?? 0) > 0,
      'Please enter an amount, like 80 or 82.50',
    ),
    ['amount'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount']],
      ({ kind, amount }) => kind !== 'flat' || (centsOf(amount) ?? 0) <= highestPriceCents,
      `At most $${highestPriceCents / 100}`,
    ),
    ['amount'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['percent']],
      ({ kind, percent }) => kind !== 'percent' || isWhole(percent, 1, 100),
      'Please enter a number from 1 to 100',
    ),
    ['percent'],
  ),
);
export type PolicyValues = v.InferInput<typeof policySchema>;
export type PolicySaid = v.InferOutput<typeof policySchema>;

export const policyWords: Readonly<Record<keyof PolicyValues, string>> = {
  kind: 'Cancelled late, or not come',
  hours: 'Hours before the session',
  amount: 'Amount in dollars',
  percent: 'Percent of the price',
  stamp: '',
};

/** The terms as their form shows them; a day, where nobody has said any. */
export function policyValues(terms: LateTerms | null, stamp: string): PolicyValues {
  return {
    kind: terms?.fee.kind ?? 'none',
    hours: String(terms?.hours ?? 24),
    amount: terms?.fee.kind === 'flat' ? typedPrice(terms.fee.cents) : '',
    percent: terms?.fee.kind === 'percent' ? String(terms.fee.percent) : '',
    stamp,
  };
}

/** What the form says; null: nothing is asked. */
export function termsSaid({ kind, hours, amount, percent }: PolicySaid): LateTerms | null {
  switch (kind) {
    case 'none':
      return null;
    case 'flat':
      return { hours: Number(hours), fee: { kind, cents: centsOf(amount) ?? 0 } };
    case 'percent':
      return { hours: Number(hours), fee: { kind, percent: Number(percent) } };
  }
}
