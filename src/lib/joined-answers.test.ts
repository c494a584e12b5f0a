import { beforeEach, expect, test } from 'vitest';
import { JoinedAnswers } from './joined-answers.ts';
import type { LiveAnswers, Loaded } from './live-answers.ts';

/** What is known of each question. */
let known: Map<string, Loaded<string>>;
let listened: string[];
beforeEach(() => {
  known = new Map();
  listened = [];
});
const live = {
  get: (key: string) => known.get(key) ?? { loading: true },
  listen: ({ key }: { key: string }) => {
    listened.push(key);
    return () => void (listened = listened.filter((one) => one !== key));
  },
} as unknown as LiveAnswers;
const joined = (...of: readonly string[]) =>
  new JoinedAnswers<string>(
    live,
    of.map((one) => ({ of: one, question: { key: `q ${one}`, ask: () => () => undefined } })),
  );
const say = (one: string, value: string) => known.set(`q ${one}`, { loading: false, value });

test('nothing is said before all have come, then all at once, by what was asked', () => {
  const answers = joined('a', 'b', 'c');
  say('a', '1');
  say('c', '3');
  expect(answers.get()).toBeNull();
  say('b', '2');
  expect([...(answers.get() ?? [])]).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ]);
});

test('the same map is given until one answer is another', () => {
  const answers = joined('a', 'b');
  say('a', '1');
  say('b', '2');
  const first = answers.get();
  expect(answers.get()).toBe(first);
  say('b', '2b');
  expect(answers.get()?.get('b')).toBe('2b');
  expect(first?.get('b')).toBe('2');
});

test('after a lock all are waited for again, whichever was asked first', () => {
  const answers = joined('a', 'b');
  say('a', '1');
  say('b', '2');
  answers.get();
  known.clear();
  say('b', 'new');
  expect(answers.get()).toBeNull();
  say('a', 'new too');
  expect([...(answers.get() ?? []).values()]).toEqual(['new too', 'new']);
});

test('while more is asked for, what was shown stays with all that is told anew of it, and nothing new comes alone', () => {
  const before = new Map([
    ['a', '1'],
    ['b', '2'],
    ['gone', '0'],
  ]);
  const answers = joined('a', 'b', 'c', 'd');
  say('a', '1');
  expect(answers.soFar(before)).toBe(before);
  say('a', '1b');
  say('b', '2b');
  say('c', '3');
  const so = answers.soFar(before);
  expect([...so]).toEqual([
    ['a', '1b'],
    ['b', '2b'],
    ['gone', '0'],
  ]);
  expect(answers.soFar(before)).toBe(so);
  expect(before.get('a')).toBe('1');
});

test('all are listened to, and let go of together', () => {
  const stop = joined('a', 'b').listen(() => undefined);
  expect(listened).toEqual(['q a', 'q b']);
  stop();
  expect(listened).toEqual([]);
});
