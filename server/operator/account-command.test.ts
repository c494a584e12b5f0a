import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';
import { runAccountCommand, type AccountOptions } from './account-command.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('lee');
});
afterEach(() => server.close());

const run = (options: AccountOptions) => runAccountCommand(server.store, options, server.clock.now());

test('[C-293] an operator approves, marks a test user, ends sessions and a factor; each stands in the audit log, and user_info says it', async () => {
  const device = await server.signedIn('lee');
  const before = await device.call('GET', '/api/users/v1/user_info').then((answer) => answer.json());
  expect(before).toMatchObject({ is_test_user: false, profile_approved_to_use_the_platform: null });
  const done = await run({ find: ' LEE@test.invalid'.trim(), approve: true, set: ['is_test_user=true'] });
  expect(done.code).toBe(0);
  expect(done.lines).toContain('is_test_user true');
  expect(done.lines.join('\n')).not.toContain('@');
  const after = await device.call('GET', '/api/users/v1/user_info').then((answer) => answer.json());
  expect(after).toMatchObject({ is_test_user: true, profile_approved_to_use_the_platform: true });
  await server.store.write(function* () {
    const account = yield* call('accountBySub', 'lee');
    if (account) yield* call('putAccount', { ...account, withFactor: true });
  });
  const ended = await run({ find: 'lee', 'end-sessions': true, 'reset-factor': true });
  expect(ended.lines).toEqual(expect.arrayContaining(['second factor off', 'sessions 0']));
  expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(403);
  const rows = await server.store.read(() => call('unsealedAudit', 1000));
  expect(rows.filter(({ actor }) => actor === 'operator').map(({ action, subject }) => [action, subject])).toEqual([
    ['account.set', '{"account":"lee","profile_approved_to_use_the_platform":true}'],
    ['account.set', '{"account":"lee","is_test_user":true}'],
    ['account.reset-factor', '{"account":"lee"}'],
    ['account.end-sessions', '{"account":"lee"}'],
  ]);
});

test('what is not known, or cannot be set, changes nothing and says so', async () => {
  expect(await run({})).toMatchObject({ code: 1 });
  expect(await run({ find: 'nobody' })).toEqual({ code: 1, lines: ['There is no such account.'] });
  const account = await server.store.read(() => call('accountBySub', 'lee'));
  for (const text of ['authHash=x', 'is_test_user=yes', 'ai_free_trial_start_datetime=soon', '__proto__=true'])
    expect((await run({ find: 'lee', approve: true, set: [text] })).code).toBe(1);
  expect(await server.store.read(() => call('accountBySub', 'lee'))).toEqual(account);
});
