import type Sodium from 'libsodium-wrappers';
import { createKeyBundle } from '../../sync/core/account-keys.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { kdfFloor, type KdfParams } from '../../sync/protocol/session-message.ts';
import type { Clock, Random } from '../../sync/ports.ts';
import { derivePassword, type Passwords } from '../auth/passwords.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { call, type Plan, type Store } from '../store/port.ts';
import { createTxContext } from '../sync/tx-context.ts';
import { writeRecord } from '../sync/write-record.ts';
import { generatePractice, practiceSizes } from './generate-practice.ts';
import type { DemoKind, GeneratedAccount, GeneratedPractice } from './practice-types.ts';

/** The password of every demo account. */
export const demoPassword = 'Orchid-demo-26!';

const rowsPerTransaction = 3000;
const demoSeed = 2026;

export interface SeedPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly sodium: typeof Sodium;
  readonly passwords: Passwords;
  readonly registry: Registry;
}

/** Fills an empty database with the demo practice around today; answers whether it did. */
export async function seedDemo(ports: SeedPorts, kind: DemoKind): Promise<GeneratedPractice | null> {
  if ((await ports.store.read(() => call('countAccounts'))) > 0) return null;
  const practice = generatePractice({
    seed: demoSeed,
    anchor: toInstant(ports.clock.now()),
    size: kind === 'lately' ? practiceSizes.lately : practiceSizes.demo,
    day: kind === 'ordinary' ? kind : 'now',
  });
  await seedPractice(ports, practice, demoPassword);
  return practice;
}

/**
 * Writes a generated practice as if it had been worked in: accounts with real keys, records with their index rows,
 * projections, log rows and sums. Accounts come last, so that a database that was left half seeded has none.
 */
export async function seedPractice(ports: SeedPorts, practice: GeneratedPractice, password: string): Promise<void> {
  const uid = newId(ports.random);
  for (let from = 0; from < practice.records.length; from += rowsPerTransaction) {
    const rows = practice.records.slice(from, from + rowsPerTransaction);
    await ports.store.write(() => writeRows(ports, rows, uid));
  }
  const accounts: AccountRow[] = [];
  for (const account of practice.accounts) accounts.push(await createAccount(ports, account, password));
  await ports.store.write(() => putAccounts(accounts));
}

function* writeRows(ports: SeedPorts, rows: GeneratedPractice['records'], uid: string): Plan<void> {
  const context = createTxContext(ports.registry, ports.clock.now());
  for (const row of rows) {
    const record: StoredRecord = {
      collection: row.collection,
      id: row.id,
      scope: row.scope,
      cls: row.cls,
      version: 1,
      shape: ports.registry.collections.get(row.collection)?.shape ?? 1,
      body: row.body,
      stamps: Object.fromEntries(row.fields.map((field) => [field, uid])),
    };
    // Left over from a seed that was cut off: this transaction had committed.
    if (yield* call('getRecord', record.collection, record.id)) continue;
    yield* writeRecord(context, record, undefined);
  }
}

function* putAccounts(accounts: readonly AccountRow[]): Plan<void> {
  for (const account of accounts) yield* call('putAccount', account);
}

async function createAccount(ports: SeedPorts, account: GeneratedAccount, password: string): Promise<AccountRow> {
  const { sodium, random, passwords, clock } = ports;
  const kdf: KdfParams = { ...kdfFloor, salt: toBase64Url(random.bytes(16)) };
  const keys = await derivePassword(sodium, password, kdf);
  const now = toInstant(clock.now());
  const { bundle } = createKeyBundle(sodium, { kek: keys.kek, sub: account.sub, now });
  const isPro = account.user_type === 'orchid_pro';
  return {
    sub: account.sub,
    email: account.email,
    userType: account.user_type,
    kdf,
    authHash: await passwords.hashAuth(keys.auth),
    bundle,
    profile: {
      is_test_user: true,
      ...(isPro ? { profile_approved_to_use_the_platform: true } : {}),
    },
    created: now,
    modified: now,
    withFactor: false,
  };
}
