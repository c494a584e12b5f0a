import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import type { ReplicaStore } from '../../ports.ts';
import { openIndexedDbStore } from '../../store/indexeddb-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom, settle } from '../../testing/builders.ts';
import type { MutateResult } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { rowToMutation } from './outbox.ts';
import { writeMutation } from './write.ts';

const stores: ReplicaStore[] = [];
let count = 0;
afterEach(() => {
  vi.restoreAllMocks();
  for (const store of stores.splice(0)) store.close();
});

function connect(name: string): ReplicaStore {
  const store = openIndexedDbStore({ name });
  stores.push(store);
  return store;
}

interface Tab {
  readonly name: string;
  readonly replica: Replica;
  readonly edit: (text: string) => Promise<MutateResult>;
}

/** A tab with a chart, on which one edit has been saved: the next one is run ahead. */
async function openTab(): Promise<Tab> {
  count += 1;
  const name = `writes-ahead-${count}`;
  const replica = await openTestReplica(connect(name));
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('leader', { owner: 'seed', term: 1, beat: 1 })];
    const [client] = yield* readMeta('client');
    const page = pageOf(client?.clientId ?? '', { records: chartLines() });
    yield* applyPage(replica, { owner: 'seed', term: 1 }, page, { onProblem: () => undefined });
    yield [{ op: 'delete', table: 'meta', keys: ['leader'] }];
  });
  let turn = 0;
  const edit = (text: string): Promise<MutateResult> => {
    turn += 1;
    const ports = { clock: new FakeClock(), random: seededRandom(turn), zone: () => 'UTC' };
    const note = { appointment_id: 'a1', author_name: 'Dr. One', note_schema_id: 'soap-note', note_schema_revision: 1 };
    return writeMutation(replica, ports, { name: 'note.edit', args: { ...note, answers: { focus: text } } });
  };
  for (const text of ['first', 'second']) expect((await edit(text)).kind).toBe('saved');
  return { name, replica, edit };
}

/** What waits, in order. */
async function waiting({ replica }: Pick<Tab, 'replica'>): Promise<readonly unknown[]> {
  return replica.store.read(function* () {
    const [client] = yield* readMeta('client');
    const [rows] = yield [{ op: 'range', table: 'outbox', by: 'k', from: '', to: '~' }];
    return (rows ?? []).map((row) => {
      const mutation = row && rowToMutation(replica, row, client?.clientId ?? '');
      return v.parse(v.object({ answers: v.object({ focus: v.string() }) }), mutation?.args).answers.focus;
    });
  });
}

it('[ST-32] of edits made one after the other, none waits for another, each stands in its place', async () => {
  const tab = await openTab();
  const [third, fourth] = [tab.edit('third'), tab.edit('fourth')];
  await third;
  const fifth = tab.edit('fifth');
  const burst = Array.from({ length: 8 }, (_, turn) => `burst ${turn}`);
  const all = [fourth, fifth, ...burst.map((text) => tab.edit(text))];
  for (const result of await Promise.all(all)) expect(result.kind).toBe('saved');
  expect(await waiting(tab)).toEqual(['first', 'second', 'third', 'fourth', 'fifth', ...burst]);
});

it('[ST-32] an edit that was begun when the store closes is kept, whether or not it was foreseen', async () => {
  const tab = await openTab();
  const other = connect(tab.name);
  await other.read(() => readMeta('lock'));
  const before = other.tx('relaxed', function* () {
    yield [{ op: 'put', table: 'base', rows: [{ k: 'unheard|1', x: [], m: 1 }] }];
  });
  const edit = tab.edit('third');
  await new Promise((resolve) => setTimeout(resolve, 0));
  tab.replica.store.close();
  await before;
  expect((await edit).kind).toBe('saved');
  expect(await waiting({ replica: { ...tab.replica, store: connect(tab.name) } })).toEqual([
    'first',
    'second',
    'third',
  ]);
});

it('[ST-32] a tab that lets go of its keys while storage is asked saves nothing any more', async () => {
  const tab = await openTab();
  const getAll = IDBObjectStore.prototype.getAll;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function (this: IDBObjectStore, ...args) {
    queueMicrotask(() => Object.assign(tab.replica.gate, { closed: true }));
    return getAll.apply(this, args);
  });
  expect(await tab.edit('third')).toMatchObject({ kind: 'not-saved', reason: 'locked' });
  expect(await waiting(tab)).toEqual(['first', 'second']);
});

it('[ST-32] a record that is broken in memory alone is not named to be broken', async () => {
  const tab = await openTab();
  const other = connect(tab.name);
  const session = 'appointment|a1';
  const sound = await other.read(function* () {
    const [rows] = yield [{ op: 'get', table: 'base', keys: [session] }];
    return rows?.[0];
  });
  expect(sound?.z).toBeDefined();
  const put = (row: object) =>
    function* () {
      yield [{ op: 'put' as const, table: 'base' as const, rows: [{ k: session, ...row }] }];
    };
  await tab.replica.store.tx('relaxed', put({ ...sound, z: new Uint8Array(60) }));
  const mending = other.tx('strict', put({ ...sound }));
  expect((await tab.edit('third')).kind).toBe('saved');
  await mending;
  await settle();
  const [broken] = await tab.replica.store.read(() => readMeta('broken'));
  expect(broken).toEqual([]);
  expect(await waiting(tab)).toEqual(['first', 'second', 'third']);
});
