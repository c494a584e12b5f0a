import { applyMask, maskPattern, phoneMask } from './mask.ts';

/** What a field says to what is no telephone number. */
export const noPhone = 'Please enter a phone number';

/** The ten digits of a North American number, without the 1 before them; null for anything else. */
export function phoneDigits(text: string): string | null {
  const laidOut = phoneText(text);
  return maskPattern(phoneMask).test(laidOut) ? laidOut.replaceAll(/\D/g, '') : null;
}

/** Whether a text can be called, here or abroad. What looks like a number of North America has to be one. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (!/^\+?[\d\s().\-/x#,]+$/i.test(text) || digits.length < 7 || digits.length > 20) return false;
  const isOfHere = text.startsWith('+') ? /^1\d{10}$/.test(digits) : /^1?\d{10}$/.test(digits);
  return !isOfHere || phoneDigits(text) !== null;
}

/** A number as one reads it: `(607) 555 0123`, or what was written where it is none of North America. */
export function phoneText(text: string): string {
  const laidOut = applyMask(text.trim(), phoneMask);
  return maskPattern(phoneMask).test(laidOut) && !/\p{L}/u.test(text) ? laidOut : text;
}
