import * as v from 'valibot';
import { extendSeries } from '../sync/extend-series.ts';
import { defineJobKind } from './job-kind.ts';

/** Each month, for a series that nobody has ended; given up never. */
export const extendSeriesJob = defineJobKind({
  kind: 'extend-series',
  payload: v.object({ series: v.string() }),
  settle: (context, { series }) => extendSeries(context, series),
  mostAttempts: Infinity,
});
