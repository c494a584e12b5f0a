import { expect, test } from 'vitest';
import { placeName, placeOfHome } from './client-place.ts';

test.each([
  ['a code', { home_state: 'OR' }, 'OR'],
  ['a name, however it is written', { home_state: ' oregon', country: 'US' }, 'OR'],
  ['nothing', {}, null],
  ['what is no state', { home_state: 'Cascadia' }, null],
  ['a country that is written out', { home_state: 'CA', country: 'U.S.A.' }, 'CA'],
  ['a country that is no code', { home_state: 'BC', country: 'Canada' }, null],
  ['a state of another country', { home_state: 'CA', country: 'CO' }, 'elsewhere'],
])('the place of a home address that names %s', (_what, home, place) => {
  expect(placeOfHome(home)).toBe(place);
});

test('a place has a name', () => {
  expect([placeName('OR'), placeName('elsewhere')]).toEqual(['Oregon', 'Outside the United States']);
});
