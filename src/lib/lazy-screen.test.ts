// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { askForMissing, lazyScreen } from './lazy-screen.ts';

/** Screens that a test could not fetch: nothing of it stays missing for the next one. */
const given: (() => void)[] = [];
afterEach(async () => {
  for (const give of given.splice(0)) give();
  await askForMissing();
});

/** A screen that can be fetched or not, and how often it was. */
function screenOf(failure: () => Error | null) {
  let asked = 0;
  let isGiven = false;
  given.push(() => (isGiven = true));
  const screen = lazyScreen(async () => {
    asked += 1;
    const error = isGiven ? null : failure();
    if (error) throw error;
    return { Screen: () => null };
  }, 'Screen');
  return { fetch: () => Promise.resolve(screen.preload?.()), asked: () => asked, draw: () => screen({}) };
}

const away = (): Error => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

test('a screen that came is asked for no more', async () => {
  const screen = screenOf(() => null);
  await screen.fetch();
  await askForMissing();
  await screen.fetch();
  expect(screen.asked()).toBe(1);
});

test('one that could not be fetched is asked for again when somebody says so, until it comes, and then no more', async () => {
  let isAway = true;
  const screen = screenOf(() => (isAway ? away() : null));
  await screen.fetch();
  expect(screen.asked()).toBe(1);
  await askForMissing();
  expect(screen.asked()).toBe(2);
  isAway = false;
  await askForMissing();
  expect(screen.asked()).toBe(3);
  await askForMissing();
  expect(screen.asked()).toBe(3);
});

test('all that is missing is asked for, and is waited for', async () => {
  const screens = [screenOf(away), screenOf(away)];
  for (const screen of screens) await screen.fetch();
  await askForMissing();
  expect(screens.map((screen) => screen.asked())).toEqual([2, 2]);
});

test('a bug of ours is no missing part', async () => {
  const screen = screenOf(() => new Error('undefined is not a function'));
  await screen.fetch();
  await askForMissing();
  expect(screen.asked()).toBe(1);
});

test('the page is not loaded anew for it, whatever the router does with a missing module: it would take what is typed', async () => {
  const screen = screenOf(away);
  await screen.fetch();
  expect(screen.draw).toThrow('Not here: Failed to fetch dynamically imported module: /assets/a.js');
  expect(sessionStorage).toHaveLength(0);
});
