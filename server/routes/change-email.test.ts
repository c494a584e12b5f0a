import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PasswordKeys } from '../../sync/core/account-keys.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const hourMs = 60 * 60 * 1000;
const pro = 'lee@test.invalid';
let server: TestServer;
let sent: Mail[];
const mailer: Mailer = { leaves: true, send: async (mail) => void sent.push(mail) };

beforeEach(async () => {
  sent = [];
  server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('lee');
  await server.addAccount('member', 'member');
});
afterEach(() => server.close());

const tokenIn = (mail: Mail | undefined, page: string): string =>
  new RegExp(`${page}#([A-Za-z0-9_-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
async function said(response: Response): Promise<unknown> {
  return ((await response.json()) as { detail: unknown }).detail;
}
function leeKeys(): PasswordKeys {
  const keys = server.keys.get('lee');
  if (!keys) throw new Error('the account has keys');
  return keys;
}
const emailNow = async (): Promise<string | undefined> =>
  (await server.store.read(() => call('accountBySub', 'lee')))?.email;

describe('another e-mail', () => {
  const next = 'vera@new.invalid';
  const ask = async (device: TestDevice, email = next, password = leeKeys().auth) => {
    const response = await device.call('PUT', '/api/users/v1/change_email', { email, password });
    await server.orchid.settle();
    return response;
  };
  async function signedIn(): Promise<TestDevice> {
    const device = server.device();
    await device.signIn(pro, '', leeKeys());
    await server.orchid.settle();
    sent = [];
    return device;
  }
  const confirmNew = (device: TestDevice, token: string) =>
    device.call('POST', '/api/users/v1/confirm_new_email', { token });
  const restore = (token: string) => server.device().call('POST', '/api/users/v1/restore_email', { token });

  test('[RC-5] the new address is asked first; its link changes it in a session of that account alone, and the old one is told', async () => {
    const device = await signedIn();
    expect(await said(await ask(device, next, 'wrong'))).toBe('That password is not right.');
    expect((await ask(device)).status).toBe(200);
    const link = tokenIn(sent[0], 'confirm-new-email');
    expect(sent.map((mail) => mail.to)).toEqual([next]);
    expect(await emailNow()).toBe(pro);
    const stranger = server.device();
    expect((await confirmNew(stranger, link)).status).toBe(401);
    await stranger.signIn('member@test.invalid', '', server.keys.get('member'));
    expect((await confirmNew(stranger, link)).status).toBe(400);
    expect(await (await confirmNew(device, link)).json()).toEqual({ email: next });
    expect((await confirmNew(device, link)).status).toBe(400);
    await server.orchid.settle();
    expect(sent.map((mail) => mail.to)).toEqual([next, pro]);
    // Each leads where it says: its link by itself on a line, and help without it.
    for (const { text } of sent) {
      expect(text).toMatch(/-email#[\w-]{43}$/m);
      expect(text).toMatch(/^If you need help now: https?:\/\/[^#]+\/help-now$/m);
    }
    expect((await device.signIn(next, '', leeKeys())).status).toBe(200);
    expect((await server.device().signIn(pro, '', leeKeys())).status).toBe(400);
  });

  test('[RC-5] the old address takes it back for seven days, and everybody is signed out', async () => {
    const device = await signedIn();
    await ask(device);
    await confirmNew(device, tokenIn(sent[0], 'confirm-new-email'));
    await server.orchid.settle();
    const link = tokenIn(sent[1], 'restore-email');
    expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(200);
    expect(await (await restore(link)).json()).toEqual({ email: pro });
    expect((await restore(link)).status).toBe(400);
    expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(403);
    expect(await emailNow()).toBe(pro);
  });

  test('[RC-5] the way back is open for seven days, and no longer', async () => {
    const device = await signedIn();
    await ask(device);
    await confirmNew(device, tokenIn(sent[0], 'confirm-new-email'));
    await server.orchid.settle();
    const link = tokenIn(sent[1], 'restore-email');
    server.clock.pass(7 * 24 * hourMs - 1);
    expect((await restore(link)).status).toBe(200);
    await device.signIn(pro, '', leeKeys());
    sent = [];
    await ask(device);
    await confirmNew(device, tokenIn(sent[0], 'confirm-new-email'));
    await server.orchid.settle();
    server.clock.pass(7 * 24 * hourMs);
    expect((await restore(tokenIn(sent[1], 'restore-email'))).status).toBe(400);
  });

  test('[RC-5] an address that has an account is answered alike; its mail alone says so, and the link is none', async () => {
    const device = await signedIn();
    const taken = await ask(device, 'member@test.invalid');
    const free = await ask(device);
    expect([taken.status, await taken.json()]).toEqual([free.status, await free.json()]);
    expect(sent.map((mail) => [mail.to, mail.subject])).toEqual([
      ['member@test.invalid', 'This address has an Orchid account already'],
      [next, 'Confirm your new email for Orchid'],
    ]);
    expect(tokenIn(sent[0], 'confirm-new-email')).toBe('');
  });

  test('[RC-5] a link to a new password that went to the old address before is good no more', async () => {
    const device = await signedIn();
    await server.device().call('PUT', '/api/login/v1/forgot_password', { username_or_email: pro });
    await server.orchid.settle();
    const token = tokenIn(sent[0], 'reset-password');
    const look = () => server.device().call('POST', '/api/login/v1/reset_look', { token });
    expect([sent[0]?.to, (await look()).status]).toEqual([pro, 200]);
    await ask(device);
    expect((await confirmNew(device, tokenIn(sent[1], 'confirm-new-email'))).status).toBe(200);
    expect((await look()).status).toBe(400);
  });

  test('[RC-1] mails are counted by the device that asks for them: nobody uses up those of others', async () => {
    const takes = vi.spyOn(server.services.limits, 'takeMail');
    const devices = [await signedIn(), await signedIn()];
    for (const device of devices) expect((await ask(device, ` ${next.toUpperCase()}`.trim())).status).toBe(200);
    expect(takes.mock.calls.map(([cause]) => cause)).toEqual(
      devices.map(({ deviceId }) => ({ email: next, from: `device|${deviceId}` })),
    );
  });

  test('[RC-2] a link to a new address that was asked for before the password was another one is good no more', async () => {
    const device = await signedIn();
    await ask(device);
    const link = tokenIn(sent[0], 'confirm-new-email');
    await device.call('PUT', '/api/login/v1/forgot_password', { username_or_email: pro });
    await server.orchid.settle();
    const [token, password] = [tokenIn(sent.at(-1), 'reset-password'), 'Correct-horse-9'];
    expect((await device.call('POST', '/api/login/v1/reset_password', { token, password })).status).toBe(200);
    expect((await device.signIn(pro, password)).status).toBe(200);
    expect((await confirmNew(device, link)).status).toBe(400);
    expect(await emailNow()).toBe(pro);
  });

  test('[RC-5] a registration that waits for the address is over once the account has it', async () => {
    const device = await signedIn();
    await server.device().call('POST', '/api/users/v1/patient/account', {
      user_in: { email: next, password: 'Correct-horse-9' },
      patient_in: { first_name: 'Vera', is_over_eighteen: true },
    });
    await ask(device);
    const link = sent.map((mail) => tokenIn(mail, 'confirm-new-email')).find((token) => token !== '') ?? '';
    expect((await confirmNew(device, link)).status).toBe(200);
    expect(await server.store.read(() => call('pendingOf', next, server.clock.now()))).toEqual([]);
  });
});
