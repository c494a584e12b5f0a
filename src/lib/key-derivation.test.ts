import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kdfFloor } from '../../sync/protocol/session-message.ts';
import { deriveRoot, loadSodium } from './key-derivation.ts';
import { isLoadFailure } from './load-failure.ts';

/** A worker of which the test says what it answers. */
class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  readonly asked: unknown[] = [];
  ended = 0;

  readonly url: string;
  readonly options: object;

  constructor(url: string, options: object) {
    this.url = url;
    this.options = options;
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.ended += 1;
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

const kdf = { ...kdfFloor, salt: 'AAAAAAAAAAAAAAAAAAAAAA' };

function derive() {
  const root = deriveRoot('correct horse', kdf);
  const worker = FakeWorker.made.at(-1);
  if (!worker) throw new Error('no worker');
  return { root, worker };
}

test('the root comes from a worker of its own, which is gone with what it held as soon as it has said it', async () => {
  const { root, worker } = derive();
  expect([worker.url, worker.options]).toEqual(['/worker/argon2.worker.ts', { type: 'module' }]);
  expect(worker.asked).toEqual([{ password: 'correct horse', kdf }]);
  expect(worker.ended).toBe(0);
  worker.onmessage?.({ data: { root: new Uint8Array([1, 2]) } });
  expect(await root).toEqual(new Uint8Array([1, 2]));
  expect(worker.ended).toBe(1);
});

test.each<readonly [string, boolean, (worker: FakeWorker) => void]>([
  ['derives nothing', false, (worker) => worker.onmessage?.({ data: { root: null } })],
  ['fails', false, (worker) => worker.onerror?.({ type: 'error', message: 'ReferenceError: x is not defined' })],
  ['cannot be fetched', true, (worker) => worker.onerror?.({ type: 'error' })],
])('a worker that %s says so, and is gone as well', async (_name, isOfNetwork, answer) => {
  const { root, worker } = derive();
  answer(worker);
  const error: unknown = await root.catch((thrown: unknown) => thrown);
  expect([error instanceof Error, isLoadFailure(error)]).toEqual([true, isOfNetwork]);
  expect(worker.ended).toBe(1);
});

test('two at once do not get each other’s', async () => {
  const one = derive();
  const other = derive();
  other.worker.onmessage?.({ data: { root: new Uint8Array([2]) } });
  one.worker.onmessage?.({ data: { root: new Uint8Array([1]) } });
  expect([await one.root, await other.root]).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
});

test('the library is handed out ready to calculate', async () => {
  const sodium = await loadSodium();
  expect(sodium.crypto_generichash(32, 'a', null)).toHaveLength(32);
});
