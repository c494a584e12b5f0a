import { expect, test } from 'vitest';
import { clientRows, type ClientsFrom } from './client-rows.ts';

type Card = ClientsFrom['cards'][number]['body'];
const card = (id: string, body: Partial<Card> = {}) => ({
  id,
  body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1', ...body },
});
const person = (chart_id: string, body: object = {}) => ({
  body: { chart_id, first_name: 'Ada', last_name: 'Test', ...body },
});
const rows = (from: Partial<ClientsFrom>) =>
  clientRows({ cards: [], charts: [], people: [], treated: new Set(), ...from });

test('by last name, then by first name, whatever the accents', () => {
  const cards = [
    card('b', { last_name: 'Éluard' }),
    card('c', { last_name: 'Frey' }),
    card('a', { last_name: 'Eden' }),
  ];
  expect(rows({ cards }).map(({ chartId }) => chartId)).toEqual(['a', 'b', 'c']);
  const two = [card('y', { first_name: 'Zoe' }), card('x', { first_name: 'Ben' })];
  expect(rows({ cards: two }).map(({ chartId }) => chartId)).toEqual(['x', 'y']);
});

test('of one person the own record says more than the card, and both are looked at for the same person', () => {
  const [row] = rows({
    cards: [card('c1', { email: 'card@home.test' })],
    people: [person('c1', { dob: '1990-02-03', phone_number: '303' })],
  });
  expect(row?.people).toMatchObject([{ email: 'card@home.test', dob: '1990-02-03', phone_number: '303' }]);
});

test('of a couple both are there; who reads no chart is told by them that they are two', () => {
  const people = [person('c1', { first_name: 'Ana' }), person('c2'), person('c1', { first_name: 'Ben' })];
  const [couple, single] = rows({ cards: [card('c1'), card('c2', { last_name: 'Zed' })], people });
  expect([couple?.type, couple?.people.map(({ first_name }) => first_name)]).toEqual(['couple', ['Ana', 'Ben']]);
  expect([single?.type, single?.people.length]).toEqual(['individual', 1]);
});

test('[SD-1] whom a colleague looks around with is not listed; one’s own is, and says that it is made up', () => {
  const cards = [card('mine', { sample: 'shown' }), card('theirs', { sample: 'shown' })];
  expect(rows({ cards, treated: new Set(['mine']) })).toMatchObject([
    { chartId: 'mine', isSample: true, isTreated: true },
  ]);
});

test('a preferred name is listed first, and the one on paper is found too', () => {
  const [row] = rows({ cards: [card('c1', { preferred_first_name: 'Addie' })] });
  expect(row).toMatchObject({ listName: 'Test, Addie', otherName: 'Ada', status: null, mergedInto: null });
});
