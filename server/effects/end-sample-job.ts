import * as v from 'valibot';
import { chart } from '../../sync/collections/chart.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { membersLoad, membership } from '../../sync/collections/membership.ts';
import { call } from '../store/port.ts';
import { liftTo } from '../sync/lift-record.ts';
import { writeRecord } from '../sync/write-record.ts';
import { defineJobKind } from './job-kind.ts';

/** [SD-2] Samples that were put away 30 days ago leave every device, with what was written into them; given up never. */
export const endSampleJob = defineJobKind({
  kind: 'end-sample',
  payload: v.object({ chart: v.string() }),
  *settle(context, { chart: id }) {
    const { registry, now } = context;
    const stored = yield* call('getRecord', chart.name, id);
    if (!stored || liftTo(registry, chart, stored).body.sample !== 'removed') return;
    for (const one of yield* call('rangeRecords', membersLoad(chartScope(id)))) {
      const record = liftTo(registry, membership, one);
      if (record.body.ended !== undefined) continue;
      const next = { ...record, version: record.version + 1, body: { ...record.body, ended: now } };
      yield* writeRecord(context, next, record);
    }
  },
  mostAttempts: Infinity,
});
