import { expect, test } from 'vitest';
import { findDuplicates, type ChartLook, type PersonLook } from './duplicates.ts';

const ana: PersonLook = { first_name: 'Ana', last_name: 'Ruíz', dob: '1990-05-06', phone_number: '(303) 555-0133' };
const chart = (chartId: string, ...people: readonly PersonLook[]): ChartLook => ({ chartId, people });
const twinsOf = (...charts: readonly ChartLook[]) => Object.fromEntries(findDuplicates(charts));

test.each<[string, PersonLook, boolean]>([
  ['the same name and birth date', { first_name: 'ana', last_name: 'RUIZ', dob: '1990-05-06' }, true],
  ['the same name and phone', { first_name: 'Ana', last_name: 'Ruiz', phone_number: '+1 303-555-0133' }, true],
  [
    'a preferred name',
    { first_name: 'Anastasia', preferred_first_name: 'Ana', last_name: 'Ruiz', dob: '1990-05-06' },
    true,
  ],
  ['a name alone', { first_name: 'Ana', last_name: 'Ruiz' }, false],
  ['another birth date', { first_name: 'Ana', last_name: 'Ruiz', dob: '1990-05-07' }, false],
  ['another first name', { first_name: 'Anna', last_name: 'Ruiz', dob: '1990-05-06' }, false],
  ['another last name', { first_name: 'Ana', last_name: 'Ruizo', dob: '1990-05-06' }, false],
])('%s', (_name, other, isSame) => {
  expect(twinsOf(chart('a', ana), chart('b', other))).toEqual(isSame ? { a: ['b'], b: ['a'] } : {});
});

test('an email tells a person, a part of a phone number and nothing at all do not', () => {
  const bare = { first_name: 'Bo', last_name: 'Li' };
  expect(
    twinsOf(chart('a', { ...bare, email: 'Bo@home.test' }), chart('b', { ...bare, email: ' bo@Home.test' })),
  ).toEqual({
    a: ['b'],
    b: ['a'],
  });
  expect(twinsOf(chart('a', { ...bare, phone_number: '0133' }), chart('b', { ...bare, phone_number: '0133' }))).toEqual(
    {},
  );
  expect(
    twinsOf(
      chart('a', { ...bare, last_name: '', dob: '2000-01-01' }),
      chart('b', { ...bare, last_name: '', dob: '2000-01-01' }),
    ),
  ).toEqual({});
});

test('each of five is likely each of the others, in the order of the list', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const found = twinsOf(...ids.map((id) => chart(id, ana)));
  expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, ids.filter((other) => other !== id)])));
});

test('of a couple both are named alike, in either order, and something of one is the same', () => {
  const ben = { first_name: 'Ben', last_name: 'Cole' };
  expect(twinsOf(chart('a', ana, ben), chart('b', ben, ana))).toEqual({ a: ['b'], b: ['a'] });
  const { dob: _dob, phone_number: _phone, ...name } = ana;
  expect(twinsOf(chart('a', name, ben), chart('b', ben, name))).toEqual({});
  expect(twinsOf(chart('a', ana, ben), chart('b', ana))).toEqual({});
  expect(twinsOf(chart('a', ana, ben), chart('b', ana, { ...ben, first_name: 'Bea' }))).toEqual({});
});

test('of three charts each has the two others, in the order of the list', () => {
  expect(twinsOf(chart('a', ana), chart('b', ana), chart('c', ana))).toEqual({
    a: ['b', 'c'],
    b: ['a', 'c'],
    c: ['a', 'b'],
  });
});
