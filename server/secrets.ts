import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import type { Clock, Log, Random } from '../sync/ports.ts';
import { fromBase64Url, toBase64Url } from '../sync/core/base64url.ts';
import { newId } from '../sync/core/new-id.ts';
import { syncToDisk } from './backup/durable.ts';
import { databaseFile } from './backup/manifest.ts';
import { ConfigError } from './config.ts';
import { open, seal } from './store/body-seal.ts';

/** One X25519 pair that devices seal their deposit keys to. */
export interface DepositSecrets {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
  readonly createdAtMs: number;
}

/** Everything that must stay the same from one start to the next, and secret. */
export interface Secrets {
  readonly masterKey: Uint8Array;
  /** Keys the refresh tokens' successors, deposit tokens and decoys. */
  readonly tokenKey: Uint8Array;
  /** Newest first; the first one is handed out. */
  readonly deposit: readonly DepositSecrets[];
  /** Ed25519 for audit checkpoints, PKCS #8 and SPKI PEM. */
  readonly auditPrivate: string;
  readonly auditPublic: string;
}

const masterFile = 'master.key';
const sealedFile = 'server-keys.sealed';
const sealedPlace = 'server-keys';

const dayMs = 24 * 60 * 60 * 1000;
/** A new deposit pair is made after half a year; an old one opens deposits for twelve months more. */
const depositKeyLifeMs = 182 * dayMs;
const depositKeyKeptMs = depositKeyLifeMs + 365 * dayMs;

const fileSchema = v.object({
  tokenKey: v.string(),
  deposit: v.array(
    v.object({ id: v.string(), publicKey: v.string(), privateKey: v.string(), createdAtMs: v.number() }),
  ),
  auditPrivate: v.string(),
  auditPublic: v.string(),
});

interface SecretPorts {
  readonly sodium: typeof Sodium;
  readonly random: Random;
  readonly clock: Clock;
}

/** Fresh secrets that live in memory: for tests and simulations. */
export function createSecrets(ports: SecretPorts): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    masterKey: ports.random.bytes(32),
    tokenKey: ports.random.bytes(32),
    deposit: [createDepositPair(ports)],
    auditPrivate: privateKey,
    auditPublic: publicKey,
  };
}

/**
 * Reads the secrets of a data directory, making what is missing: `master.key`, and the rest sealed under it. A master key
 * is made for an empty directory only: a new one beside data that an old one sealed would lose both.
 */
export function openSecrets(dataDir: string, ports: SecretPorts & { readonly log: Log }): Secrets {
  if (!existsSync(path.join(dataDir, masterFile))) {
    assertMayMakeKey(dataDir);
    // The database lies there too, and says who is whose client.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const key = toBase64Url(ports.random.bytes(32));
    // On the disk before anything is sealed under it.
    writeFileSync(path.join(dataDir, masterFile), key, { mode: 0o600, flag: 'wx', flush: true });
    syncToDisk(dataDir);
    ports.log.info('master-key-made', { file: masterFile });
  }
  chmodSync(path.join(dataDir, masterFile), 0o600);
  const stored = existsSync(path.join(dataDir, sealedFile)) ? readSecrets(dataDir) : null;
  const secrets = rotate(stored ?? { ...createSecrets(ports), masterKey: readMasterKey(dataDir) }, ports);
  if (secrets !== stored) {
    const sealed = seal(secrets.masterKey, sealedPlace, Buffer.from(secretsToText(secrets)), ports.random);
    const next = path.join(dataDir, `${sealedFile}.next`);
    writeFileSync(next, sealed, { mode: 0o600, flush: true });
    renameSync(next, path.join(dataDir, sealedFile));
    syncToDisk(dataDir);
  }
  return secrets;
}

/** The secrets that lie in a directory; throws where they are not there or do not fit each other. */
export function readSecrets(dataDir: string): Secrets {
  return parseSecrets(readMasterKey(dataDir), readFileSync(path.join(dataDir, sealedFile)));
}

function readMasterKey(dataDir: string): Uint8Array {
  return fromBase64Url(readFileSync(path.join(dataDir, masterFile), 'utf8').trim());
}

function assertMayMakeKey(dataDir: string): void {
  const sealed = [databaseFile, sealedFile].find((name) => existsSync(path.join(dataDir, name)));
  if (sealed !== undefined) {
    throw new ConfigError(
      `${dataDir} holds ${sealed} without the ${masterFile} that opens it: put the key back, or restore a backup`,
    );
  }
  // A restore that was cut off between its two renames leaves both halves beside a directory that is not there.
  const { dir, base } = path.parse(path.resolve(dataDir));
  const beside = existsSync(dir) ? readdirSync(dir) : [];
  const before = beside.find(
    (name) => name.startsWith(`${base}.before-`) && beside.includes(name.replace('.before-', '.restoring-')),
  );
  if (before === undefined || existsSync(dataDir)) return;
  const restored = before.replace('.before-', '.restoring-');
  throw new ConfigError(
    `A restore of ${dataDir} was cut off: rename ${restored} to ${base} for the restored data, or ${before} for those of before`,
  );
}

function rotate(secrets: Secrets, ports: SecretPorts): Secrets {
  const now = ports.clock.now();
  const [newest] = secrets.deposit;
  if (newest && now - newest.createdAtMs < depositKeyLifeMs) return secrets;
  const kept = secrets.deposit.filter((pair) => now - pair.createdAtMs < depositKeyKeptMs);
  return { ...secrets, deposit: [createDepositPair(ports), ...kept] };
}

function createDepositPair(ports: SecretPorts): DepositSecrets {
  const pair = ports.sodium.crypto_box_seed_keypair(ports.random.bytes(32));
  return {
    id: newId(ports.random),
    publicKey: pair.publicKey,
    privateKey: pair.privateKey,
    createdAtMs: ports.clock.now(),
  };
}

function secretsToText(secrets: Secrets): string {
  return JSON.stringify({
    tokenKey: toBase64Url(secrets.tokenKey),
    deposit: secrets.deposit.map((pair) => ({
      ...pair,
      publicKey: toBase64Url(pair.publicKey),
      privateKey: toBase64Url(pair.privateKey),
    })),
    auditPrivate: secrets.auditPrivate,
    auditPublic: secrets.auditPublic,
  });
}

function parseSecrets(masterKey: Uint8Array, sealed: Uint8Array): Secrets {
  const file = v.parse(fileSchema, JSON.parse(open(masterKey, sealedPlace, sealed).toString('utf8')));
  return {
    masterKey,
    tokenKey: fromBase64Url(file.tokenKey),
    deposit: file.deposit.map((pair) => ({
      ...pair,
      publicKey: fromBase64Url(pair.publicKey),
      privateKey: fromBase64Url(pair.privateKey),
    })),
    auditPrivate: file.auditPrivate,
    auditPublic: file.auditPublic,
  };
}
