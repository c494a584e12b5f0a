import type { Who } from '../core/define.ts';
import { findSeries, seriesLoad } from './appointment-series.ts';
import type { ChartRole } from './classes.ts';
import { hasAny } from './who-may.ts';

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
