import { expect, test } from 'vitest';
import { directionsLink } from './directions-link.ts';

const address = '1 Elm St & Oak, Denver, CO 80202';
const to = '1%20Elm%20St%20%26%20Oak%2C%20Denver%2C%20CO%2080202';

test.each([
  ['iPhone', `https://maps.apple.com/?daddr=${to}`],
  ['iPad', `https://maps.apple.com/?daddr=${to}`],
  ['Mac', `https://maps.apple.com/?daddr=${to}`],
  ['Android', `geo:0,0?q=${to}`],
  ['Windows', `https://www.openstreetmap.org/search?query=${to}`],
  [null, `https://www.openstreetmap.org/search?query=${to}`],
])('the way is shown by what is there on %s, and the address alone is said', (system, link) => {
  expect(directionsLink(address, system)).toBe(link);
});

test('an address with half of an emoji, as a text that was cut leaves it, leads there as well', () => {
  expect(directionsLink('1 Elm St \ud83d', 'Android')).toBe('geo:0,0?q=1%20Elm%20St%20%EF%BF%BD');
});
