import { expect, test } from 'vitest';
import { parseConfig, type Config } from './config.ts';

test.each<[string, string, Partial<Config>]>([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'orchid.example', { host: 'orchid.example' }],
  ['DATA_DIR', '/srv/orchid', { dataDir: '/srv/orchid' }],
  ['TRUST_PROXY', '1', { trustProxy: true }],
  ['TRUST_PROXY', 'false', { trustProxy: false }],
  ['REQUEST_LIMITS', '0', { requestLimits: false }],
  ['REQUEST_LIMITS', 'true', { requestLimits: true }],
  ['REQUEST_LIMITS', '', { requestLimits: true }],
  ['DRAFT_PAUSE_S', '0', { draftPauseMs: 0 }],
  ['DRAFT_PAUSE_S', '90', { draftPauseMs: 90_000 }],
  ['PRACTICE_ZONE', 'Europe/Berlin', { practiceZone: 'Europe/Berlin' }],
  ['PRACTICE_ZONE', 'UTC', { practiceZone: 'UTC' }],
  ['PRACTICE_ZONE', '', { practiceZone: 'America/New_York' }],
  ['ORIGIN', ' https://orchid.example ,', { origins: ['https://orchid.example'] }],
  ['APPROVAL', 'operator', { approval: 'operator' }],
  ['SIGNUP_TRIAL', '', { signupTrial: 'core-month' }],
  ['SIGNUP_TRIAL', 'core-month', { signupTrial: 'core-month' }],
])('%s=%s is what it says', (name, value, meant) => {
  expect(parseConfig({ [name]: value })).toMatchObject(meant);
});

test.each([
  ['PORT', '65536'],
  ['PORT', ''],
  ['HOST', ''],
  ['DRAFT_PAUSE_S', '-1'],
  ['DRAFT_PAUSE_S', '1.5'],
  ['SMTP_URL', 'mail.example'],
])('%s=%s is named as wrong', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(name);
});

test('mail needs a sender', () => {
  const SMTP_URL = 'smtp://user:secret@mail.example:587';
  expect(() => parseConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => parseConfig({ SMTP_URL, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM');
  const { smtp } = parseConfig({ SMTP_URL, MAIL_FROM: 'Orchid <no-reply@orchid.example>' });
  expect(smtp).toMatchObject({ host: 'mail.example', port: 587, from: 'Orchid <no-reply@orchid.example>' });
  expect(parseConfig({ MAIL_FROM: 'nobody' }).smtp).toBeNull();
});
