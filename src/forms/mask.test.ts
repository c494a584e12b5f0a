import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMask, dateMask, fromDateText, maskPattern, phoneMask, toDateText } from './mask.ts';

test('[C-315, C-486] digits lie down under the mask as they are typed, and its pattern takes whole ones alone', () => {
  const typed = Array.from({ length: 12 }, (_, length) => applyMask('303555010099'.slice(0, length), phoneMask));
  expect(typed.slice(0, 5)).toEqual(['', '(3', '(30', '(303', '(303) 5']);
  // What does not fit is no number cut to one.
  expect(typed.slice(-2)).toEqual(['(303) 555 0100', '30355501009']);
  expect(applyMask('(303) 555-01x', phoneMask)).toBe('(303) 555 01');
  for (const [text, fits] of [
    ['(303) 555 0100', true],
    ['(303) 555 010', false],
    ['303 555 0100', false],
    ['(303) 555 01000', false],
    ['(000) 000 0000', false],
    ['(103) 555 0100', false],
    ['(303) 155 0100', false],
  ] as const)
    expect([text, maskPattern(phoneMask).test(text)]).toEqual([text, fits]);
  expect(applyMask('01021990', dateMask)).toBe('01/02/1990');
});

test('[C-483] month, day and year become a date with zeros, and a day that is none becomes nothing', () => {
  expect(fromDateText('1/2/1990')).toBe('1990-01-02');
  expect(fromDateText(' 12/31/2000 ')).toBe('2000-12-31');
  for (const text of ['2/29/2023', '13/1/2000', '0/1/2000', '1990-13-02', '1/2/90', ''])
    expect(fromDateText(text)).toBeNull();
  expect([fromDateText('1990-01-02'), fromDateText('1990-1-2')]).toEqual(['1990-01-02', '1990-01-02']);
  expect(fromDateText('2/29/2024')).toBe('2024-02-29');
  expect([toDateText('1990-01-02'), toDateText('')]).toEqual(['01/02/1990', '']);
});

/** What stands in a field after these keys, each at its end. */
const typing = (keys: string, mask: string): string =>
  Array.from(keys).reduce((text, key) => applyMask(`${text}${key}`, mask), '');

test('every day of 1980 can be typed key by key or pasted, in the forms people write', () => {
  for (let at = Date.UTC(1980, 0, 1); at < Date.UTC(1981, 0, 1); at += 86_400_000) {
    const iso = new Date(at).toISOString().slice(0, 10);
    const [, month = '', day = ''] = iso.split('-');
    const forms = [`${Number(month)}/${Number(day)}/1980`, `${month}/${day}/1980`, iso, `${month}${day}1980`];
    for (const form of forms) {
      expect([form, typing(form, dateMask)]).toEqual([form, `${month}/${day}/1980`]);
      expect([form, applyMask(form, dateMask)]).toEqual([form, `${month}/${day}/1980`]);
    }
  }
  // Of one digit and the year first it is not known before it is left; it is understood then.
  expect(fromDateText(typing('1980-3-4', dateMask))).toBe('1980-03-04');
  expect(typing('1/', dateMask)).toBe('01/');
  expect(typing('01/02/19800', dateMask)).toBe('01/02/19800');
  expect(applyMask('1/2/19800', dateMask)).toBe('1/2/19800');
});

test('the country code falls away, and whatever does not fit stands as it was typed', () => {
  for (const same of ['+1 (607) 555-0123', '1-607-555-0123', '607.555.0123', '6075550123'])
    expect([typing(same, phoneMask), applyMask(same, phoneMask)]).toEqual(['(607) 555 0123', '(607) 555 0123']);
  for (const other of ['+49 170 1234567', '491701234567', 'ask for Zoe 3', '1607555012', '+1 160 755 5012'])
    expect(applyMask(other, phoneMask)).toBe(other);
});

test('no digit that was typed is ever lost or changed under a mask, but a 1 before ten', () => {
  const keys = fc.string({ unit: fc.constantFrom(...Array.from('0123456789+-() .x/')), maxLength: 24 });
  fc.assert(
    fc.property(keys, (text) => {
      const digits = text.replaceAll(/\D/g, '');
      const isWithOne = digits.length === 11 && digits.startsWith('1');
      for (const shown of [applyMask(text, phoneMask), typing(text, phoneMask)]) {
        const left = shown.replaceAll(/\D/g, '');
        // Ten after a 1 that go on growing have lost it where it stood: it was the country's.
        const isSame = left === digits || (digits.startsWith('1') && digits.length >= 11 && left === digits.slice(1));
        expect([text, shown, isSame]).toEqual([text, shown, true]);
        if (isWithOne && !/[^\d+\-() .]/.test(text)) expect(left).toBe(digits.slice(1));
      }
    }),
    { numRuns: 500 },
  );
});
