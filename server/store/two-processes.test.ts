import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../testing/fake-clock.ts';
import { storeContract } from './contract.ts';
import { call, type Plan, type Store } from './port.ts';
import { createSqliteStore } from './sqlite-store.ts';

const masterKey = new Uint8Array(32).fill(3);
const openAt = (file: string, seed: number) =>
  createSqliteStore({ file, masterKey, random: seededRandom(seed), defer: queueMicrotask });
const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'orchid-two-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Two processes over one file, each asked in its turn: neither may know better than the file what the other has written. */
function inTurns(stores: readonly [Store, Store]): Store {
  let asked = 0;
  const next = (): Store => stores[(asked += 1) % 2 === 0 ? 0 : 1];
  return {
    write: (plan) => next().write(plan),
    read: (plan) => next().read(plan),
    readInPieces: (plan, by) => next().readInPieces(plan, by),
    close: async () => {
      for (const store of stores) await store.close();
    },
  };
}

storeContract('SQLite in a file, two processes in turns', async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'orchid.db');
  const open = () => inTurns([openAt(file, 5), openAt(file, 6)]);
  let store = open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = open();
      return store;
    },
    dispose: async () => {
      await store.close();
      remove(folder);
    },
  };
});

let folder: string;
let one: Store;
let other: Store;
beforeEach(() => {
  folder = makeFolder();
  [one, other] = [openAt(path.join(folder, 'orchid.db'), 5), openAt(path.join(folder, 'orchid.db'), 6)];
});
afterEach(async () => {
  await one.close();
  await other.close();
  remove(folder);
});

test('[AV-2] what one process remembers of members and of earlier versions is asked anew once another has written', async () => {
  const member = { scope: 'chart:c1', principal: 'ann', role: 'clinician', active: true };
  const seenByOne = () =>
    one.write(function* () {
      const roles = yield* call('rolesIn', 'ann', 'chart:c1');
      const readers = yield* call('readersOf', 'chart:c1');
      const access = yield* call('getAccess', 'ann', 'chart:c1');
      const parent = yield* call('parentOf', 'chart:c1');
      const versions = yield* call('newestVersions', 'thing', 'one', 5);
      return [roles, readers.map(({ principal }) => principal), access, parent, versions.map(({ version }) => version)];
    });
  expect(await seenByOne()).toEqual([[], [], undefined, undefined, []]);
  const put = (version: number): Plan<void> =>
    (function* () {
      if (version > 1) yield* call('keepVersion', 'thing', 'one', '', 'good');
      const record = {
        collection: 'thing',
        id: 'one',
        scope: 'chart:c1',
        cls: 'care-team',
        version,
        shape: 1,
        body: {},
        stamps: {},
      };
      yield* call('putRecord', { record, sealed: true, rows: [], oldRows: [], isNew: version === 1 });
    })();
  await other.write(function* () {
    yield* call('putMember', member);
    yield* call('putAccess', 'ann', 'chart:c1', { generation: 1, active: true });
    yield* call('putParent', 'chart:c1', 'practice:p1');
    yield* put(1);
    yield* put(2);
  });
  expect(await seenByOne()).toEqual([['clinician'], ['ann'], { generation: 1, active: true }, 'practice:p1', [1]]);
  await other.write(function* () {
    yield* call('putMember', { ...member, active: false });
    yield* call('putAccess', 'ann', 'chart:c1', { generation: 2, active: false });
    yield* put(3);
  });
  expect(await seenByOne()).toEqual([[], [], { generation: 2, active: false }, 'practice:p1', [2, 1]]);
});

test('[AV-2] a place in a log is given once, whoever of two processes gives it', async () => {
  const places: number[] = [];
  for (const store of [one, other, other, one, one, other])
    places.push(await store.write(() => call('takeSeq', 'ann')));
  expect(places).toEqual([1, 2, 3, 4, 5, 6]);
  for (const store of [one, other]) expect(await store.read(() => call('headOf', 'ann'))).toMatchObject({ seq: 6 });
});
