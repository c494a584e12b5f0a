import {
  accountRootPurpose,
  createKeyBundle,
  isSelfSigned,
  unwrapKey,
  wrapKey,
  wrapStatement,
} from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { passwordProblem } from '../../sync/protocol/password-rules.ts';
import type { KeyBundle } from '../../sync/protocol/session-message.ts';
import { HttpError } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { isSignedBy } from './device-proof.ts';
import { derivePassword } from './passwords.ts';
import { isDerived } from './registration.ts';

/** [C-450] */
const samePassword = 'New password cannot be the same as current password.';
const strangeKeys = 'The keys of this change do not fit. Please reload the page and try again.';

/** What an account holds of a new password. */
export interface NewPassword {
  readonly authHash: string;
  readonly bundle: KeyBundle;
}

type Asked = {
  readonly password: string;
  readonly bundle?: KeyBundle | undefined;
  readonly proof?: string | undefined;
};

/**
 * [RC-3] What a reset leaves: the account's own keys under the new password, where the account's signature says that whoever
 * asks holds its root; else keys of the next generation, signed by themselves. A raw password gets such from the server.
 */
export async function passwordOfReset(services: Services, account: AccountRow, asked: Asked): Promise<NewPassword> {
  const { sodium, passwords, clock } = services;
  const { bundle, proof } = asked;
  await refuseSame(services, account, asked.password);
  if (!isDerived(asked)) {
    refuseWeak(account, asked.password);
    const { kek, auth } = await derivePassword(sodium, asked.password, account.kdf);
    const generation = account.bundle.generation + 1;
    const made = createKeyBundle(sodium, { kek, sub: account.sub, now: toInstant(clock.now()), generation });
    for (const secret of [kek, made.accountRoot]) secret.fill(0);
    return { authHash: await passwords.hashAuth(auth), bundle: made.bundle };
  }
  const isNext =
    bundle?.generation === account.bundle.generation + 1 &&
    bundle.sign_public !== account.bundle.sign_public &&
    isSelfSigned(sodium, bundle);
  if (!bundle || !(isNext || isRewrapped(services, account, { wrap: bundle.wrap_password, proof })))
    throw new HttpError(400, strangeKeys);
  const { wrap_password } = bundle;
  return {
    authHash: await passwords.hashAuth(asked.password),
    bundle: isNext ? bundle : { ...account.bundle, wrap_password },
  };
}

/** [RC-5] What a change of password leaves: the same keys under another password. `auth`: of the one that was. */
export async function passwordOfChange(
  services: Services,
  account: AccountRow,
  asked: {
    readonly password: string;
    readonly newPassword: string;
    readonly wrap: string | undefined;
    readonly proof: string | undefined;
  },
): Promise<NewPassword> {
  const { sodium, passwords } = services;
  const { newPassword, wrap, proof } = asked;
  await refuseSame(services, account, newPassword);
  if (isDerived({ password: newPassword })) {
    if (wrap === undefined || !isRewrapped(services, account, { wrap, proof })) throw new HttpError(400, strangeKeys);
    return {
      authHash: await passwords.hashAuth(newPassword),
      bundle: { ...account.bundle, wrap_password: wrap },
    };
  }
  // Only who gave the old password as it is can have the server wrap for the new one.
  if (isDerived({ password: asked.password })) throw new HttpError(400, strangeKeys);
  refuseWeak(account, newPassword);
  const [before, after] = [
    await derivePassword(sodium, asked.password, account.kdf),
    await derivePassword(sodium, newPassword, account.kdf),
  ];
  const purpose = accountRootPurpose(account.sub, account.bundle.generation);
  const root = unwrapKey(sodium, before.kek, account.bundle.wrap_password, purpose);
  if (!root) throw new HttpError(400, strangeKeys);
  const wrapped = wrapKey(sodium, after.kek, root, purpose);
  for (const secret of [before.kek, after.kek, root]) secret.fill(0);
  return {
    authHash: await passwords.hashAuth(after.auth),
    bundle: { ...account.bundle, wrap_password: wrapped },
  };
}

function isRewrapped(
  { sodium }: Services,
  { sub, bundle }: AccountRow,
  { wrap, proof }: { readonly wrap: string; readonly proof: string | undefined },
): boolean {
  const statement = wrapStatement({ account: sub, generation: bundle.generation, under: 'password', wrap });
  return proof !== undefined && isSignedBy(sodium, bundle.sign_public, statement, proof);
}

async function refuseSame({ passwords }: Services, account: AccountRow, password: string): Promise<void> {
  const auth = await passwords.toAuth(password, account.kdf);
  if (await passwords.verifyAuth(account.authHash, auth)) throw new HttpError(400, samePassword);
}

function refuseWeak(account: AccountRow, password: string): void {
  const problem = passwordProblem(password, [account.email]);
  if (problem !== null) throw new HttpError(400, problem);
}
