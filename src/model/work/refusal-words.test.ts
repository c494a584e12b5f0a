import { expect, test } from 'vitest';
import { errorTexts } from '../../../sync/protocol/error-codes.ts';
import { refusalWords } from './refusal-words.ts';

const unwanted = { unwanted: 'invitations' };
const words = 'This person does not want invitations by email. Print the invitation instead.';

test.each([
  ['no_email', unwanted, words],
  ['no_email', undefined, errorTexts.no_email],
  ['no_email', { unwanted: 'letters' }, errorTexts.no_email],
  ['has_account', unwanted, errorTexts.has_account],
] as const)('[EP-4] %s with %j: %s', (code, detail, said) => {
  expect(refusalWords({ code, detail, message: errorTexts[code] })).toBe(said);
});
