import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { findSeries } from './appointment-series.ts';
import { classes } from './classes.ts';
import { inSeries } from './in-series.ts';
import { placeIdOf, placeReason, clientPlaces, saidOver } from './session-place.ts';
import { idSchema, instantSchema } from './values.ts';

/**
 * Where the client of a series is while its sessions are held by video, by the word of who treats, and why they are held where her
 * licences do not reach (D-26). What was said of one session holds before it. Read as `session_place` is: neither by the client nor the
 * front desk.
 */
export const seriesPlace = defineCollection({
  name: 'series_place',
  shape: 1,
  body: v.object({
    series_id: idSchema,
    client_state: v.picklist(clientPlaces),
    license_reason: v.optional(placeReason),
    said_by: idSchema,
    modify_datetime: instantSchema,
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: {},
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === placeIdOf(body.series_id),
  liesWith: { collection: 'appointment_series', idOf: (id) => id.slice('place.'.length) },
  clinical: true,
});

/**
 * [CA-12] Says where the client of a series is, and why its sessions are held there: one record a series, so that two devices meet in it.
 * `ctx.base` names the version on screen: somebody else's word is not written over unseen.
 */
export const saySeriesPlace = defineMutator({
  name: 'series_place.say',
  args: v.object({
    series_id: idSchema,
    client_state: v.picklist(clientPlaces),
    license_reason: v.optional(placeReason),
  }),
  who: inSeries('treating'),
  load: ({ series_id }) => [{ kind: 'get', collection: 'series_place', id: placeIdOf(series_id) }],
  run: ({ facts, args, ctx, actor }) => {
    const { series_id, client_state, license_reason } = args;
    const series = findSeries(facts, series_id);
    if (!series) return { reject: 'not_found' };
    const id = placeIdOf(series_id);
    const place = { collection: 'series_place', id, scope: series.scope, of: { series_id } };
    return saidOver(place, facts.find(seriesPlace, id), { client_state, license_reason }, { ctx, actor });
  },
});
