// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import type { Done } from './calendar-acts.ts';
import { useUndoBar } from './undo-bar.tsx';

let screen: DrawnScreen;
let tell: (done: Done) => void;
function Page() {
  const { bar, tell: said } = useUndoBar();
  useEffect(() => void (tell = said), [said]);
  return bar;
}
beforeEach(async () => {
  screen = new DrawnScreen();
  await screen.draw(<Page />);
});
afterEach(() => {
  vi.useRealTimers();
  screen.leave();
});

const say = (done: Done) => act(() => tell(done));
const saved: MutateResult = { kind: 'saved', uid: 'u1', ids: [], requested: false };

test.each([
  ['is taken back', async () => saved, 'Taken back.'],
  ['is refused', async () => refused('It was moved meanwhile.'), 'It was moved meanwhile.'],
  ['throws', () => Promise.reject(new Error('the storage is full')), notTakenWords],
] as const)('what %s says so, and offers no second way back', async (_what, undo, words) => {
  say({ words: 'Moved.', undo });
  expect(screen.said('output')).toBe('Moved.');
  await screen.press('Undo');
  expect([screen.said('output'), screen.button('Undo')]).toEqual([words, undefined]);
});

test('what is told later takes the place of what was, with its own way back', async () => {
  const undone: string[] = [];
  const undo = (name: string) => async () => {
    undone.push(name);
    return saved;
  };
  say({ words: 'First.', undo: undo('first') });
  say({ words: 'Second.', undo: undo('second') });
  await screen.press('Undo');
  expect(undone).toEqual(['second']);
});

test('it goes by itself after its time, begun anew with what is told later; not while somebody is at it', () => {
  vi.useFakeTimers();
  say({ words: 'First.' });
  act(() => void vi.advanceTimersByTime(11_000));
  say({ words: 'Second.' });
  act(() => void vi.advanceTimersByTime(11_999));
  expect(screen.said('output')).toBe('Second.');
  act(() => void screen.button('Dismiss')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.said('output')).toBe('Second.');
  act(() => void screen.button('Dismiss')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  act(() => void vi.advanceTimersByTime(12_000));
  expect(screen.said('output')).toBeNull();
});

test('it is dismissed', async () => {
  say({ words: 'Moved.' });
  await screen.press('Dismiss');
  expect(screen.said('output')).toBeNull();
});

test('what else can be done says anew what it came to, also where it throws', async () => {
  const next = { words: '3 sessions moved.', undo: async () => saved };
  say({ words: 'Moved.', also: { label: 'This and following too', act: async () => next } });
  await screen.press('This and following too');
  expect([screen.said('output'), screen.buttons()]).toEqual(['3 sessions moved.', ['Undo', '']]);
  say({ words: 'Moved.', also: { label: 'Following too', act: () => Promise.reject(new Error('full')) } });
  await screen.press('Following too');
  expect(screen.said('output')).toBe(notTakenWords);
});
