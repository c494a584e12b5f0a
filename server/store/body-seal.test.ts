import { expect, test } from 'vitest';
import { seededRandom } from '../../sync/testing/builders.ts';
import { open, seal } from './body-seal.ts';

const key = new Uint8Array(32).fill(1);
const plain = new TextEncoder().encode('Slept better. 🌿');
const sealed = seal(key, 'note.n1', plain, seededRandom(1));

test('a sealed body opens by its key in its place, and nowhere else', () => {
  expect([...open(key, 'note.n1', sealed)]).toEqual([...plain]);
  expect(sealed).toHaveLength(12 + 16 + plain.length);
  expect(() => open(key, 'note.n2', sealed)).toThrow();
  expect(() => open(new Uint8Array(32).fill(2), 'note.n1', sealed)).toThrow();
});

test('the same body is never the same bytes twice', () => {
  const random = seededRandom(1);
  expect(seal(key, 'note.n1', plain, random).equals(seal(key, 'note.n1', plain, random))).toBe(false);
});

test.each([0, 11, 12, 27, 28, 40])('a changed byte is seen: %s', (at) => {
  const changed = Buffer.from(sealed);
  changed[at] = (changed[at] ?? 0) ^ 1;
  expect(() => open(key, 'note.n1', changed)).toThrow();
});

test('nothing at all is a body too; less than an iv and a tag is a bug', () => {
  const empty = seal(key, 'note.n1', new Uint8Array(), seededRandom(1));
  expect(open(key, 'note.n1', empty)).toHaveLength(0);
  expect(() => open(key, 'note.n1', empty.subarray(0, 27))).toThrow('an iv and a tag');
  expect(() => open(key, 'note.n1', new Uint8Array())).toThrow('an iv and a tag');
});
