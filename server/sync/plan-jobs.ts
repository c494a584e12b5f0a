import type { JobPlan, WantedJob } from '../../sync/core/define.ts';
import type { NewJob } from '../store/operation-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { endOfDateMs } from './practice-day.ts';
import type { TxContext } from './tx-context.ts';

type Moment = Pick<TxContext, 'nowMs' | 'zone'>;

/**
 * Plans and drops jobs in the running transaction: they are there if and only if what they follow from is. Drops come first, so
 * that one plan may replace a job by another of the same key.
 */
export function* planJobs(context: Moment, { plan = [], drop = [] }: JobPlan): Plan<void> {
  for (const key of drop) yield* call('dropJob', key);
  for (const wanted of plan) yield* call('addJob', toNewJob(context, wanted));
}

function toNewJob(context: Moment, { kind, key, payload, when }: WantedJob): NewJob {
  if (when === undefined) return { kind, key, payload, runAtMs: context.nowMs };
  if ('at' in when) return { kind, key, payload, runAtMs: Date.parse(when.at) };
  const { afterDate } = when;
  return { kind, key, payload, afterDate, runAtMs: endOfDateMs(afterDate, context.zone) };
}
