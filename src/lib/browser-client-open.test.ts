// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeyBundle, passwordKeys } from '../../sync/core/account-keys.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { kdfFloor } from '../../sync/protocol/session-message.ts';
import { clearActivity, readActivity } from '../../sync/web/activity-cookie.ts';
import { noteLastActive, signRequests } from '../../sync/web/renewal.ts';
import { createBrowserClient } from './browser-client.ts';
import { unsavedTexts } from './flush.ts';

const kdf = { ...kdfFloor, salt: toBase64Url(new Uint8Array(16).fill(3)) };
const root = new Uint8Array(32).fill(6);
let ended: string[];
let heard: Map<string, () => void>;

/** The worker of the password answers; that of the engine is never reached. */
class FakeWorker extends EventTarget {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  postMessage(): void {
    if (this.#url.includes('argon2')) queueMicrotask(() => this.onmessage?.({ data: { root: root.slice() } }));
  }

  terminate(): void {
    ended.push(this.#url);
  }
}

/** What a server of ours says to a sign-in. */
async function signedIn(): Promise<object> {
  await sodium.ready;
  const { kek } = passwordKeys(sodium, root.slice());
  const { bundle } = createKeyBundle(sodium, { kek, sub: 'pro-1', now: '2026-11-21T09:00:00.000Z' });
  return {
    nextStep: 'success',
    sub: 'pro-1',
    kdf,
    bundle,
    server_key: { id: 's1', public: toBase64Url(sodium.crypto_box_keypair().publicKey) },
    device_key: toBase64Url(new Uint8Array(32).fill(8)),
  };
}

beforeEach(async () => {
  [ended, heard] = [[], new Map()];
  indexedDB = new IDBFactory();
  const answer = await signedIn();
  const take = (type: string, listener: unknown): void => void heard.set(type, listener as () => void);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(take);
  vi.spyOn(document, 'addEventListener').mockImplementation(take);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/pre_login') ? { kdf } : path.endsWith('/initiate_auth') ? answer : {}),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  clearActivity();
  noteLastActive(null);
  signRequests(null);
});

/** What the service worker was asked for. */
const asked: string[] = [];
const serviceWorker = {
  controller: null,
  addEventListener: () => undefined,
  ready: Promise.resolve({ sync: { register: async (tag: string) => void asked.push(tag) } }),
};

/** Somebody signs in on a device with this storage. */
async function signIn(storage?: object) {
  const locks = { request: (...given: unknown[]) => (given.at(-1) as () => unknown)() };
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    maxTouchPoints: 0,
    locks,
    serviceWorker,
    ...(storage ? { storage } : {}),
  });
  const client = createBrowserClient();
  await vi.waitFor(() => expect(client.session.get().kind).toBe('signed-out'));
  expect(await client.signIn({ email: 'one@test.invalid', password: 'correct horse' })).toEqual({ kind: 'ok' });
  return client;
}

const yes = vi.fn(() => Promise.resolve(true));
const no = () => Promise.resolve(false);
const refuses = () => Promise.reject(new Error('not here'));

it.each<readonly [string, object | undefined, string, number]>([
  ['granted before: nobody is asked again', { persisted: () => Promise.resolve(true), persist: yes }, 'persistent', 0],
  ['granted when asked', { persisted: no, persist: yes }, 'persistent', 1],
  ['not granted', { persisted: no, persist: no }, 'best-effort', 0],
  ['a browser that refuses to say', { persisted: refuses, persist: yes }, 'unknown', 0],
  ['a browser that breaks when asked', { persisted: no, persist: refuses }, 'unknown', 0],
  ['a browser that knows no such thing', undefined, 'unknown', 0],
])('storage that lasts: %s', async (_name, storage, said, times) => {
  yes.mockClear();
  const client = await signIn(storage);
  expect(client.status.get().storage).toBe(said);
  expect(yes).toHaveBeenCalledTimes(times);
  await client.lock();
});

it('a sign-in is activity; a lock ends the worker with its keys, and forgets when somebody was here', async () => {
  const client = await signIn();
  expect(Date.now() - (readActivity() ?? 0)).toBeLessThan(10_000);
  expect(ended).toEqual(['/worker/argon2.worker.ts']);
  asked.length = 0;
  await client.lock();
  // What was not sent before the keys went is left to the service worker.
  await vi.waitFor(() => expect(asked[0]).toMatch(/^orchid-deposit-\d+$/));
  expect(ended).toEqual(['/worker/argon2.worker.ts', '/worker/sync.worker.ts']);
  expect(readActivity()).toBeNull();
});

it('what is typed is saved before a page that nobody was at is locked', async () => {
  const client = await signIn();
  let save = (): void => undefined;
  let isFlushed = false;
  const hide = unsavedTexts.show({
    owner: 'pro-1',
    key: 'note/a1',
    path: '/',
    isByHand: false,
    flush: () => {
      isFlushed = true;
      return new Promise((resolve) => (save = resolve));
    },
    hasUnsaved: () => false,
    text: () => '',
    letGo: () => undefined,
    subscribe: () => () => undefined,
  });
  clearActivity();
  document.cookie = `orchid_last_active=${Date.now() - 3_541_000}; Path=/`;
  heard.get('focus')?.();
  await vi.waitFor(() => expect(isFlushed).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(client.session.get().kind).toBe('unlocked');
  save();
  await vi.waitFor(() => expect(client.session.get().kind).toBe('locked'));
  hide();
});
