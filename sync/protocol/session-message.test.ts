import * as v from 'valibot';
import { expect, test } from 'vitest';
import { signKeyResponse } from './session-message.ts';

test('a key has come back as often as a whole number says, also never', () => {
  for (const resumes of [0, 1, 2 ** 53 - 1]) expect(v.is(signKeyResponse, { resumes })).toBe(true);
  for (const resumes of [-1, 0.5, 2 ** 53, '0', null]) expect(v.is(signKeyResponse, { resumes })).toBe(false);
});
