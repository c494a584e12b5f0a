import * as v from 'valibot';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import { repeatChoice, repeatEnds, repeats, type RepeatSaid } from '../../../model/sessions/repeat-choice.ts';
import type { RepeatPlan } from '../../../model/sessions/repeat-days.ts';
import { bookingSchema, bookingWords } from './session-form-booking.ts';
import { bookArgs, type SessionSaid } from './session-form.ts';

const repeatFields = {
  repeats: v.picklist(repeats, errorTexts.invalid_arguments),
  every: v.string(),
  ends: v.picklist(repeatEnds, errorTexts.invalid_arguments),
  count: v.string(),
  until: v.string(),
  /** Which of its dates somebody has ticked or unticked. */
  ticks: v.string(),
};

const repeatSchema = v.pipe(
  v.object({ ...repeatFields, date: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const choice = repeatChoice(dataset.value, dataset.value.date);
    if (!choice || 'rule' in choice) return;
    const { field: key, words: message } = choice;
    const input = dataset.value;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
  }),
);

/** What is asked of a new session, and whether and how it repeats. */
export const newSessionSchema = v.intersect([bookingSchema, repeatSchema]);
export type NewSessionValues = v.InferInput<typeof newSessionSchema>;
export type NewSessionSaid = v.InferOutput<typeof newSessionSchema>;

export const newSessionWords: Readonly<Record<keyof NewSessionValues, string>> = {
  ...bookingWords,
  repeats: 'Repeats',
  every: 'Weeks between sessions',
  ends: 'Ends',
  count: 'Number of sessions',
  until: 'Last day',
  ticks: '',
};

/** What stands there at first. */
export const noRepeat: RepeatSaid & { readonly ticks: string } = {
  repeats: 'no',
  every: '3',
  ends: 'count',
  count: '12',
  until: '',
  ticks: '',
};

/** A new series as it is sent; null where this device knows no such time, or nothing of it is to be booked. */
export function bookSeriesArgs(
  said: SessionSaid,
  { days, rule }: RepeatPlan,
  zone: string,
): ArgsOf<'appointment_series.book'> | null {
  const booked = days.filter(({ isIn }) => isIn);
  const [first] = booked;
  const one = first && bookArgs({ ...said, date: first.date }, zone, false);
  if (!one) return null;
  const { start: _start, ...meant } = one;
  return {
    ...meant,
    rule,
    sessions: booked.map(({ date }) => ({ date })),
    // A date that is known as blocked is ticked by somebody who saw that.
    ...(booked.some(({ blocked }) => blocked.length > 0) ? { force_book_over_blocked: true } : {}),
  };
}
