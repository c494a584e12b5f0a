import { endOf } from '../../../../sync/collections/appointment.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { dateAfter, daysBetween, plannedTimeOf } from '../../../../sync/domain/series-plan.ts';
import { partsOfLocal } from '../../../lib/time.ts';
import { overlapping, type Interval } from '../../../model/sessions/free-times.ts';
import { numberWord } from '../../../model/sessions/repeat-words.ts';
import {
  factsOfChange,
  goesAlong,
  reachCount,
  type Reach,
  type ReachCount,
  type SeriesKnown,
} from '../../../model/sessions/series-reach.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useBusy } from '../../../model/sessions/use-busy.ts';
import { changeOf, localOf, type SessionValues } from './session-form.ts';

interface SeriesEdit {
  readonly session: Session;
  readonly series: SeriesKnown | null;
  readonly reach: Reach;
  readonly values: SessionValues;
  readonly zone: string;
}

/** What a change that is being typed comes to for a series, and how many of the new times this device knows as taken. */
export function useSeriesChange({ session, series, reach, values, zone }: SeriesEdit): {
  readonly count: ReachCount | null;
  readonly more: string;
} {
  const local = localOf(values);
  const isTime = /^\d{1,3}$/.test(values.minutes.trim()) && local !== null;
  const { change } = changeOf(values, { zone, overBlocked: false });
  const facts = factsOfChange(change);
  const count = series && reach !== 'this' && facts.length > 0 ? reachCount(session, reach, series, facts) : null;
  const wanted =
    count && series && isTime && facts.includes('time')
      ? newTimes(session, count, series, { local, minutes: Number(values.minutes), zone })
      : [];
  const starts = wanted.map(({ start }) => start).toSorted();
  const ends = wanted.map(({ end }) => end).toSorted();
  const [start, end] = [starts[0], ends.at(-1)];
  const { clinician } = session.body;
  const except = { series: session.body.series?.id };
  const busy = useBusy(start && end ? { clinician, start, end, except } : null);
  const taken = wanted.filter(
    (one) => overlapping(one, busy ? [...busy.sessions, ...busy.blocks] : []).length > 0,
  ).length;
  if (taken === 0) return { count, more: '' };
  const them = taken === 1 ? 'That session stays where it is and waits' : 'Those sessions stay where they are and wait';
  return {
    count,
    more: `${numberWord(taken)} of the new times ${taken === 1 ? 'is' : 'are'} taken or blocked. ${them} under “Needs a time”.`,
  };
}

interface NewTime {
  readonly local: string;
  readonly minutes: number;
  readonly zone: string;
}

/** Where the sessions that are changed would lie: each as far from its date as the one that is looked at. */
function newTimes(
  looked: Session,
  { changed }: ReachCount,
  series: SeriesKnown,
  { local, minutes, zone }: NewTime,
): readonly Interval[] {
  const { plan } = series;
  const days = daysBetween(looked.body.series?.date ?? '', partsOfLocal(local).date);
  return changed.flatMap((one) => {
    const isMoved = one.id === looked.id || goesAlong(one.body, series, 'time');
    if (!isMoved) return [];
    const date = one.body.series?.date ?? '';
    // Where the length alone is changed, the plan's own time of each stays.
    const isPut = local !== looked.body.local_start;
    const at = isPut ? `${dateAfter(date, days)}T${local.slice(11)}` : plannedTimeOf(plan, date).local_start;
    const start = instantOf(at, zone);
    return start === null ? [] : [{ start, end: endOf(start, minutes) }];
  });
}
