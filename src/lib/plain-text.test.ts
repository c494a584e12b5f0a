import { expect, test } from 'vitest';
import { phoneDigits, plainText } from './plain-text.ts';

test.each([
  ['Elif Yılmaz', 'elif yilmaz'],
  ['Wójcik-Łęcka', 'wojcik lecka'],
  ['O’Brien', 'obrien'],
  ['  Søren   Groß ', 'soren gross'],
  ['St. John', 'st john'],
  ['Ana Maria', 'ana maria'],
  [' Ana', 'ana'],
  ['Ana  Maria ', 'ana maria'],
  ['', ''],
])('%s is written plainly as "%s"', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test.each([
  ['(303) 555-0133', '3035550133'],
  ['+1 303 555 0133', '3035550133'],
  ['+49 30 1234567', '49301234567'],
  // Longer than a number of the United States: no country code of it.
  ['+1 303 555 0133 44', '1303555013344'],
  ['', ''],
])('the digits of %s are "%s"', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});
