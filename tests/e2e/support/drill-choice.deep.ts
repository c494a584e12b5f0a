import { expect, test } from 'vitest';
import { chosenOf } from './drill-choice.ts';

const cuts = ['killed', 'offline', 'swallowed'].map((name) => ({ name }));
const namesOf = (asked: string, commit: string): readonly string[] =>
  chosenOf(cuts, asked, commit).map(({ name }) => name);

test('a commit chooses one, always the same', () => {
  for (const commit of ['54533f4a', '00000000', 'ffffffff', '']) {
    expect(namesOf('', commit)).toHaveLength(1);
    expect(namesOf('', commit)).toEqual(namesOf('', commit));
  }
});

test('commits choose every one', () => {
  const chosen = Array.from({ length: 60 }, (_, index) =>
    namesOf('', (index * 2_654_435).toString(16).padStart(8, '0')).join(),
  );
  expect(new Set(chosen).size).toBe(3);
});

test('DRILL asks for all, or for some by name', () => {
  expect(namesOf('all', '54533f4a')).toEqual(['killed', 'offline', 'swallowed']);
  expect(namesOf('off', '54533f4a')).toEqual(['offline']);
  expect(namesOf('nothing like it', '54533f4a')).toEqual([]);
});
