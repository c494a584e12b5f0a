import { expect, test } from 'vitest';
import { matchesName } from './match-name.ts';

test.each([
  ['Elif Yılmaz', 'eli', true],
  ['Katarzyna Wójcik', 'woj kat', true],
  ['Harriet Featherstonehaugh-Wellington', 'well', true],
  ['Ben Okafor', 'kaf', false],
  ['Ben Okafor', 'ben x', false],
  ['Ben Okafor', '  ', true],
])('%s is found by "%s": %s', (name, query, found) => {
  expect(matchesName(name, query)).toBe(found);
});
