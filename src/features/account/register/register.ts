import * as v from 'valibot';
import {
  assertKdfFloor,
  createAccountKeys,
  normalizePassword,
  passwordKeys,
} from '../../../../sync/core/account-keys.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import { confirmEmailResponse } from '../../../../sync/protocol/registration-message.ts';
import { preLoginResponse, type KdfParams } from '../../../../sync/protocol/session-message.ts';
import { agreedVersions } from '../../../../sync/texts/legal-text.ts';
import { detailOf } from '../../../../sync/client/session/refusal.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';
import { systemClock } from '../../../../sync/web/system-ports.ts';
import { deviceZone } from '../../../lib/device-zone.ts';
import { deriveRoot, loadSodium } from '../../../lib/key-derivation.ts';

const offline = 'There is no connection. Registering needs one; nothing that you typed is gone.';

/** What a person gives; a member's last name comes with the intake. */
export interface Registrant {
  readonly kind: 'professional' | 'member';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

export type Registered =
  | { readonly kind: 'saved' }
  | { readonly kind: 'offline' | 'refused'; readonly message: string };

/** [RG-4] Registers with keys that are made here: what leaves the device is derived of the password, from which it cannot be found again. */
export async function register({ kind, firstName, lastName, email, password }: Registrant): Promise<Registered> {
  const asked = await fetchApi.call('POST', '/api/login/v1/pre_login', { username_or_email: email });
  if (!asked) return { kind: 'offline', message: offline };
  const known = v.safeParse(preLoginResponse, asked.body);
  if (!known.success) return refusal(asked.body);
  const { kdf } = known.output;
  const { auth, kek } = await derive(password, kdf);
  const sodium = await loadSodium();
  const { sub, bundle, accountRoot } = createAccountKeys(sodium, { kek, now: toInstant(systemClock.now()) });
  for (const secret of [kek, accountRoot]) secret.fill(0);
  const user = {
    email,
    password: auth,
    keys: { sub, kdf, bundle },
    agreed: agreedVersions,
    timezone: deviceZone(),
  };
  const answer =
    kind === 'professional'
      ? await fetchApi.call('POST', '/api/users/v1/orchid_pro/account', {
          user_in: user,
          orchid_pro_in: { first_name: firstName, last_name: lastName, is_over_eighteen: true },
        })
      : await fetchApi.call('POST', '/api/users/v1/patient/account', {
          user_in: user,
          patient_in: { first_name: firstName, is_over_eighteen: true },
        });
  if (!answer) return { kind: 'offline', message: offline };
  return answer.status === 200 ? { kind: 'saved' } : refusal(answer.body);
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

/** [C-616] */
function refusal(body: unknown): Registered {
  return { kind: 'refused', message: `Failed to register: ${detailOf(body)}` };
}
