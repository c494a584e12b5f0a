import * as Comlink from 'comlink';
import type { Replica } from '../../sync/client/replica/replica.ts';
import { outboxEnd } from '../../sync/client/write/outbox-meta.ts';
import { deleteIndexedDbStore } from '../../sync/store/indexeddb-store.ts';
import { BareVolley } from './page/bare-volley.ts';
import { BenchAccount, type BenchReplica } from './page/bench-account.ts';
import type { BenchApi, Pair } from './page/bench-api.ts';
import { newClients } from './page/bench-clients.ts';
import { newBookings } from './page/bench-series.ts';
import { futureSessions } from './page/bench-notes.ts';
import { searchByKeys } from './page/client-search.ts';
import type { EngineWorkerApi } from './page/engine-worker-api.ts';
import { FullOutbox } from './page/full-outbox.ts';
import { FullScreen, writeOnScreen } from './page/screen-writes.ts';
import { committed, deleteRaw, openRaw } from './page/raw-database.ts';
import { rawStart } from './page/raw-start.ts';
import { Volley } from './page/volley.ts';
import {
  lastWritten,
  noteEdits,
  seeWritten,
  takeWritten,
  writeDurably,
  writeOneRaw,
  writeRaw,
  writeUntilShown,
  type Call,
  type WrittenRows,
} from './page/write-batch.ts';

const heldRaw = 'bench-raw-held';
const batch = 100;
const touchedUrl = '/bench/touched.ndjson';
const allUrl = '/bench/all.ndjson';

const worker = Comlink.wrap<EngineWorkerApi>(new Worker('/bench/workers/engine.worker.js', { type: 'module' }));
const outbox = new FullOutbox();
let account: BenchAccount | null = null;
let held: BenchReplica | null = null;
let rawWrites: IDBDatabase | null = null;
let volley: Volley | null = null;
let bare: BareVolley | null = null;
let rounds = 0;
/** The rows of the last round without a network: what an engine delivers cannot be taken out again. */
let rawRows: readonly WrittenRows[] = [];
/** The versions of the notes that were written online. */
const screenStamps = new Map<string, string>();

function must<T>(value: T | null): T {
  if (value === null) throw new Error('prepare it first');
  return value;
}

async function touch(count: number): Promise<void> {
  await fetch(`/bench/touch?count=${count}`, { method: 'POST' });
}

async function clearRaw(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(['overlay', 'outbox'], 'readwrite');
  transaction.objectStore('overlay').clear();
  transaction.objectStore('outbox').clear();
  await committed(transaction);
}

async function fillRaw(db: IDBDatabase, written: readonly WrittenRows[]): Promise<void> {
  const transaction = db.transaction(['overlay', 'outbox'], 'readwrite', { durability: 'relaxed' });
  for (const { overlay, outbox: row } of written) {
    for (const one of overlay) transaction.objectStore('overlay').put(one);
    transaction.objectStore('outbox').put(row);
  }
  transaction.commit();
  await committed(transaction);
}

async function countRows(replica: Replica, table: 'outbox' | 'overlay'): Promise<number> {
  return replica.store.read(function* () {
    const [rows] = yield [{ op: 'range', table, by: 'k', from: '', to: outboxEnd }];
    return rows?.length ?? 0;
  });
}

/** Each durable before the next, and the same rows without anything of ours around them; milliseconds per write. Nothing is left. */
async function writeBesideRaw(replica: Replica, calls: readonly Call[]): Promise<Pair> {
  rawWrites ??= await openRaw('bench-raw-writes');
  const own = await writeDurably(replica, calls);
  const written = await takeWritten(replica);
  if (written.length !== calls.length) throw new Error(`${written.length} writes were found`);
  const limit = await writeRaw(rawWrites, written);
  await clearRaw(rawWrites);
  return { own: own / calls.length, limit: limit / calls.length };
}

const api: BenchApi = {
  signIn: async (email, password) => {
    account = await BenchAccount.signIn(email, password);
  },
  hold: async (replicaName) => {
    held = await must(account).openReplica(replicaName);
    await worker.firstSync(held.keys);
    const count = await worker.learn(replicaName);
    await deleteRaw(heldRaw);
    await worker.rawFirstSync(heldRaw, allUrl);
    return count;
  },
  firstSync: async () => {
    rounds += 1;
    const name = `bench-sync-${rounds}`;
    const fresh = await must(account).openReplica(name);
    const own = await worker.firstSync(fresh.keys);
    fresh.replica.store.close();
    await deleteIndexedDbStore(name);
    const limit = await worker.rawFirstSync(`${name}-raw`, allUrl);
    await deleteRaw(`${name}-raw`);
    return { own, limit };
  },
  pull: async (count) => {
    const { keys } = must(held);
    await touch(count);
    const first = await worker.startHeld(keys);
    await touch(count);
    const own = await worker.pullHeld();
    await worker.stopHeld();
    const limit = await worker.rawPull(heldRaw, touchedUrl);
    return { own, limit, first };
  },
  start: async () => {
    const { keys, replica } = must(held);
    replica.store.close();
    const own = await must(account).start(keys.replicaName);
    const limit = await rawStart(heldRaw);
    held = await must(account).openReplica(keys.replicaName);
    return { own, limit };
  },
  write: async () => {
    const { replica } = must(held);
    const sessions = await futureSessions(replica, batch);
    const { own: durable, limit } = await writeBesideRaw(replica, noteEdits(sessions));
    const shown = await writeUntilShown(replica, sessions);
    await takeWritten(replica);
    return { durable, shown: shown / batch, limit };
  },
  createClients: async () => {
    const { replica } = must(held);
    return writeBesideRaw(replica, await newClients(replica, batch));
  },
  bookSeries: async (length) => {
    const { replica } = must(held);
    const { singles, series } = await newBookings(replica, 10, length);
    const times: { series: number[]; one: number[] } = { series: [], one: [] };
    // Turn by turn, so that both meet the same machine.
    for (const [turn, single] of singles.entries()) {
      times.one.push(await writeDurably(replica, [single]));
      const call = series[turn];
      if (call) times.series.push(await writeDurably(replica, [call]));
      await takeWritten(replica);
    }
    return times;
  },
  searchClients: searchByKeys,
  writeOnScreen: async ({ pending, isOnline, writes, pauseMs }) => {
    const { replica, keys } = must(held);
    const raw = (rawWrites ??= await openRaw('bench-raw-writes'));
    const sessions = await futureSessions(replica, batch);
    const waiting = new FullOutbox();
    for (let filled = 0; filled < pending; filled += batch) await waiting.fill(replica, sessions);
    const before = await countRows(replica, 'outbox');
    // As much waits there as here: a log of 5,000 rows takes longer for one more than an empty one.
    await fillRaw(raw, isOnline ? [] : await seeWritten(replica));
    if (isOnline) await worker.startHeld(keys);
    const screen = await FullScreen.open(replica);
    const stamps = isOnline ? screenStamps : waiting.stamps;
    const limit: number[] = [];
    // The rows are at hand before the pause: who has just read writes faster.
    const prepare = async (): Promise<() => Promise<void>> => {
      const rows = isOnline ? must(rawRows[limit.length] ?? null) : await lastWritten(replica);
      return async () => {
        limit.push(await writeOneRaw(raw, rows));
      };
    };
    const turns = { sessions: sessions.slice(0, writes), stamps, pauseMs };
    // Where there is a pause the limit has its turn in it: both meet the same machine.
    const between = pauseMs > 0 ? { prepare } : {};
    const times = await writeOnScreen(replica, screen, { ...turns, ...between });
    screen.close();
    if (isOnline) {
      await worker.pullHeld();
      await worker.stopHeld();
    }
    const left = await countRows(replica, 'outbox');
    if (isOnline && left > 0) throw new Error(`${left} changes were not delivered`);
    const pairs = await takeWritten(replica);
    if (!isOnline && (before !== pending || pairs.length !== pending + writes))
      throw new Error(`${before} changes waited, then ${pairs.length}`);
    if (!isOnline) rawRows = pairs.slice(-writes);
    while (limit.length < writes) limit.push(await writeOneRaw(raw, must(rawRows[limit.length] ?? null)));
    await clearRaw(raw);
    return { ...times, limit };
  },
  flush: async (count) => {
    const { replica, keys } = must(held);
    await outbox.fill(replica, await futureSessions(replica, count));
    const body = await FullOutbox.toRequestBody(replica);
    const times = await worker.flush(keys);
    const limit = await worker.rawFlush('/bench/same-rows', body);
    const least = await worker.rawFlush('/bench/insert', body);
    return { own: times.settledMs, limit, least, rest: times.restMs, bytes: body.length };
  },
  volleySignIn: async (email, password, relay) => {
    volley = await Volley.signIn(email, password);
    bare = await BareVolley.connect(relay);
    return volley.futureSession();
  },
  volleyFillScreen: () => must(volley).fillScreen(),
  volleyAnswer: async (session) => {
    must(volley).answer(session);
    must(bare).answer();
  },
  volleyServe: async (session, first, pace) => {
    const own = await must(volley).serve(session, first, pace);
    const limit = await must(bare).serve('durable', pace);
    const echo = await must(bare).serve('echo', { exchanges: batch, pauseMs: 0 });
    return { own, limit, echo };
  },
};

globalThis.bench = api;
