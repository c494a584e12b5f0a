import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type * as v from 'valibot';
import { createAccountKeys, isNewAccountOf } from '../../sync/core/account-keys.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import type { professionalAccountRequest } from '../../sync/protocol/registration-message.ts';
import type { KdfParams, KeyBundle } from '../../sync/protocol/session-message.ts';
import { agreedVersions } from '../../sync/texts/legal-text.ts';
import { privacyPolicy } from '../../sync/texts/privacy-policy.ts';
import { termsOfUse } from '../../sync/texts/terms-of-use.ts';
import { HttpError } from '../http-error.ts';
import { planConfirmMail } from '../mail/confirm-mail.ts';
import { mailOrigin } from '../mail/mail-origin.ts';
import { refuseFor } from '../routes/refuse-for.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { call } from '../store/port.ts';
import type { AgreedText, GivenFacts, PendingRow } from '../store/registration-calls.ts';
import { addressOf } from './caller-address.ts';
import { isHttps, pendingDays, setPendingCookie } from './cookies.ts';
import { derivePassword } from './passwords.ts';
import { hashToken } from './tokens.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type UserIn = v.InferOutput<typeof professionalAccountRequest>['user_in'];

/** What an account is made of, beside whose it is. */
export type NewUser = Pick<UserIn, 'password' | 'keys' | 'agreed' | 'timezone'>;

interface Registration {
  readonly userType: AccountRow['userType'];
  readonly given: Omit<GivenFacts, 'timezone'>;
  readonly user: UserIn;
  /** What a raw password is told, where it is too weak; null: it will do. */
  readonly problem: string | null;
  /** Ids of invites that it brings along. */
  readonly invites?: readonly string[];
}

/**
 * [RG-1] Makes a registration that waits for its e-mail, whichever e-mail that is: what is answered, in words, headers and work, is
 * the same for one that has an account. Its mail alone tells. Nothing can be signed in to before it is confirmed.
 */
export async function beginRegistration(services: Services, c: Context, registration: Registration): Promise<void> {
  const { store, clock, random, limits, mailer, trustProxy } = services;
  const { user, userType, given, problem, invites = [] } = registration;
  if (!mailer.leaves) throw new HttpError(503, 'This server sends no mail, so nobody can register on it.');
  const origin = mailOrigin(services, c);
  if (problem !== null) throw new HttpError(400, problem);
  refuseFor(await limits.takeMail({ email: emailKey(user.email), from: addressOf(c, trustProxy) }));
  const account = await store.read(() => call('accountByEmail', user.email));
  const kdf = account?.kdf ?? services.passwords.decoyKdf(emailKey(user.email));
  const keys = await keysOf(services, user, kdf);
  const token = toBase64Url(random.bytes(32));
  const nowMs = clock.now();
  const row: PendingRow = {
    id: newId(random),
    email: user.email,
    userType,
    ...keys,
    kdf,
    given: { ...given, timezone: user.timezone ?? services.practiceZone },
    agreed: agreedNow(user, toInstant(nowMs)),
    invites,
    tokenHash: hashToken(token),
    createdMs: nowMs,
    endsMs: nowMs + pendingDays * dayMs,
  };
  await store.write(function* () {
    yield* call('pruneRegistrations', nowMs);
    yield* call('putPending', row);
    yield* planConfirmMail(services, { pending: row.id, origin, nowMs });
  });
  setPendingCookie(c, token, isHttps(c, trustProxy));
  services.jobs.kick();
}

interface MadeKeys {
  readonly sub: string;
  readonly bundle: KeyBundle;
  readonly authHash: string;
}

/** Our client brings keys that it made; for another caller the server makes them of the password. */
export async function keysOf(services: Services, user: NewUser, kdf: KdfParams): Promise<MadeKeys> {
  const { sodium, passwords, clock } = services;
  if (isDerived(user)) {
    const { keys } = user;
    const fits =
      keys && canonicalJson(keys.kdf) === canonicalJson(kdf) && isNewAccountOf(sodium, keys.sub, keys.bundle);
    if (!fits)
      throw new HttpError(400, 'The keys of this registration do not fit. Please reload the page and try again.');
    return { sub: keys.sub, bundle: keys.bundle, authHash: await passwords.hashAuth(user.password) };
  }
  const { kek, auth } = await derivePassword(sodium, user.password, kdf);
  const { sub, bundle, accountRoot } = createAccountKeys(sodium, { kek, now: toInstant(clock.now()) });
  for (const secret of [kek, accountRoot]) secret.fill(0);
  return { sub, bundle, authHash: await passwords.hashAuth(auth) };
}

/** Whether the password was left on the device, and what came is derived of it. */
export function isDerived(user: Pick<UserIn, 'password'>): boolean {
  return /^k1\.[A-Za-z0-9_-]{43}$/.test(user.password);
}

const hashes = {
  terms_of_use: createHash('sha256')
    .update(canonicalJson(toJson(termsOfUse)))
    .digest('base64url'),
  privacy_policy: createHash('sha256')
    .update(canonicalJson(toJson(privacyPolicy)))
    .digest('base64url'),
} as const;

function toJson({ title, version, sections }: typeof termsOfUse) {
  return {
    title,
    version,
    sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
  };
}

/** [RG-5] What was agreed to is kept with the hash of its words; words that were changed meanwhile are shown anew first. */
export function agreedNow({ agreed }: NewUser, at: string): readonly AgreedText[] {
  if (!agreed) return [];
  return (['terms_of_use', 'privacy_policy'] as const).map((text) => {
    if (agreed[text] !== agreedVersions[text])
      throw new HttpError(
        409,
        'Our terms have changed since this page was opened. Please reload it and read them again.',
      );
    return { text, version: agreed[text], hash: hashes[text], at };
  });
}
