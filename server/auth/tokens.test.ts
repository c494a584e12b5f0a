import { describe, expect, it } from 'vitest';
import {
  accessToken,
  addressMark,
  decoySalt,
  depositToken,
  emailToken,
  hashToken,
  readRefreshToken,
  refreshToken,
} from './tokens.ts';

const key = new Uint8Array(32).map((_, index) => index);
const family = 'A'.repeat(22);

/** HMAC-SHA256 over each part after its length: what devices hold was made by an earlier server of the same key, and must stay right. */
describe('what follows from the key of a server alone', () => {
  it.each([
    ['a refresh token', refreshToken(key, family, 3), `${family}.3.hL3fzobk5JYp_sPsLAnWKYE-3dOthMPi2NSt-qytCyE`],
    ['an access token', accessToken(key, family, 3), '8fmRU321DbnDqLnYyosJRcrsiBU1r8xHnQqcew3coOY'],
    ['a deposit token', depositToken(key, 'd1', 'c1', 0), 'dep_Wm6YJL7v5GQ1nl5tANP1AbMcUyvDf2FwkiS8-vwFrTU'],
    ['that after it', depositToken(key, 'd1', 'c1', 1), 'dep_-Ab3BF-M4jP86bpWWe6rw7_0tctQ6LrshuppQpxm4qE'],
    ['the third', depositToken(key, 'd1', 'c1', 2), 'dep_UeNCa2JS_6r29Z_jqz9eQoGzOuNjvGO8ZedfdAmqoxw'],
    ['a mailed link', emailToken(key, 'invite', 'i1'), 'NGS1A43XdSSt7Dk7_vL5k5eVmPa81otMtX0RmfZSY8A'],
    ['what stands for an address in logs', addressMark(key, 'a@b.test'), 'qa8Dp8WAZFCZ7KKD'],
    ['the salt of nobody', Buffer.from(decoySalt(key, 'a@b.test')).toString('hex'), '6a408a3ad347c2700073c2b4ce0e6f62'],
  ])('%s', (_what, made, as) => {
    expect(made).toBe(as);
  });

  it('is not known by anybody from what the database holds', () => {
    expect(hashToken('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

it('a refresh token is read as it was made, and nothing else is one', () => {
  const token = refreshToken(key, family, 12);
  expect(readRefreshToken(key, token)).toEqual({ familyId: family, generation: 12 });
  const otherKey = key.map((byte) => byte + 1);
  for (const wrong of [
    '',
    `${token} `,
    token.slice(0, -1),
    token.replace('.12.', '.13.'),
    token.replace('.12.', '.012.'),
    token.replace(family, 'B'.repeat(22)),
    `${family}.12.${'A'.repeat(43)}`,
  ])
    expect(readRefreshToken(key, wrong)).toBeNull();
  expect(readRefreshToken(otherKey, token)).toBeNull();
});
