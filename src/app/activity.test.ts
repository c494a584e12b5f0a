import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrchidClient } from '../lib/model.ts';
import { listenForActivity } from './activity.ts';

let tab: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([['[C-385]', 'click'] as const, ['[C-386]', 'keydown'] as const])(
  '%s a %s says that the person is there, every few seconds at most, until it is listened no more',
  (_id, kind) => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    let noted = 0;
    const client: Pick<OrchidClient, 'noteActivity'> = { noteActivity: () => (noted += 1) };
    const stop = listenForActivity(client);
    vi.advanceTimersByTime(1);
    page.dispatchEvent(new Event(kind));
    page.dispatchEvent(new Event(kind));
    expect(noted).toBe(1);
    vi.advanceTimersByTime(5_000);
    page.dispatchEvent(new Event(kind));
    expect(noted).toBe(2);
    stop();
    vi.advanceTimersByTime(60_000);
    page.dispatchEvent(new Event(kind));
    expect(noted).toBe(2);
  },
);

test('[C-388] what an extension says it saw is told with its time; another origin, or anything else, is not heard', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://orchid.example' });
  const noted: unknown[] = [];
  const stop = listenForActivity({ noteActivity: (at) => void noted.push(at) });
  const post = (origin: string, data: unknown): void =>
    void tab.dispatchEvent(Object.assign(new Event('message'), { origin, data }));
  post('https://orchid.example', { type: 'orchid_last_active', at: 1234 });
  post('https://elsewhere.example', { type: 'orchid_last_active', at: 5678 });
  for (const data of [null, 'x', { type: 'other', at: 1 }, { type: 'orchid_last_active', at: Number.NaN }])
    post('https://orchid.example', data);
  expect(noted).toEqual([1234]);
  stop();
  post('https://orchid.example', { type: 'orchid_last_active', at: 9999 });
  expect(noted).toEqual([1234]);
});
