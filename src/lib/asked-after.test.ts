import { beforeEach, expect, test, vi } from 'vitest';
import { AskedAfter, longestWaitMs } from './asked-after.ts';

/** Frames are drawn when the test says so. */
let frames: Map<number, () => void>;
let asked: string[];

beforeEach(() => {
  frames = new Map();
  asked = [];
  let last = 0;
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set((last += 1), frame);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function paint(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame();
  vi.advanceTimersByTime(0);
}
const ask = (question: string) => (): void => void asked.push(question);

test('where nothing goes first, nothing waits', () => {
  new AskedAfter<string>().wait('beside', ask('beside'));
  expect(asked).toEqual(['beside']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what stands beside waits for all that go first, and until they are on screen; then each is asked once, in their order', () => {
  const turns = new AskedAfter<string>();
  turns.goFirst('day', ask('day'));
  turns.goFirst('names', ask('names'));
  turns.wait('month', ask('month'));
  turns.wait('owed', ask('owed'));
  expect([turns.isWaiting('month'), turns.isWaiting('day')]).toEqual([true, false]);
  turns.settle('day');
  paint();
  expect(asked).toEqual(['day', 'names']);
  turns.settle('names');
  // Answered, and not drawn yet.
  expect(asked).toEqual(['day', 'names']);
  turns.wait('late', ask('late'));
  paint();
  expect(asked).toEqual(['day', 'names', 'month', 'owed', 'late']);
  expect(turns.isWaiting('month')).toBe(false);
  vi.advanceTimersByTime(longestWaitMs);
  expect(asked).toHaveLength(5);
  turns.wait('after', ask('after'));
  expect(asked.at(-1)).toBe('after');
});

test('what the screen asks for next, an answer in hand, still goes before', () => {
  const turns = new AskedAfter<string>();
  turns.goFirst('day', ask('day'));
  turns.wait('month', ask('month'));
  turns.settle('day');
  turns.goFirst('names', ask('names'));
  paint();
  expect(asked).toEqual(['day', 'names']);
  // Told anew: that says nothing of the names.
  turns.settle('day');
  paint();
  expect(asked).toEqual(['day', 'names']);
  turns.settle('names');
  paint();
  expect(asked).toEqual(['day', 'names', 'month']);
});

test('one that waits and is what a screen is for now goes first; one for which nobody asks any more is not asked', () => {
  const turns = new AskedAfter<string>();
  turns.goFirst('day', ask('day'));
  turns.wait('month', ask('month'));
  turns.wait('left', ask('left'));
  turns.goFirst('month', ask('month'));
  turns.settle('left');
  expect(asked).toEqual(['day', 'month']);
  turns.wait('owed', ask('owed'));
  turns.settle('day');
  paint();
  expect(asked).toEqual(['day', 'month']);
  turns.settle('month');
  paint();
  expect(asked).toEqual(['day', 'month', 'owed']);
});

test('nothing waits longer than two seconds, on a page that is not drawn either', () => {
  const turns = new AskedAfter<string>();
  turns.goFirst('day', ask('day'));
  turns.wait('month', ask('month'));
  vi.advanceTimersByTime(longestWaitMs - 1);
  turns.wait('owed', ask('owed'));
  expect(asked).toEqual(['day']);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual(['day', 'month', 'owed']);
  vi.advanceTimersByTime(longestWaitMs);
  expect(asked).toHaveLength(3);
});

test('what was waited for two seconds is not waited for again; whoever waits after nobody did has its own two', () => {
  const turns = new AskedAfter<string>();
  turns.goFirst('never', ask('never'));
  turns.wait('sessions', ask('sessions'));
  vi.advanceTimersByTime(longestWaitMs);
  // The next step of the same part: nothing that goes first is new.
  turns.wait('names', ask('names'));
  expect(asked).toEqual(['never', 'sessions', 'names']);
  turns.goFirst('day', ask('day'));
  turns.wait('left', ask('left'));
  vi.advanceTimersByTime(longestWaitMs - 1);
  turns.settle('left');
  expect(vi.getTimerCount()).toBe(0);
  turns.wait('again', ask('again'));
  vi.advanceTimersByTime(longestWaitMs - 1);
  expect(asked).not.toContain('again');
  vi.advanceTimersByTime(1);
  expect(asked.at(-1)).toBe('again');
});

test('one that was asked beside, and is what the screen is for before it is answered, goes first from then on', () => {
  const turns = new AskedAfter<string>();
  turns.wait('tomorrow', ask('tomorrow'));
  turns.takeOver('tomorrow');
  turns.wait('month', ask('month'));
  expect(asked).toEqual(['tomorrow']);
  turns.settle('tomorrow');
  paint();
  expect(asked).toEqual(['tomorrow', 'month']);
});
