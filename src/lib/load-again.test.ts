// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { loadAgain } from './load-again.ts';

const away = (address: string): Error => new TypeError(`Failed to fetch dynamically imported module: ${address}`);
const own = () => `${location.origin}/assets/a.js`;

let asked: string[];
let isThere: boolean;
beforeEach(() => {
  location.href = 'https://orchid.test/';
  [asked, isThere] = [[], false];
});

/** A part of a browser that remembers what it could not fetch. */
const remembering = (error: () => Error) =>
  loadAgain(
    async (): Promise<string> => Promise.reject(error()),
    (found) => `${found}!`,
    async (address) => {
      asked.push(address);
      if (!isThere) throw away(address);
      return 'here';
    },
  );

test('the first failure is said as it is; each later try asks by an address of its own', async () => {
  const load = remembering(() => away(own()));
  await expect(load()).rejects.toThrow('a.js');
  expect(asked).toEqual([]);
  await expect(load()).rejects.toThrow(/a\.js$/);
  isThere = true;
  expect(await load()).toBe('here!');
  expect(asked).toEqual([`${own()}?again=2`, `${own()}?again=3`]);
});

test('a browser that does not remember is asked as at first', async () => {
  let tries = 0;
  const load = loadAgain(
    async () => {
      tries += 1;
      if (tries < 2) throw away(own());
      return 'here';
    },
    (found) => `${found}!`,
    async () => 'elsewhere',
  );
  await expect(load()).rejects.toThrow();
  expect(await load()).toBe('here!');
});

test.each([
  ['names no address', () => new TypeError('Importing a module script failed.')],
  ['names somebody else’s', () => away('https://elsewhere.test/a.js')],
  ['is a bug of ours', () => new Error(`undefined is not a function at ${own()}`)],
])('nothing else is asked for where the failure %s', async (_what, error) => {
  isThere = true;
  const load = remembering(error);
  for (const _try of [1, 2]) await expect(load()).rejects.toThrow(error().message);
  expect(asked).toEqual([]);
});
