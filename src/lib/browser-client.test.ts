// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearActivity } from '../../sync/web/activity-cookie.ts';
import { createBrowserClient } from './browser-client.ts';
import type { OrchidClient } from './model.ts';

/** What the page began to listen to, by the event's name. */
let listeners: Map<string, (() => void)[]>;
let channels: Channel[];
let wakened: string[];
let persisted: () => Promise<boolean>;
let persist: () => Promise<boolean>;
let isVisible: boolean;

class Channel {
  readonly name: string;
  readonly said: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    channels.push(this);
  }

  postMessage(message: unknown): void {
    this.said.push(message);
  }

  close(): void {
    this.onmessage = null;
  }
}

beforeEach(() => {
  [listeners, channels, wakened, isVisible] = [new Map(), [], [], true];
  persisted = () => Promise.resolve(false);
  persist = () => Promise.resolve(true);
  indexedDB = new IDBFactory();
  const take = (type: string, listener: unknown): void => {
    listeners.set(type, [...(listeners.get(type) ?? []), listener as () => void]);
  };
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(take);
  vi.spyOn(document, 'addEventListener').mockImplementation(take);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    serviceWorker: {
      controller: null,
      addEventListener: take,
      ready: Promise.resolve({ sync: { register: async (tag: string) => void wakened.push(tag) } }),
    },
    storage: { persisted: () => persisted(), persist: () => persist() },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.cookie = 'orchid_device_id=; Max-Age=0; Path=/';
  clearActivity();
});

const fire = (type: string): void => {
  for (const listener of listeners.get(type) ?? []) listener();
};
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A client of which the test hears what the page says to it. */
async function create(): Promise<{ client: OrchidClient; seen: () => boolean[] }> {
  const client = createBrowserClient();
  const said: boolean[] = [];
  vi.spyOn(client as unknown as { noteVisible(visible: boolean): void }, 'noteVisible').mockImplementation(
    (visible) => {
      said.push(visible);
    },
  );
  await vi.waitFor(() => expect(client.session.get().kind).toBe('signed-out'));
  return { client, seen: () => said.splice(0) };
}

describe('the client of a tab', () => {
  it('finds out whose device this is by itself, and speaks with the other tabs over one channel', async () => {
    const { client } = await create();
    const [tabs] = channels.filter(({ name }) => name === 'orchid-tabs');
    await client.logOut('keep');
    expect(tabs?.said).toEqual(['signed-out']);
    expect(channels.filter(({ name }) => name === 'orchid-tabs')).toHaveLength(1);
  });

  it.each([
    ['pageshow', true],
    ['focus', true],
    ['online', true],
  ])('looks again at %s', async (type, visible) => {
    const { seen } = await create();
    fire(type);
    expect(seen()).toEqual([visible]);
  });

  it('looks again when the page comes to the front, and rests when it goes to the back', async () => {
    const { seen } = await create();
    isVisible = false;
    fire('visibilitychange');
    isVisible = true;
    fire('visibilitychange');
    expect(seen()).toEqual([false, true]);
  });

  it('leaves what it can no longer send to the service worker when the page goes', async () => {
    const { seen } = await create();
    wakened = [];
    fire('pagehide');
    await settle();
    expect(wakened).toHaveLength(1);
    expect(wakened[0]).toMatch(/^orchid-deposit-\d+$/);
    expect(seen()).toEqual([]);
  });

  it('answers other tabs that ask for a key: without one, by saying that it is locked', async () => {
    await create();
    const said: unknown[] = [];
    const port = { postMessage: (message: unknown) => said.push(message) };
    for (const listener of listeners.get('message') ?? [])
      (listener as (event: object) => void)({ data: { type: 'give-key' }, ports: [port] });
    expect(said).toEqual([{ kind: 'locked' }]);
  });
});

describe('[C-540] the id of this device', () => {
  const cookie = () => /orchid_device_id=([^;]*)/.exec(document.cookie)?.[1];

  it('is made once, of 16 letters, and lies both here and in a cookie', async () => {
    await create();
    const id = localStorage.getItem('orchidDeviceId');
    expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(cookie()).toBe(id);
    await create();
    expect([localStorage.getItem('orchidDeviceId'), cookie()]).toEqual([id, id]);
  });

  it('that was kept outlives a lost cookie', async () => {
    localStorage.setItem('orchidDeviceId', 'AAAAAAAAAAAAAAA_');
    await create();
    expect(cookie()).toBe('AAAAAAAAAAAAAAA_');
  });

  it.each(['short', 'A'.repeat(17), 'AAAAAAAAAAAAAAA;'])('that is none is made anew: %s', async (kept) => {
    localStorage.setItem('orchidDeviceId', kept);
    await create();
    expect(localStorage.getItem('orchidDeviceId')).not.toBe(kept);
    expect(localStorage.getItem('orchidDeviceId')).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(cookie()).toBe(localStorage.getItem('orchidDeviceId'));
  });

  it('goes with requests of this site alone, and lasts', async () => {
    const set = vi.spyOn(document, 'cookie', 'set');
    await create();
    expect(set.mock.calls[0]?.[0]).toMatch(
      /^orchid_device_id=[A-Za-z0-9_-]{16}; Max-Age=34560000; Path=\/; SameSite=Lax$/,
    );
  });
});
