import type { JobPlan, WantedJob } from '../../sync/core/define.ts';
import type { NewJob } from '../store/operation-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { endOfDateMs } from './practice-day.ts';
import type { TxContext } from './tx-context.ts';

type Moment = Pick<TxContext, 'nowMs' | 'zone'>;

/**
 * Plans and drops jobs in the running transaction: they are there if and only if what they follow from is. Drops come first, so
 * that one plan may replace a job by another of the same key. `zone`: in which dates pass; null: in the configured one.
 */
export function* planJobs(context: Moment, { plan = [], drop = [] }: JobPlan, zone: string | null = null): Plan<void> {
  for (const key of drop) yield* call('dropJob', key);
  for (const wanted of plan) yield* call('addJob', toNewJob(context, wanted, zone));
}

function toNewJob(context: Moment, { kind, key, payload, when }: WantedJob, zone: string | null): NewJob {
  if (when === undefined) return { kind, key, payload, runAtMs: context.nowMs };
  if ('at' in when) return { kind, key, payload, runAtMs: Date.parse(when.at) };
  const { afterDate } = when;
  const runAtMs = endOfDateMs(afterDate, zone ?? context.zone);
  return { kind, key, payload, afterDate, zone: zone ?? '', runAtMs };
}
