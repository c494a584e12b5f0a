import type { LoadAnswer, LoadRequest } from '../../sync/core/facts.ts';
import { recordKey, type StoredRecord } from '../../sync/core/record.ts';
import { runMutation, type Registry } from '../../sync/core/run-mutation.ts';
import { accountScope } from '../../sync/collections/classes.ts';
import { membershipBody } from '../../sync/collections/membership.ts';
import type { MutationMessage } from '../../sync/protocol/mutation-message.ts';
import * as v from 'valibot';

/** One mutation as the server says it was applied, in the order of its log. */
export interface HistoryEntry {
  readonly actor: string;
  readonly receivedAt: string;
  readonly message: MutationMessage;
}

/**
 * The reference: one thread, one map, no store, no log, no network. Runs what the server applied in the server's order,
 * each uid once, and says what every record must then be. Projections are left to the collections that make them.
 */
export class ReferenceWorld {
  readonly records = new Map<string, StoredRecord>();
  /** Applied by the server and refused here. */
  readonly refused: string[] = [];
  readonly #registry: Registry;

  constructor(registry: Registry, start: readonly StoredRecord[]) {
    this.#registry = registry;
    for (const record of start) this.#put(record);
  }

  apply(entry: HistoryEntry): void {
    const run = runMutation({
      registry: this.#registry,
      mutation: entry.message,
      actor: { sub: entry.actor, principal: entry.actor },
      receivedAt: entry.receivedAt,
    });
    let step = run.next([]);
    while (!step.done) step = run.next(step.value.map((request) => this.#answer(request, entry.actor)));
    if (step.value.outcome === 'rejected') this.refused.push(`${entry.message.uid}: ${step.value.code}`);
    else for (const record of step.value.records) this.#put(record);
  }

  #put(record: StoredRecord): void {
    this.records.set(recordKey(record.collection, record.id), record);
  }

  #answer(request: LoadRequest, sub: string): LoadAnswer {
    switch (request.kind) {
      case 'get': {
        const record = this.records.get(recordKey(request.collection, request.id));
        return { kind: 'get', known: record ? { state: 'found', record } : { state: 'absent' } };
      }
      case 'range': {
        const keysOf = this.#registry.collections.get(request.collection)?.indexes[request.index];
        const records = [...this.records.values()].filter(
          (record) =>
            record.collection === request.collection &&
            (keysOf?.(record) ?? []).some((key) => key >= request.from && key < request.to),
        );
        return { kind: 'range', range: { records, complete: true } };
      }
      case 'roles':
        return {
          kind: 'roles',
          roles: request.scope === accountScope(sub) ? ['self'] : this.#rolesIn(sub, request.scope),
        };
    }
  }

  /** Written apart from the engine: every chart of this world stands below its one practice. */
  #rolesIn(sub: string, scope: string): readonly string[] {
    const own = this.#ownRoles(sub, scope);
    if (!scope.startsWith('chart:')) return own;
    return [...own, ...this.#ownRoles(sub, 'practice:p1').map((role) => `practice.${role}`)];
  }

  #ownRoles(sub: string, scope: string): readonly string[] {
    return [...this.records.values()].flatMap((record) => {
      if (record.collection !== 'membership' || record.scope !== scope) return [];
      const body = v.parse(membershipBody, record.body);
      return body.account === sub && !body.ended ? [body.role] : [];
    });
  }
}
