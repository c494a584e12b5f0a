import * as v from 'valibot';
import {
  assertKdfFloor,
  createAccountKeys,
  normalizePassword,
  passwordKeys,
} from '../../../../sync/core/account-keys.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import { confirmEmailResponse, memberAccountResponse } from '../../../../sync/protocol/registration-message.ts';
import { preLoginResponse, type KdfParams } from '../../../../sync/protocol/session-message.ts';
import { agreedVersions } from '../../../../sync/texts/legal-text.ts';
import { detailOf } from '../../../../sync/client/session/refusal.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';
import { systemClock } from '../../../../sync/web/system-ports.ts';
import { deviceZone } from '../../../lib/device-zone.ts';
import { deriveRoot, loadSodium } from '../../../lib/key-derivation.ts';
import { noCodes, type BroughtCodes } from '../../../model/invites/brought-codes.ts';

const offline = 'There is no connection. Registering needs one; nothing that you typed is gone.';

/** What a person gives; a member's last name comes with the intake. */
export interface Registrant {
  readonly kind: 'professional' | 'member';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** What the page's address brought, or was typed from paper. */
  readonly codes?: BroughtCodes;
}

export type Registered =
  | { readonly kind: 'saved' }
  | { readonly kind: 'offline' | 'refused'; readonly message: string };

/** [RG-4] Registers with keys that are made here: what leaves the device is derived of the password, from which it cannot be found again. */
export async function register(registrant: Registrant): Promise<Registered> {
  const { kind, firstName, lastName, email, password, codes = noCodes } = registrant;
  const asked = await fetchApi.call('POST', '/api/login/v1/pre_login', { username_or_email: email });
  if (!asked) return { kind: 'offline', message: offline };
  const known = v.safeParse(preLoginResponse, asked.body);
  if (!known.success) return refusal(asked.body);
  const user = { email, ...(await newUser(password, known.output.kdf)) };
  const answer =
    kind === 'professional'
      ? await fetchApi.call('POST', '/api/users/v1/orchid_pro/account', {
          user_in: user,
          orchid_pro_in: { first_name: firstName, last_name: lastName, is_over_eighteen: true },
        })
      : await fetchApi.call('POST', '/api/users/v1/patient/account', {
          user_in: { ...user, ...codesOf(codes) },
          patient_in: { first_name: firstName, is_over_eighteen: true },
        });
  if (!answer) return { kind: 'offline', message: offline };
  return answer.status === 200 ? { kind: 'saved' } : refusal(answer.body);
}

/** What the server is told of a new account beside whose it is: keys that are made here, and what the password derives to. */
async function newUser(password: string, kdf: KdfParams) {
  const { auth, kek } = await derive(password, kdf);
  const sodium = await loadSodium();
  const { sub, bundle, accountRoot } = createAccountKeys(sodium, { kek, now: toInstant(systemClock.now()) });
  for (const secret of [kek, accountRoot]) secret.fill(0);
  return { password: auth, keys: { sub, kdf, bundle }, agreed: agreedVersions, timezone: deviceZone() };
}

/** On a first visit the part that makes keys comes by the network, too: where it does not, nothing has been sent yet. */
function partMissing(): null {
  return null;
}

/** As the spec calls them; what was not brought is left out. */
function codesOf({ chart, dob, channel }: BroughtCodes) {
  return {
    ...(chart === '' ? {} : { patient_chart_invite_code: chart }),
    ...(dob === '' ? {} : { invite_dob: dob }),
    ...(channel === '' ? {} : { invite_code: channel }),
  };
}

/** Somebody whose invite came by mail: who that mail went to is known, and whose account it is comes back. */
export async function registerInvited(invited: {
  readonly firstName: string;
  readonly password: string;
  readonly codes: BroughtCodes;
  readonly kdf: KdfParams;
}): Promise<Exclude<Registered, { kind: 'saved' }> | { readonly kind: 'made'; readonly email: string }> {
  const { firstName, password, codes, kdf } = invited;
  assertKdfFloor(kdf);
  const user = await newUser(password, kdf).catch(partMissing);
  if (!user) return { kind: 'offline', message: offline };
  const answer = await fetchApi.call('POST', '/api/users/v1/patient/account', {
    user_in: { ...user, ...codesOf(codes) },
    patient_in: { first_name: firstName, is_over_eighteen: true },
  });
  if (!answer) return { kind: 'offline', message: offline };
  const parsed = v.safeParse(memberAccountResponse, answer.body);
  if (answer.status !== 200 || !parsed.success) return refusal(answer.body);
  return { kind: 'made', email: parsed.output.email ?? '' };
}

/** [C-568] Ends a registration that somebody began for the reader. */
export async function completeSignup(token: string, password: string, kdf: KdfParams): Promise<Registered> {
  const path = `/api/users/v1/patient_signup_session/complete/${token}`;
  assertKdfFloor(kdf);
  const user = await newUser(password, kdf).catch(partMissing);
  const answer = user && (await fetchApi.call('POST', path, user));
  if (!answer) return { kind: 'offline', message: offline };
  return answer.status === 204 ? { kind: 'saved' } : refusal(answer.body, 'failed to complete signup: ');
}

export type Confirmed =
  | { readonly kind: 'confirmed'; readonly email: string }
  | { readonly kind: 'needs-password'; readonly kdf: KdfParams }
  | { readonly kind: 'offline' | 'refused'; readonly message: string };

/** Proves the address by a mailed link; `given`: the password of the registration, where this browser did not begin it. */
export async function confirmEmail(
  token: string,
  given?: { readonly password: string; readonly kdf: KdfParams },
): Promise<Confirmed> {
  const keys = given && (await derive(given.password, given.kdf));
  keys?.kek.fill(0);
  const body = { token, ...(keys ? { password: keys.auth } : {}) };
  const answer = await fetchApi.call('POST', '/api/users/v1/confirm_email', body);
  if (!answer) return { kind: 'offline', message: 'There is no connection. Please try again when there is one.' };
  const parsed = v.safeParse(confirmEmailResponse, answer.body);
  if (answer.status !== 200 || !parsed.success) return { kind: 'refused', message: detailOf(answer.body) };
  return parsed.output.state === 'confirmed'
    ? { kind: 'confirmed', email: parsed.output.email }
    : { kind: 'needs-password', kdf: parsed.output.kdf };
}

async function derive(password: string, kdf: KdfParams) {
  assertKdfFloor(kdf);
  const sodium = await loadSodium();
  const root = await deriveRoot(normalizePassword(password), kdf);
  const keys = passwordKeys(sodium, root);
  root.fill(0);
  return keys;
}

/** [C-616, C-617] */
function refusal(body: unknown, prefix = 'Failed to register: '): Exclude<Registered, { kind: 'saved' }> {
  return { kind: 'refused', message: `${prefix}${detailOf(body)}` };
}
