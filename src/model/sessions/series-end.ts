import type { AppointmentSeries } from '../../../sync/collections/appointment-series.ts';
import { addedMonths, occurrenceDates, openDates, openMonths } from '../../../sync/domain/recurrence.ts';
import { errorTexts } from '../../../sync/protocol/error-codes.ts';
import type { ArgsOf } from '../../lib/model.ts';
import { repeatedSessions } from './repeat-words.ts';

/** So many days before its last session a series is told of. */
export const endingDays = 28;

/** Whether somebody is to be asked how a series goes on: it ends soon, or stopped, and nobody has said that this is well. */
export function asksToGoOn(series: AppointmentSeries, soon: string): boolean {
  if (series.ends_well || series.until !== undefined) return false;
  if (series.stopped) return true;
  return series.rule?.ends.kind !== 'open' && series.laid_through <= soon;
}

/** `the weekly sessions end on 12 January.`; of one that stopped also why, in plain words. */
export function endingWords({ rule, stopped }: AppointmentSeries, lastDay: string): string {
  const end = `${repeatedSessions(rule)} end on ${lastDay}.`;
  return stopped ? `${end} ${stoppedWords(stopped.why)}` : end;
}

function stoppedWords(why: string): string {
  if (why === 'chart_archived') return 'None is laid out after that, since the client is archived.';
  if (why === 'not_allowed' || why === 'not_found')
    return 'None is laid out after that, since whoever holds them has no access to the client any more.';
  const text: unknown = Reflect.get(errorTexts, why);
  return `None could be laid out after that${typeof text === 'string' ? `: ${text}` : '.'}`;
}

/** For how long a series can go on. */
export const goesOnFor = ['4', '8', '12', 'open'] as const;
export type GoesOnFor = (typeof goesOnFor)[number];
export const goesOnWords: Readonly<Record<GoesOnFor, string>> = {
  4: '4 more sessions',
  8: '8 more sessions',
  12: '12 more sessions',
  open: 'Until I end it',
};

/** A series that goes on, as it is sent, with the dates that come to it; null where that is more than a series can have, and of one without a rule. */
export function goOn(
  seriesId: string,
  { first, rule, laid_through: last }: AppointmentSeries,
  { howLong, today }: { readonly howLong: GoesOnFor; readonly today: string },
): { readonly args: ArgsOf<'appointment_series.extend'>; readonly dates: readonly string[] } | null {
  if (!rule) return null;
  if (howLong === 'open') {
    const through = addedMonths(today, openMonths);
    const dates = openDates(first, rule, through).filter((date) => date > last);
    return { args: { series_id: seriesId, ends: { kind: 'open' }, through }, dates };
  }
  const more = Number(howLong);
  const ends = { kind: 'count' as const, count: openDates(first, rule, last).length + more };
  const dates = occurrenceDates(first, { ...rule, ends }).filter((date) => date > last);
  const through = dates.at(-1);
  if (dates.length < more || through === undefined) return null;
  return { args: { series_id: seriesId, ends, through }, dates };
}
