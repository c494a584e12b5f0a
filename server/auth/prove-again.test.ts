import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountRootPurpose, signedWrap, unwrapKey } from '../../sync/core/account-keys.ts';
import { newRecoveryCode, recoveryKey } from '../../sync/core/recovery-code.ts';
import { call } from '../store/port.ts';
import { TwoDevices } from '../testing/two-devices.ts';
import { endEverywhere } from './device-sessions.ts';

let two: TwoDevices;
beforeEach(async () => {
  two = await TwoDevices.create({ mailer: { leaves: true, send: async () => undefined } });
});
afterEach(() => two.server.close());

/** Everybody is signed out between the look at the password and what it was asked for. */
function endMeanwhile(): void {
  const { passwords, store } = { passwords: two.server.orchid.services.passwords, store: two.server.store };
  const verify = passwords.verifyAuth.bind(passwords);
  vi.spyOn(passwords, 'verifyAuth').mockImplementationOnce(async (...asked) => {
    const fits = await verify(...asked);
    await store.write(() => endEverywhere('ann', { nowMs: two.server.clock.now(), reason: 'everywhere' }));
    return fits;
  });
}

/** All of the account that these change. */
const kept = () =>
  two.server.store.read(function* () {
    return {
      account: yield* call('accountBySub', 'ann'),
      recovery: yield* call('getRecovery', 'ann'),
      feeds: yield* call('feedsOf', 'ann'),
      lost: (yield* call('devicesOf', 'ann')).map(({ lostAt }) => lostAt),
    };
  });

/** As a device makes them: a recovery code for the account's root. */
async function recoveryWrap() {
  const account = (await kept()).account;
  const keys = two.server.keys.get('ann');
  if (!account || !keys) throw new Error('the account is there');
  const { generation, wrap_password: wrapped } = account.bundle;
  const accountRoot = unwrapKey(sodium, keys.kek, wrapped, accountRootPurpose('ann', generation));
  if (!accountRoot) throw new Error('the password opens it');
  const of = { account: 'ann', generation, accountRoot };
  const { wrap, proof } = signedWrap(sodium, {
    ...of,
    under: 'recovery code',
    key: recoveryKey(sodium, newRecoveryCode(sodium)),
  });
  return { wrap_recovery: wrap, proof };
}

test.each([
  ['POST', '/api/scheduler/v1/calendar_feed', async () => ({ initials: false })],
  ['POST', '/api/login/v1/devices/lost', async () => ({ device: (await two.otherFacts()).id })],
  ['PUT', '/api/users/v1/change_email', async () => ({ email: 'thief@test.invalid' })],
  ['PUT', '/api/login/v1/recovery_code', recoveryWrap],
] as const)(
  'nothing is done by a session that ends while its password is looked at: %s %s',
  async (method, path, more) => {
    const body = { password: two.password, ...(await more()) };
    const before = await kept();
    endMeanwhile();
    expect((await two.mine.call(method, path, body)).status).toBe(401);
    expect(await kept()).toEqual(before);
  },
);

test.each([
  ['found', {}],
  ['settle', { choices: [] }],
])('a device that is lost stays so: %s', async (act, more) => {
  await two.lost();
  const body = { device: (await two.otherFacts()).id, password: two.password, ...more };
  const before = await kept();
  endMeanwhile();
  expect((await two.post(two.mine, act, body)).status).toBe(401);
  expect(await kept()).toEqual(before);
});
