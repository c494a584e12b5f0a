import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrchidClient } from '../lib/model.ts';
import { listenForActivity } from './activity.ts';

beforeEach(() => vi.useFakeTimers());
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
