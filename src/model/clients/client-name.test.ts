import { expect, test } from 'vitest';
import { clientName, type ClientCard } from './client-name.ts';

const card: ClientCard = {
  first_name: 'Ana and Ben',
  last_name: 'Ruiz',
  timezone: 'America/New_York',
  practice_id: 'x',
};
const ana = { first_name: 'Ana', last_name: 'Ruiz' };
const ben = { first_name: 'Benedikt', preferred_first_name: 'Ben', last_name: 'Cole' };

test.each([
  ['two last names', [ana, ben], 'Ana Ruiz and Ben Cole'],
  ['one last name', [ana, { ...ben, last_name: 'Ruiz' }], 'Ana and Ben Ruiz'],
  ['the order of the chart', [ben, ana], 'Ben Cole and Ana Ruiz'],
  ['more than two', [ana, ben, { first_name: 'Cem', last_name: 'Ruiz' }], 'Ana Ruiz, Ben Cole and Cem Ruiz'],
  [
    'no last name',
    [
      { first_name: 'Ana', last_name: '' },
      { first_name: 'Ben', last_name: '' },
    ],
    'Ana and Ben',
  ],
])('a couple is called by both: %s', (_name, people, name) => {
  expect(clientName(card, people)).toBe(name);
});

test('one person, or none that has arrived, is called as the card says', () => {
  const single = { ...card, first_name: 'Benedikt', preferred_first_name: 'Ben' };
  expect(clientName(single, [{ first_name: 'Other', last_name: 'Name' }])).toBe('Ben Ruiz');
  expect(clientName(card)).toBe('Ana and Ben Ruiz');
  expect(clientName(undefined)).toBe('Client');
});
