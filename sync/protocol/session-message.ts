import * as v from 'valibot';
import { idSchema, instantSchema } from '../collections/values.ts';

const secret = v.pipe(v.string(), v.maxLength(400));
const sealed = v.pipe(v.string(), v.maxLength(2000));
/** [C-540] The device id of the cookie. */
const deviceName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16}$/));
/** What a device calls itself, in fixed words of ours: `Chrome on Windows`. */
const deviceWords = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9 ]{0,39}$/));

/** Floor of the password's derivation. Weaker parameters from a server are refused as a downgrade. */
export const kdfFloor = { alg: 'argon2id13', ops: 3, memKiB: 65_536 } as const;

export const kdfParams = v.object({
  alg: v.literal('argon2id13'),
  ops: v.pipe(v.number(), v.integer(), v.maxValue(20)),
  memKiB: v.pipe(v.number(), v.integer(), v.maxValue(1_048_576)),
  /** base64url, 16 bytes. */
  salt: v.pipe(v.string(), v.maxLength(64)),
});
export type KdfParams = v.InferOutput<typeof kdfParams>;

/** POST /api/login/v1/pre_login. Unknown names get a steady decoy. */
export const preLoginRequest = v.object({
  username_or_email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320)),
});
export const preLoginResponse = v.object({ kdf: kdfParams });

/**
 * POST /api/login/v1/initiate_auth. `password` carries AUTH (`k1.` + base64url) from our client; a raw password of
 * another API caller is accepted too and derived on the server.
 */
export const initiateAuthRequest = v.object({
  username_or_email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  mfa_code: v.optional(v.pipe(v.string(), v.maxLength(20))),
  remember_me: v.optional(v.boolean()),
});

/** The account's keys as the server keeps them: public halves and wraps that it cannot open. base64url throughout. */
export const keyBundle = v.object({
  generation: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Account root key under KEK: `core/wrap.ts` layout. */
  wrap_password: sealed,
  sign_public: secret,
  box_public: secret,
  /** Signature by the account's signing key over generation and both public keys. */
  signature: secret,
  created: instantSchema,
});
export type KeyBundle = v.InferOutput<typeof keyBundle>;

/** What a device signs by: the session that it speaks in, its own name, and the public half that the server holds of its key. */
const sessionFacts = {
  session: v.optional(idSchema),
  device: v.optional(deviceName),
  /** base64url; absent: none is registered yet. */
  sign_key: v.optional(secret),
};

/** What a sign-in is refused with, beside its words, where the e-mail of the registration is not confirmed yet: who gave its password alone. */
export const unconfirmedCode = 'email_unconfirmed';

export const initiateAuthResponse = v.object({
  nextStep: v.picklist(['mfa', 'success']),
  sub: v.optional(idSchema),
  kdf: v.optional(kdfParams),
  bundle: v.optional(keyBundle),
  /** The server's deposit public key and its id (crypto_box, X25519). */
  server_key: v.optional(v.object({ id: idSchema, public: secret })),
  /** Key under which this device wraps its replica key; handed out to a live session of this device only. */
  device_key: v.optional(secret),
  ...sessionFacts,
  /** The session is over after this many milliseconds without activity. */
  idle_limit_ms: v.optional(v.number()),
});
export type InitiateAuthResponse = v.InferOutput<typeof initiateAuthResponse>;

/** GET /api/login/v1/device_key: the same key again after a reload of a live session. */
export const deviceKeyResponse = v.object({ sub: idSchema, device_key: secret, ...sessionFacts });

/**
 * POST /api/login/v1/sign_key: registers the public half of this device's own Ed25519 key. `signature` is by the account's
 * signing key over `signKeyStatement`: cookies alone register nothing.
 */
export const signKeyRequest = v.object({
  device: deviceName,
  public: secret,
  signature: secret,
  device_name: v.optional(deviceWords),
});

/** `resumes`: how often a device with this very key has come back by it. */
export const signKeyResponse = v.object({ resumes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

/** POST /api/login/v1/logout_everywhere: ends every session of the account, on all devices. `password` as in a sign-in. */
export const logoutEverywhereRequest = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) });

/** POST /api/login/v1/resume_nonce. A device or account that does not exist gets one too. */
export const resumeNonceRequest = v.object({ sub: idSchema, device: deviceName });
export const resumeNonceResponse = v.object({ nonce: secret });

/**
 * POST /api/login/v1/resume: begins a session without password or code, for a device that has signed in fully before.
 * `signature` is by the device's key over `resumeStatement`. The answer is that of a sign-in, without bundle and kdf.
 */
export const resumeRequest = v.object({
  sub: idSchema,
  device: deviceName,
  nonce: secret,
  /** Of the resumes of this device, this one; grows with each. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Milliseconds since the person last acted on this device. */
  idle: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  signature: secret,
  remember_me: v.optional(v.boolean()),
  device_name: v.optional(deviceWords),
});
export type ResumeRequest = v.InferOutput<typeof resumeRequest>;

/**
 * POST /api/sync/v1/deposit_key: registers the key under which this device seals its outbox. `sealed` is crypto_box_seal
 * of the 32-byte key to the server's public key; `signature` by the account's signing key over
 * canonicalJson({client_id, key_id, principal, sealed, server_key_id}). The answer's token uploads and does nothing else.
 */
export const depositKeyRequest = v.object({
  client_id: idSchema,
  key_id: idSchema,
  server_key_id: idSchema,
  sealed,
  signature: secret,
});
export type DepositKeyRequest = v.InferOutput<typeof depositKeyRequest>;
export const depositKeyResponse = v.object({ token: secret });
