import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../testing/fake-clock.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { FolderStore } from '../testing/folder-store.ts';
import { KeptVersions } from './kept-versions.ts';
import { versionsKept } from './record-calls.ts';
import { call, type Plan, type Store } from './port.ts';

const place = { collection: 'note', id: 'n1' } as const;
const recordOf = (version: number): StoredRecord => ({
  ...place,
  scope: 'chart:c1',
  cls: 'care',
  version,
  shape: 1,
  body: { text: `version ${version}` },
  stamps: {},
});

function* put(version: number): Plan<void> {
  yield* call('putRecord', { record: recordOf(version), sealed: true, rows: [], oldRows: [], isNew: version === 1 });
}

/** Writing connections remember; reading ones ask the table. */
const newest = (limit: number) => call('newestVersions', 'note', 'n1', limit);

describe('[NB-2] the newest versions are remembered between transactions', () => {
  let folder: FolderStore;
  let store: Store;

  beforeEach(async () => {
    folder = new FolderStore();
    store = folder.store;
    await store.write(() => put(1));
  });

  afterEach(() => folder.dispose());

  test.each(Array.from({ length: 10 }, (_, index) => index))(
    'kept, dropped, thinned, undone and removed in any order (%i), they are those of the table',
    async (seed) => {
      const random = seededRandom(seed);
      let version = 1;
      const step = function* (): Plan<void> {
        const kind = random.below(10);
        const found = yield* newest(1 + random.below(4));
        if (kind < 5) {
          yield* call('getRecord', 'note', 'n1');
          const kept = versionsKept[random.below(versionsKept.length)] ?? 'good';
          yield* call('keepVersion', 'note', 'n1', `at ${version}`, kept);
          version += 1;
          yield* put(version);
        } else if (kind < 7) {
          const one = found[random.below(found.length + 1)];
          if (one) yield* call('dropVersion', 'note', 'n1', one.version);
        } else if (kind < 8) yield* call('dropOldPauses', 'note', 'n1', random.below(3));
        else if (kind < 9) {
          yield* call('savepoint');
          const before = version;
          yield* call('keepVersion', 'note', 'n1', 'undone', 'good');
          yield* call('rollbackTo');
          version = before;
        } else {
          yield* call('removeRecord', 'note', 'n1', []);
          version += 1;
          yield* call('putRecord', { record: recordOf(version), sealed: true, rows: [], oldRows: [], isNew: true });
        }
      };
      for (let round = 0; round < 60; round += 1) {
        await store.write(step);
        const limit = 1 + random.below(5);
        expect(await store.write(() => newest(limit))).toEqual(await store.read(() => newest(limit)));
      }
    },
  );

  test('what another connection kept is seen, and what a plan that threw kept is not', async () => {
    expect(await store.write(() => newest(2))).toEqual([]);
    const other = folder.open();
    await other.write(() => call('keepVersion', 'note', 'n1', 'elsewhere', 'good'));
    await other.close();
    expect(await store.write(() => newest(2))).toEqual([{ version: 1, at: 'elsewhere', kept: 'good' }]);
    const failing = store.write(function* () {
      yield* call('dropVersion', 'note', 'n1', 1);
      throw new Error('bug');
    });
    await expect(failing).rejects.toThrow('bug');
    expect(await store.write(() => newest(2))).toHaveLength(1);
  });

  test('the table is asked once, and again where fewer are remembered than are wanted', () => {
    const lying = [5, 4, 3, 2, 1].map((version) => ({ version, at: '', kept: 'good' as const }));
    const versions = new KeptVersions();
    const asked: number[] = [];
    const look = (limit: number) =>
      versions
        .newest(place, limit, (most) => {
          asked.push(most);
          return lying.slice(0, most);
        })
        .map(({ version }) => version);
    expect([look(2), look(2), look(1)]).toEqual([[5, 4], [5, 4], [5]]);
    expect(asked).toEqual([2]);
    versions.add(place, { version: 6, at: '', kept: 'next' });
    versions.drop(place, 5);
    expect(look(2)).toEqual([6, 4]);
    expect(asked).toEqual([2]);
    look(3);
    expect(asked).toEqual([2, 3]);
    versions.forget(place);
    look(1);
    expect(asked).toEqual([2, 3, 1]);
  });
});
