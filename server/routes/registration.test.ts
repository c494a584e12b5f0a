import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import sodium from 'libsodium-wrappers';
import { createAccountKeys, passwordKeys } from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { agreedVersions } from '../../sync/texts/legal-text.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { call } from '../store/port.ts';
import { liftRecord } from '../sync/lift-record.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const email = 'vera@test.invalid';
const auth = `k1.${'A'.repeat(43)}`;
const strong = 'Correct-horse-9';

let server: TestServer;
let sent: Mail[];

const mailer: Mailer = { leaves: true, send: async (mail) => void sent.push(mail) };

beforeEach(async () => {
  sent = [];
  server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z' });
});
afterEach(() => server.close());

/** As our client makes them: derived of the salt that a sign-in asks for. */
async function derivedBody(of = email, password = auth) {
  const root = sodium.crypto_generichash(32, password, null);
  const now = toInstant(server.clock.now());
  const { sub, bundle } = createAccountKeys(sodium, { kek: passwordKeys(sodium, root).kek, now });
  const { kdf } = (await (
    await server.device().call('POST', '/api/login/v1/pre_login', { username_or_email: of })
  ).json()) as { kdf: unknown };
  return {
    user_in: { email: of, password, keys: { sub, kdf, bundle }, agreed: agreedVersions, timezone: 'America/Denver' },
    orchid_pro_in: { first_name: 'Vera', last_name: 'Lind', is_over_eighteen: true },
  };
}

async function register(device: TestDevice, of = email, password = auth): Promise<Response> {
  const response = await device.call('POST', '/api/users/v1/orchid_pro/account', await derivedBody(of, password));
  await server.orchid.settle();
  return response;
}

const tokenIn = (mail: Mail | undefined): string =>
  /confirm-email#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
const confirm = (device: TestDevice, token: string, password?: string) =>
  device.call('POST', '/api/users/v1/confirm_email', { token, ...(password === undefined ? {} : { password }) });
const info = (device: TestDevice) => device.call('GET', '/api/users/v1/user_info');

async function said(response: Response): Promise<unknown> {
  return ((await response.json()) as { detail: unknown }).detail;
}

describe('registering', () => {
  test('[C-569, C-356, C-290, C-001] a professional registers, confirms in the same browser, and has a practice of her own', async () => {
    const device = server.device();
    expect(await (await register(device)).json()).toEqual({ ok: true });
    expect(await (await info(device)).json()).toMatchObject({ email, email_confirmed: false, first_name: 'Vera' });
    expect(await server.store.read(() => call('accountByEmail', email))).toBeUndefined();
    expect(sent.map((mail) => [mail.to, mail.subject])).toEqual([[email, 'Confirm your email for Orchid']]);
    expect(await (await confirm(device, tokenIn(sent[0]))).json()).toEqual({ state: 'confirmed', email });
    const account = await server.store.read(() => call('accountByEmail', email));
    expect(account).toMatchObject({ userType: 'orchid_pro', profile: { signup_form_finished: false } });
    expect(account?.profile['agreed']).toMatchObject([{ text: 'terms_of_use' }, { text: 'privacy_policy' }]);
    const audit = await server.store.read(() => call('unsealedAudit', 100));
    expect(audit).toContainEqual(expect.objectContaining({ actor: account?.sub, action: 'account.made' }));
    expect((await info(device)).status).toBe(403);
    const response = await device.call('POST', '/api/login/v1/initiate_auth', {
      username_or_email: email,
      password: auth,
    });
    expect(response.status).toBe(200);
    expect(await (await info(device)).json()).toMatchObject({
      user_type: 'orchid_pro',
      groups: ['orchid_pro'],
      email_confirmed: true,
      business_entity_name: 'Practice of Vera Lind',
      timezone: 'America/Denver',
    });
    // She works there at once.
    const client = { first_name: 'Ada', last_name: 'Berg' };
    expect((await device.call('POST', '/api/users/v1/create_patient/', client)).status).toBe(201);
  });

  test('[RG-6] a professional’s month of the core plan begins with the confirmed e-mail, and ends by itself', async () => {
    const device = server.device();
    await register(device);
    server.clock.pass(3 * 60 * 60 * 1000);
    await confirm(device, tokenIn(sent[0]));
    await device.call('POST', '/api/login/v1/initiate_auth', { username_or_email: email, password: auth });
    expect(await (await info(device)).json()).toMatchObject({
      orchid_pro_subscription: {
        coupon_id: 'free-core-month',
        activated_time: '2026-11-24T17:00:00.000Z',
        sub_class: 'core',
        sub_period: 'month',
        auto_renew: false,
        terminated_code: null,
        terminated_time: null,
      },
    });
  });

  test('[AP-1] where an operator approves, her own record says that she waits', async () => {
    await server.close();
    server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z', approval: 'operator' });
    const device = server.device();
    await register(device);
    await confirm(device, tokenIn(sent[0]));
    const account = await server.store.read(() => call('accountByEmail', email));
    const record = await server.store.read(() => call('getRecord', 'account', account?.sub ?? ''));
    expect(record && liftRecord(server.registry, record).body).toMatchObject({
      profile_approved_to_use_the_platform: false,
    });
  });

  test('[C-564, C-004] a member registers with a raw password; the server makes the keys, and the rule holds', async () => {
    const device = server.device();
    const body = (password: string) => ({
      user_in: { email, password, invite_code: '', patient_chart_invite_code: null },
      patient_in: { first_name: 'Vera', is_over_eighteen: true },
    });
    const weak = await device.call('POST', '/api/users/v1/patient/account', body('tooweak'));
    expect([weak.status, await said(weak)]).toEqual([
      400,
      'Password must be at least 10 characters long and contain at least one uppercase letter, one lowercase letter, one number, and one special character.',
    ]);
    expect((await device.call('POST', '/api/users/v1/patient/account', body(strong))).status).toBe(200);
    await server.orchid.settle();
    await confirm(device, tokenIn(sent[0]));
    const signIn = { username_or_email: ` ${email} `, password: strong };
    expect((await device.call('POST', '/api/login/v1/initiate_auth', signIn)).status).toBe(200);
    expect(await (await info(device)).json()).toMatchObject({ user_type: 'member', groups: [] });
  });

  test('[C-320] who is not over eighteen is refused, and nothing is begun', async () => {
    const body = await derivedBody();
    const minor = { ...body, orchid_pro_in: { ...body.orchid_pro_in, is_over_eighteen: false } };
    expect((await server.device().call('POST', '/api/users/v1/orchid_pro/account', minor)).status).toBe(422);
    await server.orchid.settle();
    expect(sent).toEqual([]);
  });

  test('[RG-1] an e-mail that has an account answers the same; its mail alone says so, to the address as it stands there', async () => {
    await server.addAccount('vera');
    const [known, unknown] = [await register(server.device()), await register(server.device(), 'new@test.invalid')];
    const shape = async (response: Response) => [
      response.status,
      await response.text(),
      [...response.headers.keys()].sort(),
    ];
    expect(await shape(known)).toEqual(await shape(unknown));
    expect(sent.map((mail) => mail.subject)).toEqual([
      'You have an Orchid account already',
      'Confirm your email for Orchid',
    ]);
    expect(tokenIn(sent[0])).toBe('');
  });

  test('[RG-4] keys that are another account’s, or derived of another salt, are refused', async () => {
    const mine = await derivedBody();
    const theirs = await derivedBody('other@test.invalid');
    const stolen = { ...mine.user_in.keys, sub: theirs.user_in.keys.sub };
    const otherSalt = { ...mine.user_in.keys, kdf: theirs.user_in.keys.kdf };
    for (const keys of [stolen, otherSalt, undefined]) {
      const body = { ...mine, user_in: { ...mine.user_in, keys } };
      expect((await server.device().call('POST', '/api/users/v1/orchid_pro/account', body)).status).toBe(400);
    }
  });

  test('[RG-5] terms that have changed meanwhile are read again first', async () => {
    const body = await derivedBody();
    const old = { ...body, user_in: { ...body.user_in, agreed: { ...agreedVersions, terms_of_use: '2020-01-01' } } };
    expect((await server.device().call('POST', '/api/users/v1/orchid_pro/account', old)).status).toBe(409);
  });

  test('where no mail leaves, or links would lead to a stranger’s name, nobody registers', async () => {
    const mute = await TestServer.create();
    const body = await derivedBody();
    expect((await mute.device().call('POST', '/api/users/v1/orchid_pro/account', body)).status).toBe(503);
    await mute.close();
    const response = await server.app.request('http://evil.invalid/api/users/v1/orchid_pro/account', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.invalid' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(503);
    expect(sent).toEqual([]);
  });

  test('three mails a day from one place to one e-mail, whoever has it', async () => {
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await register(server.device())).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('[RG-2] confirming', () => {
  test('[RG-3] from another browser asks for the password of the registration; a stranger’s password opens nothing', async () => {
    const owner = server.device();
    const stranger = server.device();
    await register(stranger, email, `k1.${'B'.repeat(43)}`);
    await register(owner);
    const [strangers, owners] = sent.map(tokenIn);
    expect(await (await confirm(owner, strangers ?? '')).json()).toMatchObject({ state: 'needs_password' });
    expect((await confirm(owner, strangers ?? '', auth)).status).toBe(400);
    expect(await server.store.read(() => call('accountByEmail', email))).toBeUndefined();
    const phone = server.device();
    expect(await (await confirm(phone, owners ?? '', auth)).json()).toEqual({ state: 'confirmed', email });
    // The other registration of the e-mail is over with it.
    expect((await info(stranger)).status).toBe(403);
    expect((await confirm(stranger, strangers ?? '')).status).toBe(400);
  });

  test('a link is good once, the newest alone, for seven days; dead ones answer alike', async () => {
    const device = server.device();
    await register(device);
    expect((await device.call('PUT', '/api/users/v1/resend_email_confirmation')).status).toBe(200);
    await server.orchid.settle();
    const [first, second] = sent.map(tokenIn);
    const replaced = await confirm(device, first ?? '');
    const unknown = await confirm(device, 'x'.repeat(43));
    expect([replaced.status, await replaced.text()]).toEqual([unknown.status, await unknown.text()]);
    expect((await confirm(device, second ?? '')).status).toBe(200);
    expect((await confirm(device, second ?? '')).status).toBe(400);
    const [just, late] = [server.device(), server.device()];
    await register(just, 'just@test.invalid');
    await register(late, 'late@test.invalid');
    server.clock.pass(7 * dayMs - 1);
    expect((await confirm(just, tokenIn(sent[2]))).status).toBe(200);
    server.clock.pass(1);
    expect((await confirm(late, tokenIn(sent[3]))).status).toBe(400);
    expect((await info(late)).status).toBe(403);
  });

  test('[C-561] a sign-in before it says what is missing, to who knows the password, and lets that browser ask for the mail again', async () => {
    await register(server.device());
    const phone = server.device();
    const signIn = (password: string) =>
      phone.call('POST', '/api/login/v1/initiate_auth', { username_or_email: email, password });
    expect(await said(await signIn(`k1.${'C'.repeat(43)}`))).toBe('Incorrect email or password.');
    expect((await phone.call('PUT', '/api/users/v1/resend_email_confirmation')).status).toBe(401);
    expect(await said(await signIn(auth))).toMatch(/not confirmed yet/);
    expect((await phone.call('PUT', '/api/users/v1/resend_email_confirmation')).status).toBe(200);
    await server.orchid.settle();
    expect(await (await confirm(phone, tokenIn(sent[1]))).json()).toEqual({ state: 'confirmed', email });
  });

  test('[C-561] of two who registered with one e-mail it says so to the later one, whose mail came last', async () => {
    await register(server.device(), email, `k1.${'B'.repeat(43)}`);
    server.clock.pass(60_000);
    await register(server.device());
    const body = { username_or_email: email, password: auth };
    const answer = await server.device().call('POST', '/api/login/v1/initiate_auth', body);
    expect(await said(answer)).toMatch(/not confirmed yet/);
  });

  test('[RL-10] who signs in too early with the right password has not failed, and waits for nothing', async () => {
    await register(server.device());
    const ends = vi.spyOn(server.services.limits, 'endLogin');
    for (const password of [auth, `k1.${'C'.repeat(43)}`])
      await server.device().call('POST', '/api/login/v1/initiate_auth', { username_or_email: email, password });
    expect(ends.mock.calls.map(([, isSignedIn]) => isSignedIn)).toEqual([true, false]);
  });

  test('a waiting registration may ask who it is, for its mail, and to end; nothing else', async () => {
    const device = server.device();
    await register(device);
    for (const route of server.orchid.routes.filter(
      (one) => one.audience === 'session' || one.audience === 'deposit',
    )) {
      const response = await device.call(route.method, route.path, route.method === 'GET' ? undefined : {});
      expect([401, 403], `${route.method} ${route.path}`).toContain(response.status);
    }
    await device.call('POST', '/api/login/v1/logout');
    expect((await info(device)).status).toBe(403);
  });

  test('the link is in no table, no job and no log', async () => {
    await register(server.device());
    const token = tokenIn(sent[0]);
    const row = await server.store.read(() => call('pendingOf', email, server.clock.now()));
    expect(JSON.stringify([row, server.log])).not.toContain(token);
  });
});
