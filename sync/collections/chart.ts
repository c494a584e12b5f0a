import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes, idOfScope } from './classes.ts';
import { defineCollection, defineMutator } from '../core/define.ts';
import { isPutAway, sampleEnd, sampleMark } from './sample.ts';
import { idSchema, instantSchema, longTextSchema } from './values.ts';

/** How a client stands. */
export const clientStatuses = ['active', 'waitlist', 'inactive', 'discharged'] as const;

/** The clinical side of a client. Names and contact are the client card's; both have the id of the chart. */
export const chart = defineCollection({
  name: 'chart',
  shape: 1,
  body: v.object({
    patient_type: v.picklist(['individual', 'couple']),
    client_status: v.picklist(clientStatuses),
    /** Why the client came, in the clinician's words. */
    presenting_problem: longTextSchema,
    opened: instantSchema,
    practice_id: idSchema,
    sample: sampleMark,
    /** When the samples were put away. */
    sample_removed: v.optional(instantSchema),
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: { practice: ({ body, id }) => (isPutAway(body) ? [] : [indexKey(body.practice_id, id)]) },
  indexed: 2,
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
  // [SD-2] Samples that were put away leave every device once nobody can bring them back any more.
  jobs: ({ id, body }, before) => {
    const key = `end-sample.${id}`;
    if (body.sample === 'removed' && body.sample_removed !== undefined)
      return {
        plan: [{ kind: 'end-sample', key, payload: { chart: id }, when: { at: sampleEnd(body.sample_removed) } }],
      };
    return before?.body.sample === 'removed' ? { drop: [key] } : {};
  },
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
