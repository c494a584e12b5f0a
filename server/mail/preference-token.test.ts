import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { seededRandom } from '../testing/fake-clock.ts';
import { maskEmail } from './mask-email.ts';
import { preferenceToken, readPreferenceToken } from './preference-token.ts';

const random = seededRandom(5);
const [key, other] = [random.bytes(32), random.bytes(32)];
const ada = 'ada@home.invalid';

describe('[EP-2] the token in a mail', () => {
  test('names the address, compared as those of accounts are, and is the same each time', () => {
    const token = preferenceToken(key, ' Ada@Home.invalid ');
    expect(readPreferenceToken(key, token)).toBe(ada);
    expect(preferenceToken(key, ada)).toBe(token);
    expect(preferenceToken(key, 'bo@home.invalid')).not.toBe(token);
    expect(readPreferenceToken(key, preferenceToken(key, 'zoë@häus.invalid'))).toBe('zoë@häus.invalid');
  });

  test('tells nothing of it, not even how long it is', () => {
    const token = preferenceToken(key, ada);
    const bytes = Buffer.from(fromBase64Url(token)).toString('latin1');
    expect(bytes).not.toMatch(/ada|home|invalid/);
    const lengths = [1, 20, 49, 55].map((length) => preferenceToken(key, `${'x'.repeat(length)}@a.test`).length);
    expect(new Set([token.length, ...lengths])).toEqual(new Set([token.length]));
    const next = preferenceToken(key, 'adb@home.invalid');
    const shared = Array.from(token, (letter, place) => next[place] === letter).filter(Boolean);
    expect(shared.length).toBeLessThan(12);
  });

  test('opens by the key of this server alone, and whole', () => {
    const token = preferenceToken(key, ada);
    const bytes = fromBase64Url(token);
    const flipped = Array.from(bytes, (_byte, place) =>
      toBase64Url(bytes.map((one, at) => (at === place ? one ^ 1 : one))),
    );
    const broken = [
      ...flipped,
      preferenceToken(other, ada),
      token.slice(0, -4),
      `${token}AAAA`,
      '',
      'x',
      '%',
      'ü'.repeat(99),
    ];
    for (const one of broken) expect(readPreferenceToken(key, one)).toBeNull();
    expect(flipped).toHaveLength(92);
  });
});

test.each([
  ['ada@home.invalid', 'a…@home.invalid'],
  ['a@home.invalid', 'a…@home.invalid'],
  ['😀x@home.invalid', '😀…@home.invalid'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
