import { describe, expect, it, vi } from 'vitest';
import { Value } from '../../../sync/client/observable.ts';
import type { AttentionItem, PendingChange, SyncStatus } from '../../../sync/client/api.ts';
import { answerOf } from './answer-of.ts';

/** A device at which a change waits, until something becomes of it. */
function deviceWith({ online }: { readonly online: boolean }) {
  const listeners = new Set<() => void>();
  let pending = [{ uid: 'u1' }] as unknown as readonly PendingChange[];
  let attention: readonly AttentionItem[] = [];
  return {
    client: {
      status: new Value({ online } as unknown as SyncStatus),
      watchWork: (onChange: () => void) => {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
      pending: async () => pending,
      attention: async () => attention,
    },
    listeners,
    settle: (refused: readonly AttentionItem[] = []) => {
      pending = [];
      attention = refused;
      for (const tell of listeners) tell();
    },
  };
}

describe('the server’s answer to a change', () => {
  it('is waited for, and taken as it comes', async () => {
    const device = deviceWith({ online: true });
    const answer = answerOf(device.client, 'u1', 3000);
    await Promise.resolve();
    device.settle();
    expect(await answer).toEqual({ kind: 'taken' });
    expect(device.listeners.size).toBe(0);
  });

  it('may be a refusal, with its words', async () => {
    const device = deviceWith({ online: true });
    const answer = answerOf(device.client, 'u1', 3000);
    device.settle([{ uid: 'u1', message: 'This exists already.' } as unknown as AttentionItem]);
    expect(await answer).toEqual({ kind: 'refused', message: 'This exists already.' });
  });

  it('is waited for no longer than that; without a network not at all', async () => {
    vi.useFakeTimers();
    try {
      const device = deviceWith({ online: true });
      const answer = answerOf(device.client, 'u1', 3000);
      await vi.advanceTimersByTimeAsync(2999);
      expect(device.listeners.size).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await answer).toEqual({ kind: 'waiting' });
      expect(device.listeners.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(await answerOf(deviceWith({ online: false }).client, 'u1', 3000)).toEqual({ kind: 'waiting' });
  });
});
