import { expect, test } from 'vitest';
import { chosenOf } from './drill-choice.ts';

const cuts = ['killed', 'offline', 'swallowed'].map((name) => ({ name }));
const namesOf = (turn: number, asked: string, commit: string): readonly string[] =>
  chosenOf(cuts, turn, asked, commit).map(({ name }) => name);

test('a commit chooses one, always the same', () => {
  for (const commit of ['54533f4a', '00000000', 'ffffffff', '']) {
    expect(namesOf(0, '', commit)).toHaveLength(1);
    expect(namesOf(0, '', commit)).toEqual(namesOf(0, '', commit));
  }
});

test('commits choose every pair', () => {
  const pairs = Array.from({ length: 200 }, (_, index) => {
    const commit = (index * 2_654_435).toString(16).padStart(8, '0');
    return [...namesOf(0, '', commit), ...namesOf(1, '', commit)].join(' ');
  });
  expect(new Set(pairs).size).toBe(9);
});

test('DRILL asks for all, or for some by name', () => {
  expect(namesOf(0, 'all', '54533f4a')).toEqual(['killed', 'offline', 'swallowed']);
  expect(namesOf(0, 'off', '54533f4a')).toEqual(['offline']);
  expect(namesOf(0, 'nothing like it', '54533f4a')).toEqual([]);
});
