import { defineMutator, type AnyMutator } from '../../sync/collections/define.ts';
import { registry as shipped } from '../../sync/collections/index.ts';
import { editNote } from '../../sync/collections/note.ts';
import type { ReplicaStore, StoreCommand, StoreResult, TxBody } from '../../sync/ports.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import type { Plan } from '../../server/store/port.ts';
import { call } from '../../server/store/port.ts';
import type { Plant } from './world.ts';

/**
 * Faults that an engine like this could have, put in through its ports: a wrapped store, a wrapped server call, another
 * registry. Nothing of this can be switched on in the product. The simulation must find each.
 */
export const plantedBugs: Readonly<Record<string, Plant>> = {
  'acknowledgement outside the transaction': { hooks: acknowledgeFirst() },
  'cursor moved before apply': { wrapStore: (store) => cursorFirst(store) },
  'replay reading the clock': { registry: clockReadingRegistry() },
  'revoke before flush': { wrapStore: (store) => rewrite(store, dropOutboxOnPurge) },
  'two leaders pushing': { wrapStore: (store, owner) => everybodyLeads(store, owner) },
  'refusal answer lost': {
    wrapStore: (store) => rewrite(store, (command) => (isPut(command, 'attention') ? [] : [command])),
  },
};

type Rewrite = (command: StoreCommand) => readonly StoreCommand[];

function isPut(command: StoreCommand, table: string): command is Extract<StoreCommand, { op: 'put' }> {
  return command.op === 'put' && command.table === table;
}

/** A store that turns each command of a transaction into others. */
function rewrite(
  store: ReplicaStore,
  turn: Rewrite,
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
  return { ...store, tx: (durability, body) => store.tx(durability, wrap(body)) };
}

/** Purging a scope also throws away what waits: the rows that a revoke should have let out first. */
function dropOutboxOnPurge(command: StoreCommand): readonly StoreCommand[] {
  if (command.op !== 'delete' || command.table !== 'base' || command.keys.length < 2) return [command];
  const all = Array.from({ length: 400 }, (_, index) => String(index + 1).padStart(12, '0'));
  return [command, { op: 'delete', table: 'outbox', keys: all }];
}

/** Every tab reads its own name in the leader row. */
function everybodyLeads(store: ReplicaStore, owner: string): ReplicaStore {
  return rewrite(
    store,
    (command) => (isPut(command, 'meta') && command.rows[0]?.k === 'leader' ? [] : [command]),
    (command, result) =>
      command.op === 'get' && command.table === 'meta' && command.keys.includes('leader')
        ? command.keys.map((key, index) =>
            key === 'leader' ? { k: 'leader', m: { owner, term: 1, beat: 1 } } : result[index],
          )
        : result,
  );
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
            if (isPut(command, 'meta') && command.rows[0]?.k === 'cursor' && writesRows) moved = command;
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

/** A mutator whose outcome depends on when it runs: every replay writes another note. */
function clockReadingRegistry(): typeof shipped {
  let ticks = 0;
  const edit = defineMutator({
    ...editNote,
    run: (input) => {
      const outcome = editNote.run(input);
      if ('reject' in outcome) return outcome;
      ticks += 1;
      const now = new Date(ticks * 1000).toISOString();
      return outcome.map((write) => ({ ...write, body: { ...(write.body as object), started: now } }));
    },
  });
  const mutators = new Map<string, AnyMutator>(shipped.mutators);
  mutators.set(edit.name, edit);
  return { ...shipped, mutators };
}

/** Outcome and mark are committed in one transaction, the effects in the next; the server may die in between. */
function acknowledgeFirst(): NonNullable<Plant['hooks']> {
  const random = seededRandom(99);
  return {
    applyPush: async (server, sub, request, crash) => {
      if (!random.chance(0.2)) return server.push(sub, request, crash);
      const client = await server.store.read(() => call('getClient', request.clientId));
      const mark = client?.mark ?? 0;
      const last = request.rows.at(-1)?.id ?? mark;
      if ((request.rows[0]?.id ?? 0) > mark + 1) return server.push(sub, request, crash);
      await server.store.write(function* (): Plan<void> {
        yield* call('putClient', {
          clientId: request.clientId,
          principal: sub,
          deviceId: 'sim',
          highest: request.highest,
          mark: Math.max(mark, last),
        });
      });
      return null;
    },
  };
}
