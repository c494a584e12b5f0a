import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes, idOfScope } from './classes.ts';
import { defineCollection, defineMutator } from '../core/define.ts';
import { idSchema, instantSchema, longTextSchema } from './values.ts';

/** The clinical side of a client. Names and contact are the client card's; both have the id of the chart. */
export const chart = defineCollection({
  name: 'chart',
  shape: 1,
  body: v.object({
    patient_type: v.picklist(['individual', 'couple']),
    client_status: v.picklist(['active', 'waitlist', 'inactive', 'discharged']),
    /** Why the client came, in the clinician's words. */
    presenting_problem: longTextSchema,
    opened: instantSchema,
    practice_id: idSchema,
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: { practice: ({ body, id }) => [indexKey(body.practice_id, id)] },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});

/**
 * Says that a chart was looked at, also offline: it writes nothing, and stands in the audit log with the chart's key.
 * Who may not read the chart is refused, and so cannot fill somebody else's log.
 */
export const viewChart = defineMutator({
  name: 'chart.view',
  args: v.object({ chart_id: idSchema }),
  who: {
    roles: ['treating', 'supervisor'],
    load: (args) => [{ kind: 'get', collection: 'chart', id: args.chart_id }],
    may: ({ facts, args }) => {
      const record = facts.find(chart, args.chart_id);
      return record !== undefined && facts.rolesIn(record.scope).length > 0;
    },
  },
  run: () => [],
});
