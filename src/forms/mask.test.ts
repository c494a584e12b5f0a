import { expect, test } from 'vitest';
import { applyMask, dateMask, fromDateText, maskPattern, phoneMask, toDateText } from './mask.ts';

test('[C-315, C-486] digits lie down under the mask as they are typed, and its pattern takes whole ones alone', () => {
  const typed = Array.from({ length: 12 }, (_, length) => applyMask('303555010099'.slice(0, length), phoneMask));
  expect(typed.slice(0, 5)).toEqual(['', '(3', '(30', '(303', '(303) 5']);
  expect(typed.slice(-2)).toEqual(['(303) 555 0100', '(303) 555 0100']);
  expect(applyMask('(303) 555-01x', phoneMask)).toBe('(303) 555 01');
  for (const [text, fits] of [
    ['(303) 555 0100', true],
    ['(303) 555 010', false],
    ['303 555 0100', false],
    ['(303) 555 01000', false],
  ] as const)
    expect([text, maskPattern(phoneMask).test(text)]).toEqual([text, fits]);
  expect(applyMask('01021990', dateMask)).toBe('01/02/1990');
});

test('[C-483] month, day and year become a date with zeros, and a day that is none becomes nothing', () => {
  expect(fromDateText('1/2/1990')).toBe('1990-01-02');
  expect(fromDateText(' 12/31/2000 ')).toBe('2000-12-31');
  for (const text of ['2/29/2023', '13/1/2000', '0/1/2000', '1990-01-02', '1/2/90', ''])
    expect(fromDateText(text)).toBeNull();
  expect(fromDateText('2/29/2024')).toBe('2024-02-29');
  expect([toDateText('1990-01-02'), toDateText('')]).toEqual(['01/02/1990', '']);
});
