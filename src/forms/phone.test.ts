import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { phoneField } from './field-rules.ts';
import { applyMask, phoneMask } from './mask.ts';
import { isPhone, noPhone, phoneDigits, phoneText } from './phone.ts';

const typing = (keys: string): string =>
  Array.from(keys).reduce((text, key) => applyMask(`${text}${key}`, phoneMask), '');

test('a number of North America is ten digits, with or without its 1; nothing else is made one', () => {
  for (const same of ['(607) 555 0123', '+1 (607) 555-0123', '1-607-555-0123', '607-555-0123', ' 6075550123 '])
    expect([phoneDigits(same), phoneText(same)]).toEqual(['6075550123', '(607) 555 0123']);
  for (const other of [
    '+49 170 1234567',
    '491701234567',
    '6075550123x',
    'abc',
    '000-000-0000',
    '160-755-5012',
    '607555012',
  ])
    expect([other, phoneDigits(other), phoneText(other)]).toEqual([
      other,
      null,
      expect.stringContaining(other.slice(-4)),
    ]);
});

test('what is saved has exactly the digits that were typed, less a 1 before ten, or nothing is saved', () => {
  const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 14 });
  const parts = fc.tuple(
    fc.constantFrom('', '+', '1', '+1', '1-', '+1 ', '+49 '),
    digits,
    fc.constantFrom('', 'x', ' 12'),
  );
  fc.assert(
    fc.property(parts, (pieces) => {
      const typed = pieces.join('');
      const known = typed.replaceAll(/\D/g, '');
      const wanted = known.length === 11 && known.startsWith('1') ? known.slice(1) : known;
      for (const shown of [typing(typed), applyMask(typed, phoneMask), typed]) {
        const parsed = v.safeParse(phoneField, shown);
        if (parsed.success) expect(parsed.output.replaceAll(/\D/g, '')).toBe(wanted);
        else expect(parsed.issues[0].message).toBe(noPhone);
      }
    }),
    { numRuns: 1000 },
  );
});

test('abroad is a number too where any may stand; words and a number that nobody can have are none', () => {
  for (const [text, is] of [
    ['+49 30 1234567', true],
    ['(303) 555 0142 x12', true],
    ['555 0142', true],
    ['303 555 0142', true],
    ['000-000-0000', false],
    ['1-160-755-5012', false],
    ['+1 160 755 5012', false],
    ['+49 160 755 50', true],
    ['abc', false],
    ['her sister', false],
  ] as const)
    expect([text, isPhone(text)]).toEqual([text, is]);
});
