import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptIds } from './kept-ids.ts';

const stored = new Map<string, string>();
let isFull: boolean;
beforeEach(() => {
  stored.clear();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('full');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});
afterEach(() => vi.unstubAllGlobals());

test('each account has its own, the same array until it changes, and only as many as there is room for', () => {
  const ids = keptIds('test', 2);
  ids.write('ada', ['c1', 'c2', 'c3']);
  ids.write('ben', ['c9']);
  expect([ids.read('ada'), ids.read('ben'), ids.read('cem')]).toEqual([['c1', 'c2'], ['c9'], []]);
  expect(ids.read('ada')).toBe(ids.read('ada'));
  ids.write('ben', []);
  ids.forget();
  expect([ids.read('ada'), stored.size]).toEqual([[], 0]);
});

test('where storage is full they last as long as the page, over what was stored before', () => {
  const ids = keptIds('test', 2);
  ids.write('ada', ['c1']);
  isFull = true;
  ids.write('ada', ['c2']);
  expect([ids.read('ada'), keptIds('test', 2).read('ada')]).toEqual([['c2'], ['c1']]);
});

test('where there is room again what is kept is stored, and what was kept for the page alone counts no more', () => {
  const ids = keptIds('test', 2);
  isFull = true;
  ids.write('ada', ['c1']);
  isFull = false;
  ids.write('ada', ['c2', 'c1']);
  expect([ids.read('ada'), keptIds('test', 2).read('ada')]).toEqual([
    ['c2', 'c1'],
    ['c2', 'c1'],
  ]);
  isFull = true;
  ids.write('ada', ['c3']);
  ids.forget();
  expect(ids.read('ada')).toEqual([]);
});

test.each(['', '{', '7', '{"ada":7}', '{"ada":[7,null]}'])('what cannot be read is nothing: %s', (text) => {
  stored.set('test', text);
  expect(keptIds('test', 2).read('ada')).toEqual([]);
});

test('whoever watches is told of a change, and no more once they have left', () => {
  const ids = keptIds('test', 2);
  let told = 0;
  const leave = ids.watch(() => {
    told += 1;
  });
  ids.write('ada', ['c1']);
  leave();
  ids.write('ada', ['c2']);
  expect(told).toBe(1);
});
