import { expect, test } from 'vitest';
import { billingTypes, sessionKinds } from '../../../sync/domain/session-kinds.ts';
import { billingWords, centsOf, kindWords, priceWords, typedPrice } from './plan-words.ts';

test('every kind of session has a word of its own', () => {
  expect(sessionKinds.map((kind) => kindWords[kind]).toSorted()).toEqual([
    'Follow-up',
    'Free introduction',
    'One-on-one',
    'Regular',
  ]);
});

test('so has every billing type', () => {
  expect(billingTypes.map((type) => billingWords[type])).toEqual([
    'Self pay',
    'Insurance',
    'Pre-authorized credit card',
  ]);
});

test.each([
  ['150', 15_000],
  ['$ 82.5', 8250],
  ['0', 0],
  [' 99.99 ', 9999],
  ['', null],
  ['-3', null],
  ['12.345', null],
  ['many', null],
])('the price “%s” is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  [15_000, '$150', '150'],
  [8250, '$82.50', '82.50'],
  [0, 'No charge', '0'],
])('%i cents are said as %s and typed as %s', (cents, words, typed) => {
  expect(priceWords(cents)).toBe(words);
  expect(typedPrice(cents)).toBe(typed);
  expect(centsOf(typed)).toBe(cents);
});
