import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { bookSeries } from '../../../../sync/collections/book-series.ts';
import { occurrenceDates, type RepeatRule } from '../../../../sync/domain/recurrence.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import { partsOfLocal } from '../../../lib/time.ts';
import type { RepeatSaid } from '../../../model/sessions/repeat-choice.ts';
import { saidBeside, wordsBeside, type BookedSaid, type RefusedWord } from '../../../model/sessions/refused-words.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { withTick } from '../../../model/sessions/repeat-days.ts';
import { saidBefore, type Again } from './booking-refusals.ts';
import { noRepeat, type NewSessionValues } from './repeat-form.ts';

/** A series that the server did not take as a whole, with all that it said. */
export interface RefusedSeries {
  readonly item: AttentionItem;
  readonly args: ArgsOf<'appointment_series.book'>;
  /** What was said with it. */
  readonly words: readonly RefusedWord[];
}

/** [S-371] Why a series was not taken, in the server's words behind the spec's. */
export function seriesRefusalWords(item: Pick<AttentionItem, 'code' | 'detail' | 'message'>): string {
  return `failed to post appointment series: ${refusalWords(item)}`;
}

/** The refused series among what needs attention, the oldest first. One that a newer build made, the page of what was kept shows. */
export function refusedSeries(items: readonly AttentionItem[]): readonly RefusedSeries[] {
  return items
    .filter(({ name }) => name === 'appointment_series.book')
    .flatMap((item) => {
      const parsed = v.safeParse(bookSeries.args, item.args);
      return parsed.success ? [{ item, args: parsed.output, words: wordsBeside(item.uid, items) }] : [];
    })
    .toSorted((one, other) => (one.item.at < other.item.at ? -1 : 1));
}

/** A series that is taken up again: how it repeats and which of its dates were left out, too. */
export function seriesAgain({ item, args, words }: RefusedSeries): Again {
  const said: Partial<NewSessionValues> & BookedSaid = {
    ...saidBefore({ args: { ...args, start: '' } }),
    ...saidBeside(words),
    ...(args.rule ? repeatSaid(args.rule) : {}),
    ticks: leftOut(args),
  };
  return { item, said, zone: args.zone };
}

function repeatSaid({ unit, every, by = 'day', ends }: RepeatRule): RepeatSaid {
  const repeats = unit === 'month' ? by : every === 1 ? 'week' : every === 2 ? '2 weeks' : 'weeks';
  return {
    ...noRepeat,
    repeats,
    ...(repeats === 'weeks' ? { every: String(every) } : {}),
    ends: ends.kind,
    ...(ends.kind === 'count' ? { count: String(ends.count) } : {}),
    ...(ends.kind === 'date' ? { until: ends.date } : {}),
  };
}

function leftOut({ local_start, rule, sessions }: RefusedSeries['args']): string {
  const booked = new Set(sessions.map(({ date }) => date));
  const all = rule ? occurrenceDates(partsOfLocal(local_start).date, rule) : [];
  return all.filter((date) => !booked.has(date)).reduce((text, date) => withTick(text, date, false), '');
}
