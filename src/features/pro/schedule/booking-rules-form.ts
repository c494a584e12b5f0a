import * as v from 'valibot';
import { stepChoices, type Rules } from '../../../../sync/collections/booking-rules.ts';
import { duration } from '../../../lib/time.ts';
import { opened } from './availability-offer.ts';

const number = v.pipe(v.string(), v.regex(/^\d{1,5}$/));

export const rulesSchema = v.object({
  buffer_minutes: number,
  notice_minutes: number,
  horizon_days: number,
  step_minutes: number,
  opened,
});
export type RulesValues = v.InferInput<typeof rulesSchema>;
export type RulesSaid = v.InferOutput<typeof rulesSchema>;

export const rulesWords: Readonly<Record<keyof RulesValues, string>> = {
  buffer_minutes: 'Free before and after a session',
  notice_minutes: 'Notice',
  horizon_days: 'How far ahead',
  step_minutes: 'Sessions begin',
  opened: '',
};

const choices = {
  buffer_minutes: [0, 5, 10, 15, 20, 30, 45, 60, 90, 120],
  notice_minutes: [0, 60, 120, 240, 12 * 60, 24 * 60, 2 * 24 * 60, 3 * 24 * 60, 7 * 24 * 60, 14 * 24 * 60],
  horizon_days: [14, 30, 60, 90, 180, 365, 730],
  step_minutes: stepChoices,
} as const satisfies Record<keyof Rules, readonly number[]>;

/** One rule as it is said: `10 min`, `2 days`, `Every half hour`. */
export function ruleWords(name: keyof Rules, value: number): string {
  switch (name) {
    case 'buffer_minutes':
      return value === 0 ? 'Nothing' : duration(value);
    case 'notice_minutes':
      if (value === 0) return 'None';
      return value % 1440 === 0 ? days(value / 1440) : duration(value);
    case 'horizon_days':
      return value === 365 ? '1 year' : value === 730 ? '2 years' : days(value);
    case 'step_minutes':
      return value === 60 ? 'On the hour' : value === 30 ? 'Every half hour' : `Every ${value} minutes`;
  }
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** What can be chosen of a rule; what stands and is not among it can stay. */
export function ruleOptions(name: keyof Rules, current: string) {
  const known: readonly number[] = choices[name];
  const all = known.includes(Number(current))
    ? known
    : [...known, Number(current)].toSorted((one, other) => one - other);
  return all.map((value) => ({ value: String(value), label: ruleWords(name, value) }));
}

export const ruleNames = ['buffer_minutes', 'notice_minutes', 'horizon_days', 'step_minutes'] as const;

/** The rules as their form shows them. */
export function rulesValues(rules: Rules, stamps: Readonly<Record<string, string>>): RulesValues {
  const texts = {
    buffer_minutes: String(rules.buffer_minutes),
    notice_minutes: String(rules.notice_minutes),
    horizon_days: String(rules.horizon_days),
    step_minutes: String(rules.step_minutes),
  };
  return { ...texts, opened: { texts: { ...texts }, stamps } };
}

/** Which rules somebody changes, and over which versions; nothing of those that they left. */
export function rulesChange(said: RulesSaid) {
  const { texts, stamps } = said.opened;
  const changed = ruleNames.filter((name) => said[name] !== texts[name]);
  const step = stepChoices.find((one) => one === Number(said.step_minutes));
  const change = {
    buffer_minutes: Number(said.buffer_minutes),
    notice_minutes: Number(said.notice_minutes),
    horizon_days: Number(said.horizon_days),
    ...(step === undefined ? {} : { step_minutes: step }),
  };
  return {
    change: Object.fromEntries(changed.map((name) => [name, change[name]])) as Partial<typeof change>,
    base: Object.fromEntries(changed.map((name) => [name, stamps[name] ?? ''])),
  };
}
