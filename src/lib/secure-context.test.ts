import { afterEach, expect, test, vi } from 'vitest';
import { whyNotHere } from './secure-context.ts';

afterEach(() => vi.unstubAllGlobals());

test('an address without HTTPS says so; any other runs the app', () => {
  vi.stubGlobal('isSecureContext', true);
  expect(whyNotHere()).toBeNull();
  vi.stubGlobal('isSecureContext', false);
  expect(whyNotHere()).toMatch(/only over HTTPS/);
});
