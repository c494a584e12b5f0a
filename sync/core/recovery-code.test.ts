import { expect, it } from 'vitest';
import { readRecoveryCode } from './recovery-code.ts';

const code = '7K2M-0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV';

it.each([
  ['as it was given', code],
  ['in small letters, without groups', code.toLowerCase().replaceAll('-', '')],
  ['with spaces and line ends about', ` ${code.replaceAll('-', '\n')} `],
  ['with letters that look like digits', code.replace('0123', 'oI23')],
  ['in wide letters, as some keyboards give them', code.replaceAll(/[0-9A-Z]/g, (one) => wide(one))],
])('[RC-6] a recovery code is read %s', (_how, typed) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

it.each([code.slice(1), `${code}A`, code.replace('7', 'U'), ''])('[RC-6] %j is none', (typed) => {
  expect(readRecoveryCode(typed)).toBeNull();
});

function wide(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}
