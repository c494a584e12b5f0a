import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan, type Store } from './port.ts';

const record = (id: string, version = 1, text = 'text'): StoredRecord => ({
  collection: 'thing',
  id,
  scope: 'chart:c1',
  cls: 'care-team',
  version,
  shape: 1,
  body: { text },
  stamps: { text: 'u1' },
});

function* put(stored: StoredRecord, keys: readonly string[] = [], oldKeys: readonly string[] = []): Plan<void> {
  yield* call('putRecord', {
    record: stored,
    sealed: true,
    rows: keys.map((key) => ['by', key]),
    oldRows: oldKeys.map((key) => ['by', key]),
    isNew: stored.version === 1,
  });
}

const logRow = (id: string, seq: number, change: Record<string, unknown> = {}) => ({
  principal: 'ann',
  seq,
  collection: 'thing',
  id,
  version: 1,
  scope: 'chart:c1',
  generation: 1,
  at: '',
  gone: false,
  ...change,
});

/** What every store must hold. `open` gives an empty one; `reopen` closes it and opens the same data again. */
export function storeContract(
  name: string,
  open: () => Promise<{
    readonly store: Store;
    readonly reopen?: () => Promise<Store>;
    readonly dispose: () => Promise<void>;
  }>,
): void {
  describe(`store contract: ${name}`, () => {
    const withStore = (body: (store: Store, reopen?: () => Promise<Store>) => Promise<void>) => async () => {
      const { store, reopen, dispose } = await open();
      try {
        await body(store, reopen);
      } finally {
        await dispose();
      }
    };

    test(
      'what lies in quarantine is known by rows and bytes: put, put anew, dropped, rolled back',
      withStore(async (store) => {
        const box = (id: number, text: string, reason: 'waiting' | 'parked' = 'waiting') =>
          call('putQuarantine', { clientId: 'c', id, reason, keyId: 'k', box: text, at: '' });
        const held = (reason: 'waiting' | 'parked') => store.read(() => call('quarantinedOf', 'c', reason));
        expect(await held('waiting')).toEqual({ rows: 0, bytes: 0 });
        await store.write(function* () {
          yield* box(1, 'eight by');
          yield* box(2, 'four');
          yield* box(2, 'other', 'parked');
          yield* box(2, 'sixsix');
        });
        expect(await held('waiting')).toEqual({ rows: 2, bytes: 14 });
        const fails = store.write(function* () {
          yield* box(3, 'never');
          throw new Error('undone');
        });
        await expect(fails).rejects.toThrow('undone');
        await store.write(() => call('dropWaiting', 'c', 1));
        expect(await held('waiting')).toEqual({ rows: 1, bytes: 6 });
        expect(await held('parked')).toEqual({ rows: 1, bytes: 5 });
      }),
    );

    test(
      'a write commits whole and is seen by every later read',
      withStore(async (store) => {
        await store.write(() => put(record('one')));
        expect(await store.read(() => call('getRecord', 'thing', 'one'))).toEqual(record('one'));
      }),
    );

    test(
      'a plan that throws is undone alone; its neighbours of the same tick commit',
      withStore(async (store) => {
        const failing = store.write(function* () {
          yield* put(record('bad'));
          throw new Error('bug');
        });
        const good = store.write(() => put(record('good')));
        await expect(failing).rejects.toThrow('bug');
        await good;
        expect(await store.read(() => call('getRecord', 'thing', 'bad'))).toBeUndefined();
        expect(await store.read(() => call('getRecord', 'thing', 'good'))).toBeDefined();
      }),
    );

    test(
      'a savepoint that is rolled back leaves what came before it, also the key of a new scope',
      withStore(async (store) => {
        await store.write(function* () {
          yield* call('setMeta', 'a', '1');
          yield* call('savepoint');
          yield* put(record('inner'));
          yield* call('rollbackTo');
          yield* put(record('after'));
        });
        expect(await store.read(() => call('getRecord', 'thing', 'inner'))).toBeUndefined();
        expect(await store.read(() => call('getRecord', 'thing', 'after'))).toEqual(record('after'));
        expect(await store.read(() => call('getMeta', 'a'))).toBe('1');
      }),
    );

    test(
      'a failed command is thrown at its place in the plan, which may go on',
      withStore(async (store) => {
        await store.write(() => put(record('one')));
        const caught = await store.write(function* () {
          yield* call('savepoint');
          try {
            yield* put(record('one'));
          } catch {
            yield* call('rollbackTo');
            return 'caught';
          }
          return 'not thrown';
        });
        expect(caught).toBe('caught');
      }),
    );

    test(
      'ranges are half-open, in key order, limited and reversible; a record comes once',
      withStore(async (store) => {
        await store.write(function* () {
          yield* put(record('one'), ['a|1', 'a|4']);
          yield* put(record('two'), ['a|2']);
          yield* put(record('three'), ['b|1']);
        });
        const ids = async (from: string, to: string, more: { limit?: number; reverse?: boolean } = {}) =>
          (await store.read(() => call('rangeRecords', { collection: 'thing', index: 'by', from, to, ...more }))).map(
            (row) => row.id,
          );
        expect(await ids('a|', 'a}')).toEqual(['one', 'two']);
        expect(await ids('a|2', 'a|4')).toEqual(['two']);
        expect(await ids('a|', 'a}', { reverse: true, limit: 1 })).toEqual(['one']);
        expect(await ids('', '}')).toEqual(['one', 'two', 'three']);
      }),
    );

    test(
      'an overwritten record has the new index rows and not the old ones',
      withStore(async (store) => {
        await store.write(() => put(record('one'), ['a']));
        await store.write(() => put(record('one', 2, 'new'), ['b'], ['a']));
        const range = (from: string, to: string) =>
          store.read(() => call('rangeRecords', { collection: 'thing', index: 'by', from, to }));
        expect(await range('a', 'b')).toHaveLength(0);
        expect((await range('b', 'c'))[0]?.version).toBe(2);
      }),
    );

    test(
      'kept versions stay readable under their own version',
      withStore(async (store) => {
        await store.write(function* () {
          yield* put(record('one'));
          yield* call('keepVersion', 'thing', 'one', '2026-01-01T00:00:00.000Z', 'good');
          yield* put(record('one', 2, 'new'));
        });
        const versions = await store.read(() => call('versionsOf', 'thing', 'one'));
        expect(versions).toEqual([record('one')]);
      }),
    );

    test(
      'places in a log are dense per principal',
      withStore(async (store) => {
        const places = await store.write(function* () {
          const taken: number[] = [];
          for (const principal of ['ann', 'ann', 'ben', 'ann']) taken.push(yield* call('takeSeq', principal));
          return taken;
        });
        expect(places).toEqual([1, 2, 1, 3]);
        expect(await store.read(() => call('headOf', 'ann'))).toEqual({ seq: 3, horizon: 0 });
      }),
    );

    test(
      'a log page has the records of live rows, hides those of an ended access, and keeps one row per record',
      withStore(async (store) => {
        await store.write(function* () {
          yield* put(record('one'));
          yield* put(record('two'));
          yield* call('putAccess', 'ann', 'chart:c1', { generation: 2, active: true });
          yield* call('putLogRow', logRow('one', 1, { generation: 1 }));
          yield* call('putLogRow', logRow('two', 2));
          yield* call('putLogRow', logRow('two', 2, { generation: 2 }));
          const moved = logRow('two', 3, { generation: 2, version: 2 });
          expect(yield* call('moveLogRow', moved, 7)).toBe(false);
          expect(yield* call('moveLogRow', { ...moved, generation: 1 }, 1)).toBe(false);
          expect(yield* call('moveLogRow', { ...moved, at: '2031' }, 1)).toBe(false);
          expect(yield* call('moveLogRow', moved, 1)).toBe(true);
          yield* call('putLogRow', logRow('gone', 4, { gone: true, generation: 0 }));
        });
        const rows = await store.read(() => call('pageAfter', { principal: 'ann', seq: 0, limit: 10, bytes: 1e6 }));
        expect(rows.map((row) => [row.id, row.seq, row.visible, row.gone, row.record !== null])).toEqual([
          ['one', 1, false, false, false],
          ['two', 3, true, false, true],
          ['gone', 4, true, true, false],
        ]);
        const live = await store.read(() =>
          call('pageCollection', { principal: 'ann', collection: 'thing', after: '', limit: 9, bytes: 1e6 }),
        );
        expect(live.map((row) => row.id)).toEqual(['two']);
      }),
    );

    test(
      'short and long bodies come whole and in order, and a part ends with the row that brings its bytes',
      withStore(async (store) => {
        const lengths = [10, 2010, 2011, 60_000, 10, 90_000, 10];
        const texts = lengths.map((length, index) => `${index}`.repeat(length));
        await store.write(function* () {
          yield* call('putAccess', 'ann', 'chart:c1', { generation: 1, active: true });
          for (const [index, text] of texts.entries()) {
            yield* put(record(`n${index}`, 1, text));
            yield* call('putLogRow', logRow(`n${index}`, index + 1));
          }
        });
        const part = (bytes: number, seq = 0) =>
          store.read(() => call('pageAfter', { principal: 'ann', seq, limit: 10, bytes }));
        const textsOf = (rows: Awaited<ReturnType<typeof part>>) =>
          rows.map(({ record: found }) => {
            const { text }: { text: string } = JSON.parse(Buffer.from(found?.body ?? []).toString('utf8'));
            return text;
          });
        expect(textsOf(await part(1e9))).toEqual(texts);
        expect(textsOf(await part(60_000))).toEqual(texts.slice(0, 4));
        expect(textsOf(await part(1))).toEqual(texts.slice(0, 1));
        expect(textsOf(await part(90_000, 4))).toEqual(texts.slice(4, 6));
      }),
    );

    test(
      'sums add up over scopes, modulo 2^32, and clear by scope',
      withStore(async (store) => {
        await store.write(function* () {
          for (const scope of ['s1', 's2']) {
            yield* call('addToSum', { principal: 'ann', scope, collection: 'thing', count: 1, a: 4_294_967_295, b: 5 });
          }
          yield* call('addToSum', { principal: 'ann', scope: 's1', collection: 'thing', count: 1, a: 3, b: -6 });
        });
        expect(await store.read(() => call('sumsOf', 'ann'))).toEqual([{ collection: 'thing', count: 3, a: 1, b: 4 }]);
        await store.write(() => call('clearSums', 'ann', 's1'));
        expect(await store.read(() => call('sumsOf', 'ann'))).toEqual([
          { collection: 'thing', count: 1, a: 4_294_967_295, b: 5 },
        ]);
      }),
    );

    test(
      'forgetting tombstones raises the horizon',
      withStore(async (store) => {
        await store.write(function* () {
          yield* call('takeSeq', 'ann');
          yield* call('putLogRow', logRow('gone', 1, { gone: true, at: '2026-01-01T00:00:00.000Z' }));
        });
        expect(await store.write(() => call('pruneGone', '2026-02-01T00:00:00.000Z', 10))).toBe(1);
        expect(await store.read(() => call('headOf', 'ann'))).toEqual({ seq: 1, horizon: 1 });
      }),
    );

    test(
      'one uid is settled once per account; a copy may repeat it',
      withStore(async (store) => {
        const row = {
          clientId: 'k1',
          id: 1,
          account: 'ann',
          uid: 'u1',
          digest: '',
          outcome: 'applied' as const,
          code: '',
          detail: '',
          confirmed: true,
          copy: false,
        };
        await store.write(() => call('putOutcome', row));
        await expect(store.write(() => call('putOutcome', { ...row, clientId: 'k2' }))).rejects.toThrow(
          /UNIQUE|unique|query/,
        );
        await store.write(() => call('putOutcome', { ...row, clientId: 'k2', copy: true }));
        expect((await store.read(() => call('outcomeByUid', 'ann', 'u1')))?.clientId).toBe('k1');
      }),
    );

    test(
      'everything is there after reopening, sealed bodies included',
      withStore(async (store, reopen) => {
        if (!reopen) return;
        await store.write(() => put(record('one'), ['a']));
        const epoch = await store.read(() => call('getMeta', 'epoch'));
        const again = await reopen();
        expect(await again.read(() => call('getRecord', 'thing', 'one'))).toEqual(record('one'));
        expect(await again.read(() => call('getMeta', 'epoch'))).toBe(epoch);
      }),
    );
  });
}
