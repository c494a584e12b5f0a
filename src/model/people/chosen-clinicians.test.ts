import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseClinicians, forgetChosen, readChosen, watchChosen } from './chosen-clinicians.ts';

const kept = new Map<string, string>();
let isFull: boolean;
let events: EventTarget;
beforeEach(() => {
  kept.clear();
  isFull = false;
  events = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('full');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});
afterEach(() => {
  forgetChosen();
  vi.unstubAllGlobals();
});

test('a choice is of one account, the same array until it changes, and gone after a log-out', () => {
  chooseClinicians('desk', ['p2', 'p1']);
  expect(readChosen('desk')).toEqual(['p1', 'p2']);
  expect(readChosen('desk')).toBe(readChosen('desk'));
  expect(readChosen('other')).toEqual([]);
  forgetChosen();
  expect(readChosen('desk')).toEqual([]);
  expect(kept.size).toBe(0);
});

test('everybody is what is shown where nothing is kept', () => {
  chooseClinicians('desk', ['p1']);
  chooseClinicians('desk', []);
  expect([readChosen('desk'), kept.size]).toEqual([[], 0]);
});

test('a choice that cannot be stored lasts as long as the page', () => {
  isFull = true;
  chooseClinicians('desk', ['p1']);
  expect([readChosen('desk'), kept.size]).toEqual([['p1'], 0]);
});

test('who watches is told of a choice in this tab and in another one, until they stop', () => {
  const told = vi.fn<() => void>();
  const stop = watchChosen(told);
  chooseClinicians('desk', ['p1']);
  expect(told).toHaveBeenCalledTimes(1);
  kept.set('orchid.calendar-of', '{"sub":"desk","ids":["p2"]}');
  events.dispatchEvent(new Event('storage'));
  expect([told.mock.calls.length, readChosen('desk')]).toEqual([2, ['p2']]);
  stop();
  chooseClinicians('desk', []);
  events.dispatchEvent(new Event('storage'));
  expect(told).toHaveBeenCalledTimes(2);
});

test.each(['', '{', '[]', '"x"', 'null', '{"sub":"desk"}', '{"sub":"desk","ids":"p1"}', '{"sub":7,"ids":["p1"]}'])(
  'what is no choice chooses nobody: %s',
  (text) => {
    kept.set('orchid.calendar-of', text);
    expect(readChosen('desk')).toEqual([]);
  },
);

test('where storage is full a choice lasts as long as the page, over what was stored before', () => {
  chooseClinicians('desk', ['p1']);
  isFull = true;
  chooseClinicians('desk', ['p2']);
  expect(readChosen('desk')).toEqual(['p2']);
});
