import 'fake-indexeddb/auto';
import * as Comlink from 'comlink';
import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineKeys } from '../sync/client/client-ports.ts';
import type { HeardSession } from '../sync/client/api.ts';
import type { SyncWorkerApi } from '../sync/client/sync-worker-api.ts';
import { readActivityHeader } from '../sync/core/device-statements.ts';
import { openIndexedDbStore } from '../sync/store/indexeddb-store.ts';
import { openKeys, raiseLock, type OpenedKeys } from '../sync/client/keys/replica-keys.ts';
import { putMeta, readMeta } from '../sync/client/replica/meta.ts';
import type { ReplicaStore } from '../sync/ports.ts';
import { systemRandom } from '../sync/web/system-ports.ts';

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 1;
  readonly said: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }
}

let answer: () => Promise<Response>;
let ports: MessagePort[];
let worker: Comlink.Remote<SyncWorkerApi>;
let store: ReplicaStore;
let opened: OpenedKeys;
let asked: { readonly path: string; readonly headers: Record<string, string>; readonly signal: AbortSignal }[];
let told: { locked: number; sessions: HeardSession[] };
const { privateKey } = await sodium.ready.then(() => sodium.crypto_sign_keypair());
const signing = { privateKey, session: 's1', origin: 'http://localhost' };

/** Goes on while the clock stands. */
const later = setTimeout;

/** How a page begins and ends that brings nothing. */
const begin = {
  kind: 'begin',
  epoch: 'e1',
  serverTime: '2026-11-21T09:00:00.000Z',
  reset: false,
  principal: 'pro-1',
};
const end = { kind: 'end', cursor: 'c1', mark: 0, outcomes: [], complete: true, left: 0 };

/** Lets ports and storage speak, which know no clock, and lets time go on. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !isSo(); turn += 1) {
    for (let wait = 0; wait < 3; wait += 1) await new Promise((resolve) => later(resolve, 0));
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(isSo()).toBe(true);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  [asked, told, FakeSocket.made] = [[], { locked: 0, sessions: [] }, []];
  answer = () => Promise.reject(new TypeError('no network'));
  indexedDB = new IDBFactory();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(): void {
        return undefined;
      }
      close(): void {
        return undefined;
      }
    },
  );
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('self', { location: { origin: 'http://localhost' } });
  vi.stubGlobal('fetch', (path: string, { headers, signal }: (typeof asked)[number]) => {
    asked.push({ path, headers, signal });
    return answer();
  });
  const { port1, port2 } = new MessageChannel();
  ports = [port1, port2];
  vi.stubGlobal('addEventListener', port1.addEventListener.bind(port1));
  vi.stubGlobal('removeEventListener', port1.removeEventListener.bind(port1));
  vi.stubGlobal('postMessage', port1.postMessage.bind(port1));
  port1.start();
  vi.resetModules();
  await import('./sync.worker.ts');
  worker = Comlink.wrap<SyncWorkerApi>(port2);
  store = openIndexedDbStore({ name: 'replica-1' });
  const keys = { replicaKey: new Uint8Array(32).fill(7), accountRoot: new Uint8Array(32).fill(9), email: null };
  opened = await openKeys(store, { sodium, random: systemRandom, ...keys });
  const place = { cursor: 'c0', epoch: 'e1', complete: true, generation: 1, confirmed: 0, resetting: false };
  await store.tx('strict', function* () {
    yield [putMeta('cursor', place)];
  });
});
afterEach(async () => {
  // A lock ends the engine; what it still waits for goes with the clock.
  await raiseLock(store);
  store.close();
  for (const port of ports) port.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start(change: Partial<EngineKeys> = {}): Promise<void> {
  const keys: EngineKeys = {
    replicaName: 'replica-1',
    sub: 'pro-1',
    principal: 'pro-1',
    replicaKey: new Uint8Array(32).fill(7),
    depositKeys: [...opened.ring.deposit],
    depositKeyId: opened.ring.depositId,
    lockEpoch: opened.lockEpoch,
    signing,
    ...change,
  };
  await worker.start(
    keys,
    Comlink.proxy(() => Promise.resolve(true)),
    Comlink.proxy(() => void (told.locked += 1)),
    Comlink.proxy((sessions) => void told.sessions.push(...sessions)),
  );
}

const pulls = () => asked.filter(({ path }) => path.startsWith('/api/sync/v1/pull?'));
const proof = () => readActivityHeader(pulls().at(-1)?.headers['x-orchid-activity']);

test('the engine leads by itself, asks over the network with what is told of the person, and listens for pokes', async () => {
  await worker.noteActivity(Date.now());
  await start();
  await until(() => pulls().length > 0 && FakeSocket.made.length > 0);
  expect(FakeSocket.made).toHaveLength(1);
  expect(Number(pulls()[0]?.headers['x-orchid-idle-ms'])).toBeGreaterThanOrEqual(0);
  expect(proof()).not.toBeNull();
});

test('[LK-4] a new session is signed for from then on', async () => {
  await worker.noteActivity(Date.now());
  await start({ signing: null });
  await until(() => pulls().length > 0);
  expect(proof()).toBeNull();
  await worker.setSigning(signing);
  await worker.wake();
  await until(() => proof() !== null);
});

test('a poke has it asked for at once, and what is told of sessions comes to the page', async () => {
  await start();
  await until(() => FakeSocket.made.length > 0 && pulls().length > 0);
  const at = '2026-11-21T09:00:00.000Z';
  const appointments = [{ appointment_id: 'a1', appointment_start: at, modify_datetime: at }];
  const [socket] = FakeSocket.made;
  socket?.onmessage?.({ data: JSON.stringify({ type: 'appointment', appointments }) });
  await until(() => told.sessions.length > 0);
  expect(told.sessions).toEqual(appointments);
  const before = pulls().length;
  socket?.onmessage?.({ data: '{"type":"poke"}' });
  for (let turn = 0; turn < 200 && pulls().length === before; turn += 1)
    await new Promise((resolve) => later(resolve, 0));
  expect(pulls().length).toBe(before + 1);
});

/** What a server answers that has nothing more to bring. */
function whole(): Promise<Response> {
  const page = [begin, end].map((line) => `${JSON.stringify(line)}\n`).join('');
  return Promise.resolve(new Response(page, { headers: { 'content-type': 'application/x-ndjson' } }));
}
const followed = () =>
  FakeSocket.made.flatMap(({ said }) => said).filter((one) => JSON.stringify(one).includes('follow'));

test('the server is told where all is in, and a page that it then sends by itself is taken without a question', async () => {
  answer = whole;
  await start();
  await until(() => followed().length > 0);
  const [client] = await store.read(() => readMeta('client'));
  expect(followed()).toEqual([{ type: 'follow', client: client?.clientId, cursor: 'c1' }]);
  const before = pulls().length;
  const lines = [begin, { ...end, cursor: 'c2' }].map((line) => JSON.stringify(line));
  FakeSocket.made[0]?.onmessage?.({
    data: JSON.stringify({ type: 'page', client: client?.clientId, cursor: 'c1', lines }),
  });
  await until(() => followed().length > 1);
  expect(followed()[1]).toMatchObject({ cursor: 'c2' });
  expect(pulls().length).toBe(before);
});

test('a socket that is lost has the server asked at once', async () => {
  answer = whole;
  await start();
  await until(() => followed().length > 0);
  const before = pulls().length;
  FakeSocket.made[0]?.onclose?.();
  for (let turn = 0; turn < 200 && pulls().length === before; turn += 1)
    await new Promise((resolve) => later(resolve, 0));
  expect(pulls().length).toBe(before + 1);
});

test('an open socket is put to the proof by the first answer after a dead network', async () => {
  await start();
  await until(() => pulls().length > 0);
  expect(FakeSocket.made[0]?.said).toEqual([]);
  answer = whole;
  await worker.wake();
  await until(() => followed().length > 0);
  expect(FakeSocket.made[0]?.said).toContainEqual({ type: 'ping' });
});

test('who comes back to a question that hangs on a dead line has it asked anew: the old one is ended', async () => {
  answer = () =>
    new Promise((_resolve, reject) => {
      asked.at(-1)?.signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
    });
  await start();
  await until(() => pulls().length > 0);
  await vi.advanceTimersByTimeAsync(4000);
  expect(pulls().map(({ signal }) => signal.aborted)).toEqual([false]);
  const backMs = Date.now();
  await worker.setVisible(true);
  await until(() => pulls().length > 1);
  // Silence alone ends it later.
  expect(Date.now() - backMs).toBeLessThan(3000);
  expect(pulls().map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('[LK-1] a lock that lies in the storage is told to the page by the first page that comes', async () => {
  answer = whole;
  await start();
  await until(() => pulls().length > 0);
  expect(told.locked).toBe(0);
  await raiseLock(store);
  await worker.wake();
  await until(() => told.locked > 0);
});

test('what is asked before there is an engine breaks nothing', async () => {
  await worker.wake();
  await worker.setVisible(true);
  await worker.cycleOnce();
  expect(asked).toEqual([]);
});
