import type { ReplicaStore, StoreCommand, StoreResult, TxBody } from '../../../sync/ports.ts';
import { outboxKey } from '../../../sync/client/write/outbox-meta.ts';
import { StoreError } from '../../../sync/store/store-error.ts';
import { seededRandom } from '../../../sync/testing/builders.ts';
import type { Plant } from '../world.ts';

/** Faults of a replica, put in by a store that turns commands or answers. */
export const storeBugs: Readonly<Record<string, Plant>> = {
  'cursor moved before apply': { wrapStore: (store) => cursorFirst(store) },
  'revoke before flush': { wrapStore: (store) => rewrite(store, dropOutboxOnPurge) },
  'two leaders pushing': { wrapStore: (store, owner) => everybodyLeads(store, owner) },
  'refusal answer lost': { wrapStore: (store) => rewrite(store, without(isPutOf('attention'))) },
  'saved before it is durable': { wrapStore: (store) => ({ ...store, tx: (_, body) => store.tx('relaxed', body) }) },
  'overlay left behind': {
    wrapStore: (store) =>
      rewrite(
        store,
        without((command) => command.op === 'delete' && command.table === 'overlay'),
      ),
  },
  'sent line forgotten': { wrapStore: (store) => rewrite(store, without(isMeta('sent'))) },
  'rows leave at the answer': { wrapStore: (store) => rewrite(store, dropSettled) },
  'new client id keeps its mark': {
    wrapStore: (store) =>
      rewrite(
        store,
        without((command) => isMeta('mark')(command) && markOf(command) === 0),
      ),
  },
  'lock epoch not read': { wrapStore: (store) => rewrite(store, (command) => [command], neverLocked) },
  'an old build goes on after an update': {
    wrapStore: (store) => rewrite(store, (command) => [command], ofAnyBuild),
  },
  'nothing is indexed anew': { wrapStore: (store) => indexesNothing(store) },
  'sums forget what was overwritten': { wrapStore: (store) => rewrite(store, (command) => [command], withoutVersions) },
  'sums not kept': { wrapStore: (store) => rewrite(store, without(isMeta('sums'))) },
  'ids given twice': { wrapStore: (store) => rewrite(store, without(isCounting)) },
};

type Put = Extract<StoreCommand, { op: 'put' }>;
type Test = (command: StoreCommand) => boolean;
type Turn = (command: StoreCommand) => readonly StoreCommand[];

function isPut(command: StoreCommand, table: string): command is Put {
  return command.op === 'put' && command.table === table;
}

function isPutOf(table: string): Test {
  return (command) => isPut(command, table);
}

function isMeta(name: string): Test {
  return (command) => isPut(command, 'meta') && command.rows[0]?.k === name;
}

function markOf(command: StoreCommand): number | undefined {
  return command.op === 'put' ? (command.rows[0]?.m as { mark?: number } | undefined)?.mark : undefined;
}

/** The row that says which ids are given, once the replica has one. */
function isCounting(command: StoreCommand): boolean {
  const last = command.op === 'put' ? (command.rows[0]?.m as { lastId?: number } | undefined)?.lastId : undefined;
  return isMeta('client')(command) && (last ?? 0) > 0;
}

function without(test: Test): Turn {
  return (command) => (test(command) ? [] : [command]);
}

/** A store that turns each command of a transaction into others, and each answer into another. */
function rewrite(
  store: ReplicaStore,
  turn: Turn,
  answer: (command: StoreCommand, result: StoreResult) => StoreResult = (_, result) => result,
): ReplicaStore {
  const wrap = <R>(body: TxBody<R>): TxBody<R> =>
    function* () {
      const inner = body();
      let step = inner.next([]);
      while (!step.done) {
        const results: StoreResult[] = [];
        for (const command of step.value) {
          const turned = turn(command);
          const given = turned.length > 0 ? yield turned : [[]];
          results.push(answer(command, given[0] ?? []));
        }
        step = inner.next(results);
      }
      return step.value;
    };
  return {
    ...store,
    tx: (durability, body) => store.tx(durability, wrap(body)),
    read: (body) => store.read(wrap(body)),
  };
}

/** Purging a scope also throws away what waits: the rows that a revoke should have let out first. */
function dropOutboxOnPurge(command: StoreCommand): readonly StoreCommand[] {
  if (command.op !== 'delete' || command.table !== 'base' || command.keys.length < 2) return [command];
  return [command, { op: 'delete', table: 'outbox', keys: idsUpTo(400) }];
}

/** What the server has settled leaves the outbox at its answer, before a pull brought effects and refusals. */
function dropSettled(command: StoreCommand): readonly StoreCommand[] {
  const mark = isMeta('mark')(command) ? markOf(command) : undefined;
  return mark === undefined ? [command] : [command, { op: 'delete', table: 'outbox', keys: idsUpTo(mark) }];
}

function idsUpTo(last: number): readonly string[] {
  return Array.from({ length: last }, (_, index) => outboxKey(index + 1));
}

/** Every tab reads its own name in the leader row. */
function everybodyLeads(store: ReplicaStore, owner: string): ReplicaStore {
  return rewrite(store, without(isMeta('leader')), (command, result) =>
    command.op === 'get' && command.table === 'meta' && command.keys.includes('leader')
      ? command.keys.map((key, index) =>
          key === 'leader' ? { k: 'leader', m: { owner, term: 1, beat: 1 } } : result[index],
        )
      : result,
  );
}

function neverLocked(command: StoreCommand, result: StoreResult): StoreResult {
  if (command.op !== 'get' || command.table !== 'meta') return result;
  return command.keys.map((key, index) => {
    const row = result[index];
    return key === 'lock' && row ? { ...row, m: { ...(row.m as object), epoch: 0 } } : row;
  });
}

/** The row that says which build has the replica reads as if none had said so. */
function ofAnyBuild(command: StoreCommand, result: StoreResult): StoreResult {
  if (command.op !== 'get' || command.table !== 'meta') return result;
  return command.keys.map((key, index) => {
    const row = result[index];
    if (key !== 'lock' || !row) return row;
    const { registry: _, ...m } = row.m as Record<string, unknown>;
    return { ...row, m };
  });
}

/** A row that was read and is put back with other entries alone stays as it is. */
function indexesNothing(store: ReplicaStore): ReplicaStore {
  const read = new WeakSet<Uint8Array>();
  const isIndexed = (command: StoreCommand): boolean =>
    isPut(command, 'base') && command.rows.some((row) => row.z && read.has(row.z));
  return rewrite(store, without(isIndexed), (_, result) => {
    for (const row of result) if (row?.z) read.add(row.z);
    return result;
  });
}

function withoutVersions(command: StoreCommand, result: StoreResult): StoreResult {
  if (command.op !== 'get' || command.table !== 'base' || command.keys.length < 2) return result;
  return result.map(() => undefined);
}

/** Commits a pull's cursor in a transaction of its own, before the rows; now and then the device dies in between. */
function cursorFirst(store: ReplicaStore): ReplicaStore {
  const random = seededRandom(77);
  return {
    ...store,
    tx: async (durability, body) => {
      let moved: StoreCommand | null = null;
      const spy: TxBody<Awaited<ReturnType<typeof body extends TxBody<infer R> ? () => R : never>>> = function* () {
        const inner = body();
        let step = inner.next([]);
        let writesRows = false;
        while (!step.done) {
          for (const command of step.value) {
            if (isPut(command, 'base')) writesRows = true;
            if (isMeta('cursor')(command) && writesRows) moved = command;
          }
          step = inner.next(yield step.value);
        }
        if (moved && random.chance(0.2)) throw new StoreError('failed');
        return step.value as never;
      };
      try {
        return await store.tx(durability, spy);
      } catch (error) {
        const cursor: StoreCommand | null = moved;
        if (cursor) {
          await store.tx(durability, function* () {
            yield [cursor];
          });
        }
        throw error;
      }
    },
  };
}
