import type { LoadAnswer, LoadRequest } from '../../sync/core/facts.ts';
import { runMutation, type MutationOutcome, type RunMutationOptions } from '../../sync/core/run-mutation.ts';
import { call, type Plan } from '../store/port.ts';
import { rolesOf } from './audience.ts';
import { liftRecord } from './lift-record.ts';

/** Runs a mutation against the store; the server knows everything, so nothing is "unknown" or "partial". */
export function* runAgainstStore(options: RunMutationOptions): Plan<MutationOutcome> {
  const running = runMutation(options);
  let step = running.next();
  while (!step.done) {
    const answers: LoadAnswer[] = [];
    for (const request of step.value) answers.push(yield* answerLoad(options, request));
    step = running.next(answers);
  }
  return step.value;
}

function* answerLoad(options: RunMutationOptions, request: LoadRequest): Plan<LoadAnswer> {
  const { registry, actor } = options;
  switch (request.kind) {
    case 'get': {
      const record = yield* call('getRecord', request.collection, request.id);
      return {
        kind: 'get',
        known: record ? { state: 'found', record: liftRecord(registry, record) } : { state: 'absent' },
      };
    }
    case 'range': {
      const { collection, index, from, to } = request;
      const found = yield* call('rangeRecords', { collection, index, from, to });
      return {
        kind: 'range',
        range: { records: found.map((record) => liftRecord(registry, record)), complete: true },
      };
    }
    case 'roles':
      return { kind: 'roles', roles: yield* rolesOf(actor.principal, request.scope) };
  }
}
