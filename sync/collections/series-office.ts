import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { findSeries } from './appointment-series.ts';
import { classes } from './classes.ts';
import { inSeries, seriesPlanners } from './in-series.ts';
import { copyOfOffice, findOffice, isSameOffice, officeCopyFacts, officeIdOf, officeLoad } from './office-copy.ts';
import { idSchema } from './values.ts';

/**
 * In which office the sessions of a series are held that are held in person and say none of their own: its name and address, copied from
 * the clinician's with whom it was booked, for all who read the series.
 */
export const seriesOffice = defineCollection({
  name: 'series_office',
  shape: 1,
  body: v.object({ series_id: idSchema, ...officeCopyFacts }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
    'practice.biller': [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: { office: ({ id, body }) => [indexKey(body.office_location_id, id)] },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === officeIdOf(body.series_id),
  liesWith: { collection: 'appointment_series', idOf: (id) => id.slice('office.'.length) },
  clinical: true,
});

/** [CA-13] Says in which office the sessions of a series are held, as `session_office.say` does of one. */
export const saySeriesOffice = defineMutator({
  name: 'series_office.say',
  args: v.object({ series_id: idSchema, office_location_id: idSchema }),
  who: inSeries(...seriesPlanners),
  load: ({ series_id, office_location_id }) => [
    { kind: 'get', collection: 'series_office', id: officeIdOf(series_id) },
    officeLoad(office_location_id),
  ],
  run: ({ facts, args: { series_id, office_location_id }, ctx }) => {
    const series = findSeries(facts, series_id);
    const office = series && findOffice(facts, office_location_id, series.body);
    if (!series || !office) return { reject: 'not_found' };
    const id = officeIdOf(series_id);
    const before = facts.find(seriesOffice, id);
    const copy = copyOfOffice(office, ctx.now);
    if (before && isSameOffice(before.body, copy)) return [];
    const stamp = before?.stamps['office_location_id'] ?? '';
    if ('office_location_id' in ctx.base && ctx.base['office_location_id'] !== stamp)
      return { reject: 'changed_meanwhile' };
    const place = { collection: 'series_office', id, scope: series.scope, cls: classes.scheduling };
    return [{ ...place, body: { series_id, ...copy }, fields: ['office_location_id'] }];
  },
});
