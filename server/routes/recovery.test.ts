import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import sodium from 'libsodium-wrappers';
import {
  accountRootPurpose,
  createKeyBundle,
  passwordKeys,
  recoveryPurpose,
  signedWrap,
  unwrapKey,
  wrapKey,
  type PasswordKeys,
} from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { newRecoveryCode, recoveryKey } from '../../sync/core/recovery-code.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { derivePassword } from '../auth/passwords.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const hourMs = 60 * 60 * 1000;
const pro = 'lee@test.invalid';
const rawPassword = 'Orchid-demo-26!';
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

async function forgot(device: TestDevice, name = pro): Promise<Response> {
  const response = await device.call('PUT', '/api/login/v1/forgot_password', { username_or_email: name });
  await server.orchid.settle();
  return response;
}
const tokenIn = (mail: Mail | undefined, page = 'reset-password'): string =>
  new RegExp(`${page}#([A-Za-z0-9_-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
const look = (device: TestDevice, token: string) => device.call('POST', '/api/login/v1/reset_look', { token });
const reset = (device: TestDevice, token: string, more: object) =>
  device.call('POST', '/api/login/v1/reset_password', { token, ...more });
async function said(response: Response): Promise<unknown> {
  return ((await response.json()) as { detail: unknown }).detail;
}
const leeKeys = (): PasswordKeys => server.keys.get('lee') ?? keysFrom('nobody');
/** The account takes a password that a caller may send as it is. */
async function takeRawPassword(): Promise<void> {
  const account = await accountOf();
  const { kek, auth } = await derivePassword(sodium, rawPassword, account.kdf);
  const { bundle } = createKeyBundle(sodium, { kek, sub: account.sub, now: account.created });
  const authHash = await server.passwords.hashAuth(auth);
  await server.store.write(() => call('putAccount', { ...account, bundle, authHash }));
}
async function accountOf(email = pro): Promise<AccountRow> {
  const account = await server.store.read(() => call('accountByEmail', email));
  if (!account) throw new Error('the account is there');
  return account;
}
/** As a device derives them; a digest stands for the slow derivation. */
const keysFrom = (password: string): PasswordKeys =>
  passwordKeys(sodium, sodium.crypto_generichash(32, password, null));
/** A reset that makes new keys, as who has neither code nor old password does. */
function anew({ sub, bundle }: AccountRow, keys: PasswordKeys, generation = bundle.generation + 1) {
  const now = toInstant(server.clock.now());
  return { password: keys.auth, bundle: createKeyBundle(sodium, { kek: keys.kek, sub, now, generation }).bundle };
}
/** The account's root, as somebody who knows its password opens it. */
function rootOf({ sub, bundle }: AccountRow, { kek }: PasswordKeys): Uint8Array {
  const root = unwrapKey(sodium, kek, bundle.wrap_password, accountRootPurpose(sub, bundle.generation));
  if (!root) throw new Error('the password opens it');
  return root;
}

describe('a forgotten password', () => {
  test('[C-562, RC-1] asking answers the same for an address that nobody has, and mails nothing there', async () => {
    const device = server.device();
    const known = await forgot(device, ` ${pro} `);
    const unknown = await forgot(server.device(), 'nobody@test.invalid');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await known.json()).toEqual(await unknown.json());
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    expect(sent.map((mail) => [mail.to, mail.subject])).toEqual([[pro, 'Choose a new password for Orchid']]);
    expect(JSON.stringify(sent.map(({ subject, text, html }) => [subject, text, html]))).not.toMatch(
      /\blee\b|practice|session/i,
    );
  });

  test('[RC-1] three mails a day from one place, and the fourth says how long; a device of the owner does not wait for strangers', async () => {
    const own = server.device();
    await own.signIn(pro, '', leeKeys());
    const stranger = server.device();
    for (let round = 0; round < 3; round += 1) expect((await forgot(stranger)).status).toBe(200);
    expect((await forgot(stranger)).status).toBe(429);
    expect((await forgot(own)).status).toBe(200);
    // Each of the owner's devices has its own, and what they use up is nobody else's.
    const second = server.device();
    await second.signIn(pro, '', leeKeys());
    for (let round = 0; round < 2; round += 1) expect((await forgot(own)).status).toBe(200);
    expect((await forgot(own)).status).toBe(429);
    expect((await forgot(second)).status).toBe(200);
  });

  test('[RC-1] the newest link alone is good, for an hour, once; unknown, used, replaced and expired answer alike', async () => {
    const device = server.device();
    await forgot(device);
    await forgot(device);
    const [old, token] = [tokenIn(sent[0]), tokenIn(sent[1])];
    expect((await look(device, token)).status).toBe(200);
    expect((await look(device, token)).status).toBe(200);
    const answers = [await look(device, old), await look(device, 'A'.repeat(43))];
    expect((await reset(device, token, anew(await accountOf(), keysFrom('One-1-one')))).status).toBe(200);
    answers.push(await look(device, token), await reset(device, token, anew(await accountOf(), keysFrom('Two-2-two'))));
    await forgot(device);
    server.clock.pass(hourMs);
    answers.push(await look(device, tokenIn(sent.at(-1))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
    const words = await Promise.all(answers.map(said));
    expect(new Set(words)).toEqual(new Set(['This link does not work any more. Please ask for a new one.']));
  });

  test('[RC-2] it ends every session, what devices come back and deliver by, and tells the account by mail', async () => {
    const device = server.device();
    await device.signIn(pro, '', leeKeys());
    await device.registerSignKey();
    await device.registerKey();
    sent = [];
    const other = server.device();
    await forgot(other);
    const keys = keysFrom('One-1-one');
    expect(await (await reset(other, tokenIn(sent[0]), anew(await accountOf(), keys))).json()).toEqual({ email: pro });
    await server.orchid.settle();
    expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(403);
    expect((await device.resume()).status).not.toBe(200);
    const bearer = { authorization: `Bearer ${device.depositToken}` };
    expect((await device.pushRaw([], bearer)).status).toBe(401);
    expect(sent.map((mail) => mail.subject)).toEqual([
      'Choose a new password for Orchid',
      'Your Orchid password was changed',
    ]);
    expect((await device.signIn(pro, '', leeKeys())).status).toBe(400);
    expect((await device.signIn(pro, '', keys)).status).toBe(200);
  });

  test('[RC-3] the keys of the account stay for who proves to hold its root, by the recovery code; nobody else changes their wrap', async () => {
    const device = server.device();
    const old = leeKeys();
    await device.signIn(pro, '', old);
    const account = await accountOf();
    const accountRoot = rootOf(account, old);
    const code = newRecoveryCode(sodium);
    const of = { account: account.sub, generation: account.bundle.generation, accountRoot };
    const kept = signedWrap(sodium, { ...of, under: 'recovery code', key: recoveryKey(sodium, code) });
    const keep = { password: old.auth, wrap_recovery: kept.wrap, proof: kept.proof };
    expect((await device.call('PUT', '/api/login/v1/recovery_code', { ...keep, password: 'k1.wrong' })).status).toBe(
      400,
    );
    expect((await device.call('PUT', '/api/login/v1/recovery_code', { ...keep, proof: 'AAAA' })).status).toBe(422);
    expect((await device.call('PUT', '/api/login/v1/recovery_code', keep)).status).toBe(200);
    await forgot(device);
    const token = tokenIn(sent.at(-1));
    const looked = (await (await look(device, token)).json()) as { wrap_recovery: string };
    const purpose = recoveryPurpose(account.sub, account.bundle.generation);
    const opened = unwrapKey(sodium, recoveryKey(sodium, code), looked.wrap_recovery, purpose);
    expect(opened).toEqual(accountRoot);
    const next = keysFrom('One-1-one');
    const made = signedWrap(sodium, { ...of, under: 'password', key: next.kek });
    const bundle = { ...account.bundle, wrap_password: made.wrap };
    const junk = wrapKey(sodium, next.kek, sodium.randombytes_buf(32), 'junk');
    for (const wrong of [
      { bundle },
      { bundle: { ...bundle, wrap_password: junk }, proof: made.proof },
      { bundle: anew(account, next, account.bundle.generation).bundle },
      { bundle: anew(account, next, account.bundle.generation + 2).bundle },
      { bundle: { ...anew(account, next).bundle, box_public: account.bundle.box_public } },
    ])
      expect((await reset(device, token, { password: next.auth, ...wrong })).status).toBe(400);
    expect((await reset(device, token, { password: next.auth, bundle, proof: made.proof })).status).toBe(200);
    expect(await accountOf()).toMatchObject({ bundle: { ...account.bundle, wrap_password: made.wrap } });
    expect(await device.call('GET', '/api/login/v1/recovery_code').then((answer) => answer.status)).toBe(401);
    await device.signIn(pro, '', next);
    const facts = await (await device.call('GET', '/api/login/v1/recovery_code')).json();
    expect(facts).toEqual({ email: pro, made: '2026-11-24T14:00:00.000Z' });
  });

  test('[RC-3, RC-6] new keys are of the next generation, and end the recovery code of those before', async () => {
    const device = server.device();
    const { sub, bundle } = await accountOf();
    await server.store.write(() => call('putRecovery', { sub, generation: bundle.generation, wrap: 'w', made: 'x' }));
    await forgot(device);
    const keys = keysFrom('One-1-one');
    const made = anew(await accountOf(), keys);
    await reset(device, tokenIn(sent[0]), made);
    expect((await accountOf()).bundle).toEqual(made.bundle);
    expect(await server.store.read(() => call('getRecovery', sub))).toBeUndefined();
  });

  test('[C-450, C-469] a raw caller is held to the rule, may not keep its password, and gets keys from the server', async () => {
    await takeRawPassword();
    const device = server.device();
    await forgot(device);
    const token = tokenIn(sent[0]);
    expect(await said(await reset(device, token, { password: 'short' }))).toBe(
      'Password must be at least 10 characters',
    );
    expect(await said(await reset(device, token, { password: rawPassword }))).toBe(
      'New password cannot be the same as current password.',
    );
    expect((await reset(device, token, { password: 'Correct-horse-9' })).status).toBe(200);
    expect((await device.signIn(pro, 'Correct-horse-9')).status).toBe(200);
  });

  test('[RC-1] a server without mail says so, and makes no link', async () => {
    const quiet = await TestServer.create({});
    const answer = await quiet.device().call('PUT', '/api/login/v1/forgot_password', { username_or_email: pro });
    expect([answer.status, await said(answer)]).toEqual([
      503,
      'This server sends no mail, so no password can be reset on it.',
    ]);
    await quiet.close();
  });
});

describe('another password', () => {
  /** As a device that knows the password asks for another one. */
  function changeOf(account: AccountRow, old: PasswordKeys, next: PasswordKeys) {
    const made = signedWrap(sodium, {
      account: account.sub,
      generation: account.bundle.generation,
      accountRoot: rootOf(account, old),
      under: 'password',
      key: next.kek,
    });
    return { password: old.auth, new_password: next.auth, wrap_password: made.wrap, proof: made.proof };
  }

  test('[RC-5] it asks for the one that is, keeps the keys and this session, and ends all others', async () => {
    const [device, other] = [server.device(), server.device()];
    const old = leeKeys();
    await device.signIn(pro, '', old);
    await other.signIn(pro, '', old);
    await other.registerKey();
    await device.registerKey();
    const account = await accountOf();
    const next = keysFrom('One-1-one');
    const body = changeOf(account, old, next);
    const change = (more: object) => device.call('PUT', '/api/login/v1/change_password', { ...body, ...more });
    expect(await said(await change({ password: next.auth }))).toBe('That password is not right.');
    expect(await said(await change({ new_password: old.auth }))).toBe(
      'New password cannot be the same as current password.',
    );
    expect((await change({ proof: 'AAAA' })).status).toBe(400);
    expect((await change({ wrap_password: undefined })).status).toBe(400);
    expect(await accountOf()).toEqual(account);
    expect((await change({})).status).toBe(200);
    expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(200);
    expect((await other.call('GET', '/api/users/v1/user_info')).status).toBe(403);
    const deposits = [device, other].map(({ depositToken }) => ({ authorization: `Bearer ${depositToken}` }));
    expect((await device.pushRaw([], deposits[0])).status).toBe(200);
    expect((await other.pushRaw([], deposits[1])).status).toBe(401);
    expect((await accountOf()).bundle).toEqual({ ...account.bundle, wrap_password: body.wrap_password });
    await server.orchid.settle();
    expect(sent.at(-1)?.subject).toBe('Your Orchid password was changed');
  });

  test('[RC-5] is not taken of a session that ends while the one that is is looked at', async () => {
    const device = server.device();
    const old = leeKeys();
    await device.signIn(pro, '', old);
    const account = await accountOf();
    const { passwords } = server.orchid.services;
    const verify = passwords.verifyAuth.bind(passwords);
    vi.spyOn(passwords, 'verifyAuth').mockImplementationOnce(async (...asked) => {
      const fits = await verify(...asked);
      await device.call('POST', '/api/login/v1/logout_everywhere', { password: old.auth });
      return fits;
    });
    const body = changeOf(account, old, keysFrom('One-1-one'));
    expect((await device.call('PUT', '/api/login/v1/change_password', body)).status).toBe(401);
    expect(await accountOf()).toEqual(account);
  });

  test('[RC-5, RC-1] for a raw caller the server wraps the same keys anew; links that were mailed before are void', async () => {
    await takeRawPassword();
    const device = server.device();
    await forgot(device);
    await device.signIn(pro, rawPassword);
    const before = await accountOf();
    const body = { password: rawPassword, new_password: 'Correct-horse-9' };
    expect((await device.call('PUT', '/api/login/v1/change_password', body)).status).toBe(200);
    const after = await accountOf();
    expect({ ...after.bundle, wrap_password: '' }).toEqual({ ...before.bundle, wrap_password: '' });
    expect((await look(device, tokenIn(sent[0]))).status).toBe(400);
    expect((await device.signIn(pro, 'Correct-horse-9')).status).toBe(200);
  });
});
