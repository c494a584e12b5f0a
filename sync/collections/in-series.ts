import type { Who } from '../core/define.ts';
import type { Facts } from '../core/facts.ts';
import { findSeries, seriesLoad } from './appointment-series.ts';
import type { ChartRole } from './classes.ts';
import { hasAny } from './who-may.ts';

/** Who plans the sessions of a series. */
export const seriesPlanners = ['treating', 'practice.scheduler'] as const;

/** Whether the actor plans in a chart, as far as roles are known: who does not is asked nothing more of storage. */
export function plansIn(facts: Facts, scope: string): boolean {
  return facts.has({ kind: 'roles', scope }) && hasAny(facts.rolesIn(scope), seriesPlanners);
}

/** Who has one of the roles in the chart of the series. One that the actor does not read is let through: `run` answers as for one that is not there. */
export function inSeries(...roles: readonly ChartRole[]): Who<{ readonly series_id: string }> {
  return {
    roles,
    load: ({ series_id }) => [seriesLoad(series_id)],
    may: ({ facts, args }) => {
      const series = findSeries(facts, args.series_id);
      return series === undefined || hasAny(facts.rolesIn(series.scope), roles);
    },
  };
}
