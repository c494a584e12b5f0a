import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderStore } from '../testing/folder-store.ts';
import { call, type Plan, type Store } from './port.ts';

const scope = 'chart:c1';

function* grant(active: boolean, generation: number): Plan<void> {
  yield* call('putMember', { scope, principal: 'ann', role: 'treating', active });
  yield* call('putAccess', 'ann', scope, { active, generation });
}

/** As a mutation asks: inside a writing transaction. */
function* ask(): Plan<{ roles: readonly string[]; readers: number; active: boolean }> {
  const roles = yield* call('rolesIn', 'ann', scope);
  const readers = (yield* call('readersOf', scope)).length;
  const access = yield* call('getAccess', 'ann', scope);
  return { roles, readers, active: access?.active ?? false };
}

const reads = { roles: ['treating'], readers: 1, active: true };
const readsNothing = { roles: [], readers: 0, active: false };

describe('[AC-1] who reads a scope is remembered between transactions', () => {
  let folder: FolderStore;
  let store: Store;

  beforeEach(async () => {
    folder = new FolderStore();
    store = folder.store;
    await store.write(() => grant(true, 1));
    expect(await store.write(ask)).toEqual(reads);
  });

  afterEach(() => folder.dispose());

  test('an access that ends is seen by the same transaction, and by the next', async () => {
    const seen = await store.write(function* () {
      yield* grant(false, 2);
      return yield* ask();
    });
    expect(seen).toEqual(readsNothing);
    expect(await store.write(ask)).toEqual(readsNothing);
  });

  test('what another connection ended is seen by the next transaction', async () => {
    const other = folder.open();
    await other.write(() => grant(false, 2));
    await other.close();
    expect(await store.write(ask)).toEqual(readsNothing);
  });

  test('an end that was undone, with its plan or to a savepoint, has not happened', async () => {
    const failing = store.write(function* () {
      yield* grant(false, 2);
      yield* ask();
      throw new Error('bug');
    });
    await expect(failing).rejects.toThrow('bug');
    expect(await store.write(ask)).toEqual(reads);
    const undone = await store.write(function* () {
      yield* call('savepoint');
      yield* grant(false, 2);
      yield* ask();
      yield* call('rollbackTo');
      return yield* ask();
    });
    expect(undone).toEqual(reads);
  });

  test('a grant of a transaction whose neighbour throws stands; nothing of the neighbour is remembered', async () => {
    const failing = store.write(function* () {
      yield* grant(false, 2);
      yield* ask();
      throw new Error('bug');
    });
    const good = store.write(ask);
    await expect(failing).rejects.toThrow('bug');
    expect(await good).toEqual(reads);
  });
});
