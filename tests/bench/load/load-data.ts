import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import sodium from 'libsodium-wrappers';
import { createKeyBundle } from '../../../sync/core/account-keys.ts';
import { registry } from '../../../sync/collections/index.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { toBase64Url } from '../../../sync/core/base64url.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { newId } from '../../../sync/core/new-id.ts';
import { kdfFloor } from '../../../sync/protocol/session-message.ts';
import { accessToken, hashToken, newFamilyId } from '../../../server/auth/tokens.ts';
import { databaseFile } from '../../../server/backup/manifest.ts';
import { generatePractice } from '../../../server/dev/generate-practice.ts';
import type { GeneratedAccount, GeneratedPractice, PracticeSize } from '../../../server/dev/practice-types.ts';
import { openSecrets, type Secrets } from '../../../server/secrets.ts';
import type { AccountRow } from '../../../server/store/account-calls.ts';
import { call, type Plan, type Store } from '../../../server/store/port.ts';
import { createSqliteStore } from '../../../server/store/sqlite-store.ts';
import { createTxContext } from '../../../server/sync/tx-context.ts';
import { writeRecord } from '../../../server/sync/write-record.ts';
import { createLog, systemClock, systemRandom } from '../../../server/system-ports.ts';
import { RecordWriter } from '../server/record-writer.ts';

/** A device of one account as the database knows it: signed in, with its outbox key registered. */
export interface LoadDevice {
  readonly sub: string;
  readonly clientId: string;
  readonly keyId: string;
  readonly depositKey: Uint8Array;
  readonly cookie: string;
  /** Sessions that have no note yet. */
  readonly sessions: readonly string[];
  /** Where the account's log ended when the database was made. */
  readonly head: number;
}

export interface LoadShape {
  readonly accounts: number;
  readonly devicesPerAccount: number;
  readonly size: PracticeSize;
  /** Messages are added until so many records are held by each account. */
  readonly records?: number;
}

/** A data directory with accounts, devices and records, made before any server runs over it. */
export interface LoadData {
  readonly dataDir: string;
  readonly file: string;
  readonly epoch: string;
  readonly devices: readonly LoadDevice[];
  /** Records that the first account holds. */
  readonly held: number;
  dispose(): void;
}

const rowsPerTransaction = 3000;
const sessionLifeMs = 12 * 60 * 60 * 1000;

/** Writes everything as the server itself writes it; passwords and sign-ins cost nothing here and are left out. */
export async function createLoadData(shape: LoadShape): Promise<LoadData> {
  await sodium.ready;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-load-'));
  const dispose = (): void => fs.rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', dispose);
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const secrets = openSecrets(dataDir, ports);
  const file = path.join(dataDir, databaseFile);
  const store = createSqliteStore({ file, masterKey: secrets.masterKey, random: systemRandom });
  const devices: LoadDevice[] = [];
  let held = 0;
  for (let index = 0; index < shape.accounts; index += 1) {
    const practice = generatePractice({ seed: 2026 + index, anchor: toInstant(Date.now()), size: shape.size });
    const owner = practice.accounts[0];
    if (!owner) throw new Error('a practice has a clinician');
    await writeAll(store, practice);
    if (shape.records !== undefined) {
      const missing = shape.records - (await countOf(store, owner.sub));
      if (missing > 0) await new RecordWriter(store, practice).addMessages(missing);
    }
    if (index === 0) held = await countOf(store, owner.sub);
    const { seq: head } = await store.read(() => call('headOf', owner.sub));
    const shared = { sub: owner.sub, head, sessions: sessionsOf(practice) };
    const made = Array.from({ length: shape.devicesPerAccount }, () => deviceOf(secrets, shared));
    await store.write(() => writeDevices(secrets, owner, made));
    devices.push(...made);
  }
  const epoch = (await store.read(() => call('getMeta', 'epoch'))) ?? '';
  await store.close();
  return { dataDir, file, epoch, devices, held, dispose };
}

/** A copy of the database beside it, for who does the least. */
export function copyDatabase(data: LoadData, name: string): string {
  const file = path.join(data.dataDir, name);
  const source = new Database(data.file, { readonly: true });
  source.prepare('VACUUM INTO ?').run(file);
  source.close();
  return file;
}

/** Writes records as the server itself writes them. */
export async function writeAll(store: Store, practice: Pick<GeneratedPractice, 'records'>): Promise<void> {
  const uid = newId(systemRandom);
  for (let from = 0; from < practice.records.length; from += rowsPerTransaction) {
    const rows = practice.records.slice(from, from + rowsPerTransaction);
    const context = createTxContext(registry, Date.now());
    await store.write(function* (): Plan<void> {
      for (const { fields, ...row } of rows) {
        const shape = registry.collections.get(row.collection)?.shape ?? 1;
        const stamps = Object.fromEntries(fields.map((field) => [field, uid]));
        yield* writeRecord(context, { ...row, version: 1, shape, stamps }, undefined);
      }
    });
  }
}

async function countOf(store: Store, sub: string): Promise<number> {
  const sums = await store.read(() => call('sumsOf', sub));
  return sums.reduce((sum, row) => sum + row.count, 0);
}

function sessionsOf(practice: GeneratedPractice): readonly string[] {
  const notes = new Set(practice.records.filter((row) => row.collection === 'note').map((row) => row.id));
  return practice.records
    .filter((row) => row.collection === 'appointment' && !notes.has(noteIdOf(row.id)))
    .map((row) => row.id);
}

/** A device before the database knows it. */
export interface NewDevice extends LoadDevice {
  readonly familyId: string;
  readonly token: string;
}

/** A new device of an account, with keys of its own. */
export function deviceOf(secrets: Secrets, shared: Pick<LoadDevice, 'sub' | 'head' | 'sessions'>): NewDevice {
  const familyId = newFamilyId(systemRandom);
  const token = accessToken(secrets.tokenKey, familyId, 1);
  return {
    ...shared,
    familyId,
    token,
    clientId: newId(systemRandom),
    keyId: newId(systemRandom),
    depositKey: systemRandom.bytes(32),
    cookie: `orchid_at=${token}`,
  };
}

/** Signs devices of one account in, and the account up. */
export function* writeDevices(secrets: Secrets, owner: GeneratedAccount, devices: readonly NewDevice[]): Plan<void> {
  const nowMs = Date.now();
  const [pair] = secrets.deposit;
  if (!pair) throw new Error('a server has a deposit key');
  yield* call('putAccount', accountOf(owner, toInstant(nowMs)));
  for (const { familyId, token, clientId, keyId, depositKey, sub } of devices) {
    const deviceId = toBase64Url(systemRandom.bytes(12));
    const endsAtMs = nowMs + sessionLifeMs;
    const times = { rotatedAtMs: nowMs, createdAtMs: nowMs, activeAtMs: nowMs, endsAtMs };
    yield* call('putSession', {
      familyId,
      sub,
      deviceId,
      generation: 1,
      seenGeneration: 1,
      isRemembered: true,
      endedReason: '',
      ...times,
    });
    yield* call('putAccessToken', { hash: hashToken(token), familyId, generation: 1, expiresAtMs: endsAtMs });
    yield* call('putDepositKey', {
      keyId,
      principal: sub,
      clientId,
      deviceId,
      serverKeyId: pair.id,
      sealed: toBase64Url(sodium.crypto_box_seal(depositKey, pair.publicKey)),
      tokenHash: hashToken(keyId),
      state: 'active',
      created: toInstant(nowMs),
      generation: 0,
      expiresAtMs: endsAtMs,
      rowsLeft: Number.MAX_SAFE_INTEGER,
    });
  }
}

function accountOf({ sub, user_type: userType }: GeneratedAccount, now: string): AccountRow {
  return {
    sub,
    email: `${sub}@load.test`,
    userType,
    kdf: { ...kdfFloor, salt: toBase64Url(systemRandom.bytes(16)) },
    authHash: '',
    bundle: createKeyBundle(sodium, { kek: systemRandom.bytes(32), sub, now }).bundle,
    profile: {},
    created: now,
    modified: now,
    withFactor: false,
  };
}
