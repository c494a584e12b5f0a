import { afterEach, beforeEach, expect, test } from 'vitest';
import { codesIn } from '../../src/model/invites/brought-codes.ts';
import { hashInviteCode } from '../invites/invite-codes.ts';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';
import { isInviteAsked, runInviteCommand, type InviteOptions } from './invite-command.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create();
});
afterEach(() => server.close());

const run = (options: InviteOptions) => {
  const { store, random, secrets, clock } = server;
  return runInviteCommand({ store, random, tokenKey: secrets.tokenKey, nowMs: clock.now() }, options);
};

test('[C-369] of a channel it prints an address with its code, and the code as it is read out', async () => {
  const { code, lines } = await run({ 'channel-invite': 'amhc' });
  const [, address = '', spoken = ''] = /^(\S+) {2}\(the code: (\S+)\)$/.exec(lines[0] ?? '') ?? [];
  expect(code).toBe(0);
  const brought = codesIn(`http://localhost${address}`)?.codes;
  expect(brought).toMatchObject({ channel: spoken.replace('-', ''), completeSignup: '' });
  expect(brought?.channel).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
});

test('an invite is good for fourteen days from now, and once', async () => {
  const { lines } = await run({ 'channel-invite': 'amhc' });
  const code = codesIn(`http://localhost${(lines[0] ?? '').split(' ')[0] ?? ''}`)?.codes.channel ?? '';
  const kept = await server.store.read(() => call('inviteByHash', hashInviteCode(server.secrets.tokenKey, code)));
  const nowMs = server.clock.now();
  expect(kept).toMatchObject({ createdMs: nowMs, endsMs: nowMs + 14 * 24 * 60 * 60_000, usedMs: 0, tries: 0 });
});

test('[C-368] of a registration that is to be completed it prints a link whose token no server sees', async () => {
  const { lines } = await run({ 'complete-signup': 'noa@test.invalid', 'first-name': 'Noa' });
  const url = new URL(`http://localhost${lines[0] ?? ''}`);
  expect(url.pathname + url.search).toBe('/member-register?link');
  expect(codesIn(url.href)?.codes.completeSignup).toMatch(/^[\w-]{43}$/);
  expect(lines.join()).not.toContain('noa@');
});

test('what is neither, or lacks a part, prints how it is asked', async () => {
  for (const options of [{}, { 'channel-invite': 'other' }, { 'complete-signup': 'noa@test.invalid' }]) {
    const { code, lines } = await run(options);
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('--channel-invite amhc')]);
  }
  expect([isInviteAsked({}), isInviteAsked({ 'channel-invite': 'amhc' })]).toEqual([false, true]);
});
