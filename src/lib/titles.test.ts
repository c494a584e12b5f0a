import { expect, test } from 'vitest';
import { Titles } from './titles.ts';

function recorded() {
  const said: string[] = [];
  return { said, titles: new Titles((words) => said.push(words)) };
}

test('a route’s title comes back when what stood in its place is gone, also one that was set meanwhile', () => {
  const { said, titles } = recorded();
  titles.setRoute('Calendar');
  const unlocked = titles.cover('Locked');
  titles.setRoute('Note');
  unlocked();
  expect(said).toEqual(['Calendar · Orchid', 'Locked · Orchid', 'Locked · Orchid', 'Note · Orchid']);
});

test('a cover that goes takes no other one with it', () => {
  const { said, titles } = recorded();
  titles.setRoute('Home');
  const locked = titles.cover('Locked');
  titles.cover('Log in');
  locked();
  expect(said.at(-1)).toBe('Log in · Orchid');
});

test('of two covers the later one shows, and the other one when it goes first or last', () => {
  const { said, titles } = recorded();
  const [locked, signIn] = [titles.cover('Locked'), titles.cover(null)];
  expect(said.at(-1)).toBe('Orchid');
  locked();
  expect(said.at(-1)).toBe('Orchid');
  const again = titles.cover('Log in');
  again();
  signIn();
  expect(said.at(-1)).toBe('Orchid');
  titles.setRoute('Home');
  expect(said.at(-1)).toBe('Home · Orchid');
});
