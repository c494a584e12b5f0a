import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerServiceWorker, requestDeposit } from './service-worker.ts';

class Target extends EventTarget {
  state = 'installing';
  readonly said: unknown[] = [];

  postMessage(message: unknown): void {
    this.said.push(message);
  }

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  active: Target | null = null;
  installing: Target | null = null;
  waiting: Target | null = null;
  sync: { readonly register: (tag: string) => Promise<void> } | undefined;

  find(found: Target): void {
    this.installing = found;
    this.dispatchEvent(new Event('updatefound'));
  }
}

class Container extends EventTarget {
  controller: Target | null = null;
  ready: Promise<Registration> = new Promise(() => undefined);
  readonly registered: unknown[][] = [];
  answer: () => Promise<Registration> = () => Promise.reject(new Error('nothing to answer'));

  register(...given: unknown[]): Promise<Registration> {
    this.registered.push(given);
    return this.answer();
  }
}

let container: Container;
let registration: Registration;
let page: EventTarget;
let heard: Map<string, number>;
let offers: (() => void)[];
let tookOver: number;
const updates = {
  announce: (take: () => void) => void offers.push(take),
  tookOver: async () => void (tookOver += 1),
};
const register = () => registerServiceWorker(updates);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('DEV', false);
  [container, registration, page, heard] = [new Container(), new Registration(), new EventTarget(), new Map()];
  [offers, tookOver] = [[], 0];
  container.answer = () => Promise.resolve(registration);
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    heard.set(type, (heard.get(type) ?? 0) + 1);
    page.addEventListener(type, listener);
  });
  vi.stubGlobal('removeEventListener', (type: string, listener: EventListener) => {
    heard.set(type, (heard.get(type) ?? 0) - 1);
    page.removeEventListener(type, listener);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const broken = () => Promise.reject(new TypeError('no network'));

describe('registering the service worker', () => {
  it('asks for the newest by the address that the policy knows, and takes a page in that was loaded past it', async () => {
    registration.active = new Target();
    await register();
    expect(container.registered).toEqual([['/sw.js', { updateViaCache: 'none' }]]);
    expect(registration.active.said).toEqual([{ type: 'claim' }]);
  });

  it('a page that it answers for already is not taken in again', async () => {
    registration.active = new Target();
    container.controller = registration.active;
    await register();
    expect(registration.active.said).toEqual([]);
  });

  it('does nothing while developing, nor in a browser without', async () => {
    vi.stubEnv('DEV', true);
    await register();
    vi.stubEnv('DEV', false);
    vi.stubGlobal('navigator', {});
    await register();
    expect(container.registered).toEqual([]);
  });

  it('what a browser forbids is said, and not tried again', async () => {
    container.answer = () => Promise.reject(new DOMException('', 'SecurityError'));
    await expect(register()).rejects.toMatchObject({ name: 'SecurityError' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(container.registered).toHaveLength(1);
  });
});

describe('a network that breaks it', () => {
  it('has it begun anew: after five seconds, then after twice as long each time, up to five minutes', async () => {
    container.answer = broken;
    await register();
    for (const [turn, waitMs] of [5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000].entries()) {
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(container.registered).toHaveLength(turn + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(container.registered).toHaveLength(turn + 2);
    }
    expect(heard.get('online')).toBe(1);
  });

  it('that is back is not waited out, and is listened for no longer once it is', async () => {
    container.answer = broken;
    await register();
    container.answer = () => Promise.resolve(registration);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(container.registered).toHaveLength(2);
    expect([heard.get('online'), vi.getTimerCount()]).toEqual([0, 0]);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(container.registered).toHaveLength(2);
  });

  it('while the first one is installed has it begun anew as well; a later one is the browser’s', async () => {
    const first = new Target();
    registration.installing = first;
    await register();
    first.become('installed');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(container.registered).toHaveLength(1);
    first.become('redundant');
    await vi.advanceTimersByTimeAsync(5000);
    expect(container.registered).toHaveLength(2);
    registration.active = new Target();
    first.become('redundant');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(container.registered).toHaveLength(2);
  });
});

describe('a new version', () => {
  it('that waits already is offered, and takes over only when it is told to', async () => {
    container.controller = new Target();
    registration.waiting = new Target();
    await register();
    expect(registration.waiting.said).toEqual([]);
    expect(offers).toHaveLength(1);
    offers[0]?.();
    expect(registration.waiting.said).toEqual([{ type: 'SKIP_WAITING' }]);
  });

  it('that is found is offered once it is stored, and it is that one that is told', async () => {
    container.controller = new Target();
    await register();
    const found = new Target();
    registration.find(found);
    expect(offers).toEqual([]);
    registration.installing = new Target();
    found.become('installed');
    found.become('activated');
    expect(offers).toHaveLength(1);
    offers[0]?.();
    expect(found.said).toEqual([{ type: 'SKIP_WAITING' }]);
  });

  it('the first one is no new version', async () => {
    registration.waiting = new Target();
    await register();
    const found = new Target();
    registration.find(found);
    found.become('installed');
    expect(offers).toEqual([]);
  });

  it('that another tab took in use is heard of; the first one that takes a page over is not', async () => {
    await register();
    container.dispatchEvent(new Event('controllerchange'));
    expect(tookOver).toBe(0);
    container.dispatchEvent(new Event('controllerchange'));
    expect(tookOver).toBe(1);
  });

  it('is heard of by a page that had one from the start', async () => {
    container.controller = new Target();
    await register();
    container.dispatchEvent(new Event('controllerchange'));
    expect(tookOver).toBe(1);
  });

  it('is heard of once, however often the network broke the registering', async () => {
    container.controller = new Target();
    container.answer = broken;
    await register();
    await vi.advanceTimersByTimeAsync(60_000);
    container.dispatchEvent(new Event('controllerchange'));
    expect(tookOver).toBe(1);
  });
});

describe('asking for a delivery', () => {
  const settled = () => vi.advanceTimersByTimeAsync(0);

  it('a tag of its own every five seconds: one whose event failed holds up no other', async () => {
    const tags: string[] = [];
    registration.sync = { register: async (tag) => void tags.push(tag) };
    container.ready = Promise.resolve(registration);
    vi.setSystemTime(0);
    for (const atMs of [0, 4999, 5000, 63 * 5000, 64 * 5000]) {
      vi.setSystemTime(atMs);
      requestDeposit();
      await settled();
    }
    expect(tags).toEqual([0, 0, 1, 63, 0].map((turn) => `orchid-deposit-${turn}`));
  });

  it('what a browser cannot do, or refuses, breaks nothing', async () => {
    container.ready = Promise.resolve(registration);
    requestDeposit();
    await settled();
    registration.sync = { register: () => Promise.reject(new DOMException('', 'NotAllowedError')) };
    requestDeposit();
    await settled();
    vi.stubGlobal('navigator', {});
    expect(() => requestDeposit()).not.toThrow();
  });
});
