import { registry as shipped } from '../collections/index.ts';
import type { LoadAnswer, LoadRequest } from '../core/facts.ts';
import type { Mutation } from '../core/mutation.ts';
import type { Json, StoredRecord } from '../core/record.ts';
import { ownRole, ownScope } from '../core/scope.ts';
import { runMutation, type MutationOutcome, type Registry } from '../core/run-mutation.ts';

/** A server without a store: records and roles by hand. */
export interface PureWorld {
  readonly records: readonly StoredRecord[];
  /** `sub scope` -> roles. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** Runs a mutator as the server would (or a device that holds everything), over a handful of records. */
export function runPure(
  world: PureWorld,
  call: {
    readonly sub: string;
    readonly name: string;
    readonly args: Json;
    readonly ctx?: Partial<Mutation['ctx']>;
    readonly receivedAt?: string;
    readonly uid?: string;
    /** As a device would: no time of arrival, and no guard. */
    readonly onDevice?: boolean;
    readonly registry?: Registry;
  },
): MutationOutcome {
  const registry = call.registry ?? shipped;
  const now = '2026-11-21T09:00:00.000Z';
  const mutation: Mutation = {
    clientId: 'client',
    id: 1,
    uid: call.uid ?? 'uid-1',
    name: call.name,
    args: call.args,
    ctx: { now, zone: 'UTC', ids: ['new-1', 'new-2'], base: {}, ...call.ctx },
  };
  const run = runMutation({
    registry,
    mutation,
    actor: { sub: call.sub, principal: call.sub },
    ...(call.onDevice ? {} : { receivedAt: call.receivedAt ?? now }),
  });
  const answer = (request: LoadRequest): LoadAnswer => {
    switch (request.kind) {
      case 'get': {
        const record = world.records.find((row) => row.collection === request.collection && row.id === request.id);
        return { kind: 'get', known: record ? { state: 'found', record } : { state: 'absent' } };
      }
      case 'range': {
        const keysOf = registry.collections.get(request.collection)?.indexes[request.index];
        const records = world.records.filter(
          (row) =>
            row.collection === request.collection &&
            (keysOf?.(row) ?? []).some((key) => key >= request.from && key < request.to),
        );
        return { kind: 'range', range: { records, complete: true } };
      }
      case 'roles':
        return {
          kind: 'roles',
          roles: [
            ...(world.roles[`${call.sub} ${request.scope}`] ?? []),
            ...(request.scope === ownScope(call.sub) ? [ownRole] : []),
          ],
        };
    }
  };
  let step = run.next([]);
  while (!step.done) step = run.next(step.value.map(answer));
  return step.value;
}
