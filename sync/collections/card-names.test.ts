import { expect, test } from 'vitest';
import { coupleNames } from './card-names.ts';

const ann = { first_name: 'Ann', last_name: 'Lee' };

test.each([
  [[ann, { first_name: 'Bo', last_name: 'Lee' }], 'Ann and Bo', 'Lee'],
  [[ann, { first_name: 'Robert', preferred_first_name: 'Bo', last_name: 'Ray' }], 'Ann and Bo', 'Lee and Ray'],
  [[ann, { first_name: 'Bo', last_name: '' }], 'Ann and Bo', 'Lee'],
  [[ann], 'Ann', 'Lee'],
  [[], '', ''],
])('a couple is called by both names, and by both last ones where they differ: %j', (people, first_name, last_name) => {
  expect(coupleNames(people)).toEqual({ first_name, last_name });
});
