import { expect, test } from 'vitest';
import { searchClients, searchIndex, type Findable } from './client-search.ts';

const clients: readonly (Findable & { readonly id: string })[] = [
  { id: 'elif', names: ['Elif Yılmaz', 'Ellie'], phones: ['(303) 555-0133'], emails: ['Elif@Home.test'] },
  {
    id: 'couple',
    names: ['Katarzyna Wójcik', 'Tor Berg-Hansen'],
    phones: ['+1 212 555 0142', '+49 30 1234567'],
    emails: ['kat@home.test', 'tor@work.test'],
  },
  { id: 'bare', names: ['Ben Okafor'], phones: [], emails: [] },
];
const index = searchIndex(clients, (client) => client);
const found = (query: string) => searchClients(index, query).map(({ id }) => id);

test.each([
  ['', ['elif', 'couple', 'bare']],
  ['   ', ['elif', 'couple', 'bare']],
  ['yil', ['elif']],
  ['ellie yil', ['elif']],
  ['woj kat', ['couple']],
  ['hans', ['couple']],
  ['kaf', []],
  ['ben x', []],
  ['3035550133', ['elif']],
  ['(303) 555', ['elif']],
  ['303.555.0133', ['elif']],
  ['+1 303 555 0133', ['elif']],
  ['1-212-555-0142', ['couple']],
  ['+49 30 123', ['couple']],
  ['0133', ['elif']],
  ['30', []],
  ['303', ['elif']],
  ['()', []],
  ['elif@', ['elif']],
  ['HOME.test', ['elif', 'couple']],
  ['work.te', ['couple']],
  ['.', []],
])('"%s" finds %j', (query, ids) => {
  expect(found(query)).toEqual(ids);
});

test('no query gives the list itself: nothing is drawn anew', () => {
  expect(searchClients(index, '')).toBe(clients);
});
