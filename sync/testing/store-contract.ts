import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplicaRow, ReplicaStore, StoreCommand, StoreResult } from '../ports.ts';

/** What every ReplicaStore promises, whichever storage lies under it. */
export function storeContract(name: string, connect: () => Promise<{ open: () => ReplicaStore }>): void {
  describe(`ReplicaStore contract: ${name}`, () => {
    let open: () => ReplicaStore;
    let store: ReplicaStore;

    beforeEach(async () => {
      ({ open } = await connect());
      store = open();
    });

    const run = (commands: readonly StoreCommand[]): Promise<readonly StoreResult[]> =>
      store.tx('strict', function* () {
        const results = yield commands;
        return results;
      });
    const row = (k: string, x: readonly string[] = []): ReplicaRow => ({ k, x, m: { n: k } });

    it('[ST-1] reads its own writes within one transaction', async () => {
      const seen = await store.tx('strict', function* () {
        yield [{ op: 'put', table: 'base', rows: [row('a|1')] }];
        const [found] = yield [{ op: 'get', table: 'base', keys: ['a|1', 'a|2'] }];
        return found?.map((hit) => hit?.k);
      });
      expect(seen).toEqual(['a|1', undefined]);
    });

    it('[ST-2] a body that throws changes nothing', async () => {
      await run([{ op: 'put', table: 'meta', rows: [row('kept')] }]);
      const attempt = store.tx('strict', function* () {
        yield [{ op: 'put', table: 'meta', rows: [row('lost')] }];
        yield [{ op: 'delete', table: 'meta', keys: ['kept'] }];
        throw new Error('a bug in the body');
      });
      await expect(attempt).rejects.toThrow('a bug in the body');
      const [found] = await run([{ op: 'get', table: 'meta', keys: ['kept', 'lost'] }]);
      expect(found?.map((hit) => hit?.k)).toEqual(['kept', undefined]);
    });

    it('[ST-3] ranges are half-open, ordered by code unit, limited and reversible', async () => {
      await run([{ op: 'put', table: 'outbox', rows: ['b', 'a', 'Z', 'c', 'é'].map((k) => row(k)) }]);
      const [forward, back] = await run([
        { op: 'range', table: 'outbox', by: 'k', from: 'Z', to: 'c' },
        { op: 'range', table: 'outbox', by: 'k', from: '', to: '\uffff', limit: 2, reverse: true },
      ]);
      expect(forward?.map((hit) => hit?.k)).toEqual(['Z', 'a', 'b']);
      expect(back?.map((hit) => hit?.k)).toEqual(['é', 'c']);
    });

    it('[ST-4] an index range gives each row once, in order of its entries', async () => {
      await run([
        {
          op: 'put',
          table: 'base',
          rows: [row('n|2', ['n|at|2', 'n|at|1']), row('n|1', ['n|at|3']), row('n|3', ['n|of|1']), row('n|4', [])],
        },
      ]);
      const [hits] = await run([{ op: 'range', table: 'base', by: 'x', from: 'n|at|', to: 'n|at}' }]);
      expect(hits?.map((hit) => hit?.k)).toEqual(['n|2', 'n|1']);
    });

    it('[ST-5] sealed bytes come back as they were', async () => {
      const z = Uint8Array.from([0, 1, 2, 255]);
      await run([{ op: 'put', table: 'base', rows: [{ k: 'a|1', v: 3, s: 'chart:1', z }] }]);
      const [found] = await run([{ op: 'get', table: 'base', keys: ['a|1'] }]);
      expect(found?.[0]?.z).toEqual(z);
      expect(found?.[0]?.v).toBe(3);
    });

    it('[ST-6] transactions of several connections are serialised: no update is lost', async () => {
      const other = open();
      const increment = (connection: ReplicaStore): Promise<void> =>
        connection.tx('strict', function* () {
          const [found] = yield [{ op: 'get', table: 'meta', keys: ['count'] }];
          const count = (found?.[0]?.m as number | undefined) ?? 0;
          yield [{ op: 'put', table: 'meta', rows: [{ k: 'count', m: count + 1 }] }];
        });
      await Promise.all(Array.from({ length: 20 }, (_, index) => increment(index % 2 === 0 ? store : other)));
      const [found] = await run([{ op: 'get', table: 'meta', keys: ['count'] }]);
      expect(found?.[0]?.m).toBe(20);
      other.close();
    });

    it('[ST-10] a reading body sees commits, and a write in it fails and changes nothing', async () => {
      await run([{ op: 'put', table: 'meta', rows: [row('kept')] }]);
      const seen = await store.read(function* () {
        const [found] = yield [{ op: 'get', table: 'meta', keys: ['kept'] }];
        return found?.[0]?.k;
      });
      expect(seen).toBe('kept');
      const attempt = store.read(function* () {
        yield [{ op: 'put', table: 'meta', rows: [row('written')] }];
      });
      await expect(attempt).rejects.toThrow();
      const [after] = await run([{ op: 'get', table: 'meta', keys: ['written'] }]);
      expect(after?.[0]).toBeUndefined();
    });

    it('[ST-7] watchers hear of a commit with its tables, collections and keys, and of no rollback', async () => {
      const heard: string[] = [];
      store.watch((change) =>
        heard.push([...change.tables, ...change.collections, ...(change.keys ?? ['*'])].join(' ')),
      );
      await run([{ op: 'put', table: 'overlay', rows: [row('note|1')] }]);
      await store
        .tx('strict', function* () {
          yield [{ op: 'put', table: 'base', rows: [row('note|2')] }];
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      expect(heard).toEqual(['overlay note note|1']);
    });
  });
}
