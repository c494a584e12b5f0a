import { describe, expect, test } from 'vitest';
import type { HeardSession, SessionState } from './api.ts';
import { heardAfter, HeardSessions, mostHeard } from './heard-sessions.ts';
import { Value } from './observable.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString();
const told = (appointment_id: string, second: number, start = at(0)): HeardSession => ({
  appointment_id,
  appointment_start: start,
  modify_datetime: at(second),
});

describe('what the socket has told of sessions', () => {
  test('[C-434] a newer change takes the place of an older one; an older one, or the same again, is ignored', () => {
    const first = heardAfter([], [told('a', 5)]);
    expect(first).toEqual([told('a', 5)]);
    expect(heardAfter(first, [told('a', 4, at(9))])).toEqual(first);
    expect(heardAfter(first, [told('a', 5, at(9))])).toEqual(first);
    expect(heardAfter(first, [told('a', 6, at(9))])).toEqual([told('a', 6, at(9))]);
    expect(heardAfter([], [told('a', 6), told('a', 5)])).toEqual([told('a', 6)]);
  });

  test('[C-435] of 257 sessions the 256 that were changed last are kept, in whatever order they came', () => {
    expect(mostHeard).toBe(256);
    const all = Array.from({ length: 257 }, (_, index) => told(`s${index}`, index));
    const oneByOne = all.toReversed().reduce<readonly HeardSession[]>((heard, one) => heardAfter(heard, [one]), []);
    for (const heard of [heardAfter([], all), oneByOne])
      expect(heard.map(({ appointment_id }) => appointment_id)).toEqual(
        Array.from({ length: 256 }, (_, index) => `s${256 - index}`),
      );
  });

  test.each<SessionState>([{ kind: 'locked', sub: 'pro-1', waiting: 0 }, { kind: 'signed-out' }])(
    '[C-396] nothing of it is left when the session is $kind, and what comes late is not taken',
    (closed) => {
      const open: SessionState = { kind: 'unlocked', sub: 'pro-1', needsSignIn: false };
      const session = new Value<SessionState>(open);
      const heard = new HeardSessions(session);
      const seen: number[] = [];
      heard.subscribe(() => seen.push(heard.get().length));
      heard.hear([told('a', 1), told('b', 2)]);
      // The same person went on with a new session.
      session.set({ ...open, needsSignIn: true });
      expect(heard.get()).toHaveLength(2);
      session.set(closed);
      expect(heard.get()).toEqual([]);
      heard.hear([told('c', 3)]);
      expect(heard.get()).toEqual([]);
      session.set(open);
      expect([heard.get(), seen]).toEqual([[], [2, 0]]);
    },
  );
});
