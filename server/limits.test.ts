import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { inviteDays, inviteMailsADay } from '../sync/collections/chart-invite.ts';
import { sampleDays } from '../sync/collections/sample.ts';
import { newRecoveryCode, readRecoveryCode } from '../sync/core/recovery-code.ts';
import { maxMutationsPerPush } from '../sync/protocol/push-message.ts';
import { pullPageRows } from '../sync/protocol/pull-message.ts';
import { anyInviteCode, codeAlphabet, codeLength, isShortCode } from '../sync/protocol/invite-message.ts';
import { kdfFloor } from '../sync/protocol/session-message.ts';
import { pendingDays } from './auth/cookies.ts';
import { longestWaitMs } from './auth/growing-waits.ts';
import { nonceLifeMs, resumeIdleMs, resumeLifeMs } from './auth/resume.ts';
import { createPasswords } from './auth/passwords.ts';
import { accessLifeMs, idleLimitMs } from './auth/sessions.ts';
import {
  accessToken,
  addressMark,
  decoySalt,
  depositToken,
  emailToken,
  hashToken,
  readRefreshToken,
  refreshToken,
} from './auth/tokens.ts';
import { tombstonesKeptMs } from './effects/prune-log.ts';
import { traceWindowMs } from './effects/traces.ts';
import { inviteToken, paperCode } from './invites/invite-codes.ts';
import { confirmDays } from './mail/confirm-mail.ts';
import { linkLifeMs } from './mail/email-link.ts';
import { pushBodyBytes, usualBodyBytes } from './routes/read-body.ts';
import { createSecrets } from './secrets.ts';
import { idempotencyKeptMs } from './sync/apply-intent.ts';
import { defaultDraftPauseMs } from './sync/draft-versions.ts';
import { mostQuarantined } from './sync/quarantine.ts';
import { depositLife } from './sync/register-deposit-key.ts';
import { tellAfterMs } from './sync/tell-sessions.ts';
import { stepRows } from './sync/tx-context.ts';
import { FakeClock, seededRandom } from './testing/fake-clock.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;

describe('terms that people rely on, by hand', () => {
  /** What is said of each stands in terms, mails and screens: whoever changes one here changes those too. */
  test.each<readonly [why: string, is: number, said: number]>([
    ['[C-389] an untouched session ends after 59 minutes', idleLimitMs, 59 * minute],
    [
      'an access token is good for ten minutes: so long a session that was ended elsewhere may go on at most',
      accessLifeMs,
      10 * minute,
    ],
    ['a number to come back with is good for a minute', nonceLifeMs, minute],
    ['a device comes back by itself for thirty days after a full sign-in', resumeLifeMs, 30 * day],
    ['a professional’s within twelve hours of a touch', resumeIdleMs.orchid_pro, 12 * hour],
    ['a member’s within thirty days', resumeIdleMs.member, 30 * day],
    ['[RL-10] nobody is kept out by others for more than a quarter of an hour', longestWaitMs, 15 * minute],
    ['[RG-2] a registration waits for a week', pendingDays, 7],
    ['[RG-2] and its mailed link as long', confirmDays, 7],
    ['a link for a forgotten password is good for an hour', linkLifeMs.reset, hour],
    ['one to a new address for a day', linkLifeMs['new-email'], day],
    ['the way back to the old one for a week', linkLifeMs['old-email'], 7 * day],
    ['[IV-2] an invite is good for a fortnight', inviteDays, 14],
    ['[IV-2] three invites a day are mailed to one person', inviteMailsADay, 3],
    ['[SD-2] a sample can be brought back for thirty days', sampleDays, 30],
    ['a device delivers without its person for thirty days', depositLife.ms, 30 * day],
    ['and twenty thousand rows', depositLife.rows, 20_000],
    ['[AV-3] of one outbox five thousand rows lie in quarantine', mostQuarantined.rows, 5000],
    ['[AV-3] and 64 megabytes', mostQuarantined.bytes, 67_108_864],
    ['what is gone is told for ninety days', tombstonesKeptMs, 90 * day],
    ['a repeated request is told the same for a day', idempotencyKeptMs, day],
    ['[TS-1] a client is told of a changed session after three minutes', tellAfterMs, 3 * minute],
    ['[NB-2] a draft that stood for two minutes is kept', defaultDraftPauseMs, 2 * minute],
    ['the same look is one row of the audit log for a quarter of an hour', traceWindowMs, 15 * minute],
    ['one push brings five hundred changes', maxMutationsPerPush, 500],
    ['in four megabytes', pushBodyBytes, 4_194_304],
    ['every other request in a quarter of one', usualBodyBytes, 262_144],
    ['one pull brings a thousand rows', pullPageRows, 1000],
    ['a job that goes over many rows lets others in after 250', stepRows, 250],
  ])('%s', (_why, is, said) => {
    expect(is).toBe(said);
  });

  test('a registration’s cookie and its mailed link end together', () => {
    expect(pendingDays).toBe(confirmDays);
  });

  test('a password is derived with 64 megabytes in three passes, and what comes of it hashed as OWASP asks', async () => {
    expect(kdfFloor).toEqual({ alg: 'argon2id13', ops: 3, memKiB: 65_536 });
    await sodium.ready;
    const passwords = await createPasswords({ sodium, tokenKey: new Uint8Array(32) });
    expect(await passwords.hashAuth('k1.x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwords.decoyKdf('ann@test.invalid')).toMatchObject({ alg: 'argon2id13', ops: 3, memKiB: 65_536 });
  });
});

describe('how long what opens something is', () => {
  beforeAll(() => sodium.ready);
  const key = new Uint8Array(32).fill(5);

  test('[IV-3] a code on paper has ten letters of 32, fifty bits, none of which is taken for another', () => {
    expect([codeLength, codeAlphabet.length, new Set(codeAlphabet).size]).toEqual([10, 32, 32]);
    expect(codeAlphabet).not.toMatch(/[01IO]/);
    const codes = Array.from({ length: 200 }, (_, id) => paperCode(key, `i${id}`));
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(new Set(codes.join('')).size).toBe(32);
    expect(new Set(codes).size).toBe(200);
    expect(paperCode(new Uint8Array(32).fill(6), 'i1')).not.toBe(paperCode(key, 'i1'));
  });

  test('a code is read with spaces, hyphens and small letters, up to forty characters', () => {
    const read = (typed: string) => v.safeParse(anyInviteCode, typed).output;
    expect(read(' abcde-fghjk ')).toBe('ABCDEFGHJK');
    expect(v.safeParse(anyInviteCode, `ABCDEFGHJK${' '.repeat(30)}`).success).toBe(true);
    for (const typed of [`ABCDEFGHJK${' '.repeat(31)}`, 'ABCDEFGHJ', 'ABCDEFGHJKL', 'ABCDEFGHJ0'])
      expect(v.safeParse(anyInviteCode, typed).success, typed).toBe(false);
    expect([isShortCode('ABCDEFGHJK'), isShortCode('ABCDEFGHJ'), isShortCode('A'.repeat(43))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('[RC-1] a recovery code has eight groups of four letters, 160 bits, and uses every letter', () => {
    const codes = Array.from({ length: 50 }, () => newRecoveryCode(sodium));
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readRecoveryCode(code)).toBe(code);
      expect(readRecoveryCode(code.slice(1))).toBeNull();
      expect(readRecoveryCode(`${code}0`)).toBeNull();
    }
    expect(new Set(codes.join('')).size).toBe(33);
  });

  test('[RC-1] each of those bits is one of the random ones', () => {
    const drawn = vi.spyOn(sodium, 'randombytes_buf');
    drawn.mockReturnValueOnce(Uint8Array.from({ length: 20 }, (_, index) => (index * 37 + 11) % 256) as never);
    const code = newRecoveryCode(sodium);
    expect(drawn.mock.calls).toEqual([[20]]);
    drawn.mockRestore();
    expect(code).toBe('1CR5-AYMZ-RKMG-WCTR-FPHC-FV0H-6SDR-19EA');
  });

  test.each<readonly [what: string, token: string, form: RegExp]>([
    ['an access token', accessToken(key, 'f1', 1), /^[\w-]{43}$/],
    ['a refresh token', refreshToken(key, 'f1', 7), /^f1\.7\.[\w-]{43}$/],
    ['a device’s', depositToken(key, 'k1', 'c1', 0), /^dep_[\w-]{43}$/],
    ['a mailed link', emailToken(key, 'reset', 'id'), /^[\w-]{43}$/],
    ['an invite’s', inviteToken(key, 'id'), /^[\w-]{43}$/],
    ['what is stored of one', hashToken('token'), /^[\w-]{43}$/],
  ])('256 bits: %s', (_what, token, form) => {
    expect(token).toMatch(form);
  });

  test('each token is of its purpose, its parts and its key alone', () => {
    const other = new Uint8Array(32).fill(6);
    const tokens = [
      accessToken(key, 'f1', 1),
      accessToken(key, 'f1', 2),
      accessToken(other, 'f1', 1),
      accessToken(key, 'f', 11),
      depositToken(key, 'k1', 'c1', 0),
      depositToken(key, 'k1', 'c1', 1),
      depositToken(key, 'c1', 'k1', 0),
      emailToken(key, 'reset', 'id'),
      emailToken(key, 'id', 'reset'),
      emailToken(key, 'confirm', 'id'),
      inviteToken(key, 'id'),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('a refresh token is read by the server that made it, and no other text is one', () => {
    const token = refreshToken(key, 'f'.repeat(22), 7);
    expect(readRefreshToken(key, token)).toEqual({ familyId: 'f'.repeat(22), generation: 7 });
    expect(readRefreshToken(new Uint8Array(32).fill(6), token)).toBeNull();
    const others = [
      token.replace('.7.', '.8.'),
      refreshToken(key, 'f'.repeat(21), 7),
      refreshToken(key, 'f'.repeat(22), 1_000_000_000),
      `${token}A`,
      '',
    ];
    expect(others.filter((other) => readRefreshToken(key, other) !== null)).toEqual([]);
  });

  test('the keys of a server have 256 bits', () => {
    const { masterKey, tokenKey, deposit } = createSecrets({ sodium, random: seededRandom(1), clock: new FakeClock() });
    const lengths = [masterKey, tokenKey, ...deposit.flatMap((pair) => [pair.publicKey, pair.privateKey])];
    expect(lengths.map(({ length }) => length)).toEqual([32, 32, 32, 32]);
  });

  test('an address stands in logs as sixteen letters, and nobody’s salt has sixteen bytes', () => {
    expect(addressMark(key, '10.0.0.1')).toMatch(/^[\w-]{16}$/);
    expect(decoySalt(key, 'ann@test.invalid')).toHaveLength(16);
  });
});
