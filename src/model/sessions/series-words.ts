import type { AppointmentSeries } from '../../../sync/collections/appointment-series.ts';
import { partAt, plannedTimeOf } from '../../../sync/domain/series-plan.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { minuteWords, partsOfLocal } from '../../lib/time.ts';
import { ordinal, repeatWords, rhythmWords, sessionsWord } from './repeat-words.ts';
import { standsIn } from './series-reach.ts';
import type { Session } from './use-own-sessions.ts';

/**
 * `Every week on Tuesday, 10:00 – 4th of 12`; of a series put together by hand `One of 12 sessions`, of one that nobody has ended `4th, with no end
 * set`. Cancelled ones are not counted.
 */
export function seriesWords(
  session: Session,
  series: AppointmentSeries,
  sessions: readonly Session[],
  manner: Manner = deviceManner(),
): string {
  const standing = bySeries(sessions.filter(standsIn));
  const at = standing.findIndex(({ id }) => id === session.id);
  const { rule, plan, until, stopped } = series;
  if (!rule) return standing.length <= 1 ? 'One session of a series' : `One of ${sessionsWord(standing.length)}`;
  const date = session.body.series?.date ?? series.first;
  const { days } = partAt(plan, date);
  const { local_start } = plannedTimeOf(plan, date);
  const planned = partsOfLocal(local_start);
  // What was moved to another day is not on the 14th any more.
  const rhythm = rule.unit === 'month' && days !== 0 ? rhythmWords(rule) : repeatWords(rule, planned.date);
  const said = `${rhythm}, ${minuteWords(planned.minute, manner)}`;
  if (at === -1) return said;
  const isOpen = rule.ends.kind === 'open' && until === undefined && stopped === undefined;
  return `${said} – ${ordinal(at + 1)}${isOpen ? ', with no end set' : ` of ${standing.length}`}`;
}

/** The sessions of the series before and after one in the calendar, of those that stand. */
export function neighbours(
  session: Session,
  sessions: readonly Session[],
): { readonly before: Session | undefined; readonly after: Session | undefined } {
  const others = sessions
    .filter((one) => standsIn(one) && one.id !== session.id)
    .toSorted((one, other) => (one.body.start < other.body.start ? -1 : 1));
  return {
    before: others.findLast(({ body }) => body.start <= session.body.start),
    after: others.find(({ body }) => body.start > session.body.start),
  };
}

function bySeries(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted((one, other) => ((one.body.series?.date ?? '') < (other.body.series?.date ?? '') ? -1 : 1));
}
