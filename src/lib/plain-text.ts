import { searchable } from './match-name.ts';

/** Letters that stand for themselves in Unicode, and that one types without their mark. */
const letters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
const marked = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** What two spellings of one name have in common: lower case, no accents, one space between words, no apostrophes. */
export function plainText(text: string): string {
  // Most names are plain already: a list of many thousands is made ready in a moment.
  if (isPlain.test(text)) return text.toLowerCase();
  return searchable(text)
    .replaceAll(marked, (letter) => letters[letter] ?? letter)
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[\s\-–.,]+/g, ' ')
    .trim();
}

const isPlain = /^(?:[A-Za-z]+(?: [A-Za-z]+)*)?$/;

/** The digits of a telephone number, without the country code of the United States. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
