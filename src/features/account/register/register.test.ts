import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import {
  accountRootPurpose,
  isBundleOf,
  isNewAccountOf,
  passwordKeys,
  unwrapKey,
} from '../../../../sync/core/account-keys.ts';
import {
  completeSignupRequest,
  memberAccountRequest,
  professionalAccountRequest,
} from '../../../../sync/protocol/registration-message.ts';
import { kdfFloor } from '../../../../sync/protocol/session-message.ts';
import { loadSodium } from '../../../lib/key-derivation.ts';
import { noCodes } from '../../../model/invites/brought-codes.ts';
import { completeSignup, confirmEmail, register, registerInvited } from './register.ts';

const kdf = { ...kdfFloor, salt: 'AAAAAAAAAAAAAAAAAAAAAA' };
let derived: unknown[];
let sent: (readonly [path: string, body: Record<string, unknown>])[];
let answers: (readonly [status: number, body: unknown] | null)[];

/** Derives at once what tells passwords apart; how it is really done is held beside the worker. */
class QuickWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(asked: { password: string }): void {
    derived.push(asked);
    queueMicrotask(() => this.onmessage?.({ data: { root: new Uint8Array(32).fill(asked.password.length) } }));
  }
  terminate(): void {}
}

beforeEach(() => {
  [derived, sent, answers] = [[], [], []];
  vi.stubGlobal('Worker', QuickWorker);
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
    const answer = answers.shift() ?? null;
    if (answer === null) throw new TypeError('no network');
    const [status, said] = answer;
    return status === 204 ? new Response(null, { status }) : Response.json(said, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const pro = {
  kind: 'professional',
  firstName: 'Ana',
  lastName: 'Bell',
  email: 'ana@example.test',
  password: 'correct horse battery',
} as const;
const known = [200, { kdf }] as const;
const link = 'A'.repeat(43);

test('[RG-4] no password leaves the device, and what is sent opens with it again', async () => {
  answers = [known, [200, { ok: true }]];
  expect(await register(pro)).toEqual({ kind: 'saved' });
  expect(sent.map(([path]) => path)).toEqual(['/api/login/v1/pre_login', '/api/users/v1/orchid_pro/account']);
  expect(derived).toEqual([{ password: pro.password, kdf }]);
  expect(JSON.stringify(sent)).not.toContain(pro.password);
  const { user_in, orchid_pro_in } = v.parse(professionalAccountRequest, sent[1]?.[1]);
  expect(orchid_pro_in).toEqual({ first_name: 'Ana', last_name: 'Bell', is_over_eighteen: true });
  const sodium = await loadSodium();
  const { kek, auth } = passwordKeys(sodium, new Uint8Array(32).fill(pro.password.length));
  expect([user_in.email, user_in.password, user_in.keys?.kdf]).toEqual([pro.email, auth, kdf]);
  const { sub = '', bundle } = user_in.keys ?? {};
  if (!bundle) throw new Error('no keys');
  const root = unwrapKey(sodium, kek, bundle.wrap_password, accountRootPurpose(sub, 1));
  expect([isNewAccountOf(sodium, sub, bundle), root && isBundleOf(sodium, root, bundle)]).toEqual([true, true]);
});

test('two who choose one password have different keys', async () => {
  answers = [known, [200, { ok: true }], known, [200, { ok: true }]];
  await register(pro);
  await register(pro);
  const [one, other] = [sent[1], sent[3]].map((call) => v.parse(professionalAccountRequest, call?.[1]).user_in.keys);
  expect(one?.sub).not.toBe(other?.sub);
  expect(one?.bundle).not.toEqual(other?.bundle);
});

test('a member registers with what the address brought; what it did not bring is left out', async () => {
  const member = { ...pro, kind: 'member' } as const;
  answers = [known, [200, { ok: true }], known, [200, { ok: true }]];
  await register({ ...member, codes: { ...noCodes, chart: 'ABCDE23456', dob: '1990-02-03', channel: 'ABCDE23457' } });
  await register(member);
  const [whole, bare] = [sent[1], sent[3]];
  expect([whole?.[0], bare?.[0]]).toEqual(['/api/users/v1/patient/account', '/api/users/v1/patient/account']);
  expect(v.parse(memberAccountRequest, whole?.[1])).toMatchObject({
    user_in: { patient_chart_invite_code: 'ABCDE23456', invite_dob: '1990-02-03', invite_code: 'ABCDE23457' },
    patient_in: { first_name: 'Ana', is_over_eighteen: true },
  });
  expect(Object.keys(bare?.[1]['user_in'] as object).toSorted()).toEqual([
    'agreed',
    'email',
    'keys',
    'password',
    'timezone',
  ]);
});

test('[C-616] what the server refuses is said in its words; without it nothing typed is gone', async () => {
  expect(await register(pro)).toMatchObject({ kind: 'offline' });
  answers = [known, null];
  expect(await register(pro)).toMatchObject({ kind: 'offline' });
  answers = [[429, { detail: 'Too many.' }]];
  expect(await register(pro)).toEqual({ kind: 'refused', message: 'Failed to register: Too many.' });
  answers = [known, [400, { detail: [{ msg: 'No such day.' }] }]];
  expect(await register(pro)).toEqual({ kind: 'refused', message: 'Failed to register: No such day.' });
});

test('a server that asks for a weaker derivation is given nothing', async () => {
  answers = [[200, { kdf: { ...kdf, ops: 1 } }]];
  await expect(register(pro)).rejects.toThrow();
  expect([sent.length, derived]).toEqual([1, []]);
});

test('who was invited by mail is made an account without an address of her own, and hears whose it is', async () => {
  const invited = { firstName: 'Rosa', password: pro.password, kdf, codes: { ...noCodes, chart: link } };
  answers = [[200, { ok: true, email: 'rosa@example.test' }]];
  expect(await registerInvited(invited)).toEqual({ kind: 'made', email: 'rosa@example.test' });
  const body = v.parse(memberAccountRequest, sent[0]?.[1]);
  expect([body.user_in.email, body.user_in.patient_chart_invite_code]).toEqual([undefined, link]);
  answers = [[400, { detail: 'This invite is over.' }]];
  expect(await registerInvited(invited)).toEqual({
    kind: 'refused',
    message: 'Failed to register: This invite is over.',
  });
  expect(await registerInvited(invited)).toMatchObject({ kind: 'offline' });
});

test('[C-568][C-617] a registration that somebody began is ended by its own link, and refused in its own words', async () => {
  answers = [[204, null]];
  expect(await completeSignup(link, pro.password, kdf)).toEqual({ kind: 'saved' });
  expect(sent[0]?.[0]).toBe(`/api/users/v1/patient_signup_session/complete/${link}`);
  expect(v.is(completeSignupRequest, sent[0]?.[1])).toBe(true);
  answers = [[400, { detail: 'It is over.' }]];
  expect(await completeSignup(link, pro.password, kdf)).toEqual({
    kind: 'refused',
    message: 'failed to complete signup: It is over.',
  });
});

test('an address is proved by its link, with the password only where it is asked for', async () => {
  answers = [[200, { state: 'needs_password', kdf }]];
  expect(await confirmEmail(link)).toEqual({ kind: 'needs-password', kdf });
  expect(sent[0]).toEqual(['/api/users/v1/confirm_email', { token: link }]);
  answers = [[200, { state: 'confirmed', email: pro.email }]];
  expect(await confirmEmail(link, { password: pro.password, kdf })).toEqual({ kind: 'confirmed', email: pro.email });
  expect(sent[1]?.[1]).toEqual({ token: link, password: expect.stringMatching(/^k1\./) });
  answers = [[400, { detail: 'This link does not work any more.' }]];
  expect(await confirmEmail(link)).toEqual({ kind: 'refused', message: 'This link does not work any more.' });
  expect(await confirmEmail(link)).toMatchObject({ kind: 'offline' });
});
