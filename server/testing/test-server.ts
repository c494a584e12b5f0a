import path from 'node:path';
import type { Hono } from 'hono';
import sodium from 'libsodium-wrappers';
import { registry as productRegistry } from '../../sync/collections/index.ts';
import { createKeyBundle, type PasswordKeys } from '../../sync/core/account-keys.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { kdfFloor } from '../../sync/protocol/session-message.ts';
import { createApp, type OrchidApp } from '../app.ts';
import type { Limits } from '../auth/rate-limits.ts';
import { noAllowances, type RequestAllowances } from '../auth/request-limits.ts';
import { createPasswords, type Passwords } from '../auth/passwords.ts';
import { databaseFile } from '../backup/manifest.ts';
import { defaultPracticeZone, type Approval } from '../config.ts';
import type { Checkpoint } from '../effects/audit-chain.ts';
import type { ShownMailbox } from '../dev/mailbox-routes.ts';
import type { AnyJobKind } from '../effects/job-kind.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createSecrets, openSecrets, type Secrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { call, type Plan, type Store } from '../store/port.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { liftRecord } from '../sync/lift-record.ts';
import { createTxContext } from '../sync/tx-context.ts';
import { writeRecord } from '../sync/write-record.ts';
import { createTestLog, FakeClock, seededRandom } from './fake-clock.ts';
import { TestDevice } from './test-device.ts';

export interface TestServerOptions {
  readonly registry?: Registry;
  readonly limits?: Partial<Limits>;
  /** Default: none, so that a test meets those that it is about. */
  readonly allowances?: Partial<RequestAllowances>;
  readonly draftPauseMs?: number;
  readonly trustProxy?: boolean;
  readonly origins?: readonly string[];
  readonly file?: string;
  /** A data directory as a real server has it, with its secrets; without it all is in memory. */
  readonly dataDir?: string;
  readonly seed?: number;
  readonly practiceZone?: string;
  /** Default: whoever registers is approved at once. */
  readonly approval?: Approval;
  /** When its clock begins. */
  readonly now?: string;
  readonly jobKinds?: readonly AnyJobKind[];
  /** Default: no mail leaves. */
  readonly mailer?: Mailer;
  readonly shownMailbox?: ShownMailbox;
  /** The version of its table of time zones. */
  readonly zoneTable?: string;
  readonly extend?: (app: Hono) => void;
}

/** A server in memory with a clock that one holds, and accounts whose keys cost nothing to derive. */
export class TestServer {
  readonly clock: FakeClock;
  readonly log = createTestLog();
  readonly random: ReturnType<typeof seededRandom>;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly checkpoints: Checkpoint[] = [];
  readonly keys = new Map<string, PasswordKeys>();
  readonly registry: Registry;
  readonly practiceZone: string;
  orchid!: OrchidApp;
  passwords!: Passwords;

  private constructor(options: TestServerOptions) {
    this.clock = new FakeClock(options.now);
    this.random = seededRandom(options.seed ?? 1);
    this.registry = options.registry ?? productRegistry;
    this.practiceZone = options.practiceZone ?? defaultPracticeZone;
    const ports = { sodium, random: this.random, clock: this.clock, log: this.log };
    const { dataDir } = options;
    this.secrets = dataDir === undefined ? createSecrets(ports) : openSecrets(dataDir, ports);
    this.store = createSqliteStore({
      file: options.file ?? (dataDir === undefined ? ':memory:' : path.join(dataDir, databaseFile)),
      masterKey: this.secrets.masterKey,
      random: this.random,
      defer: queueMicrotask,
    });
  }

  static async create(options: TestServerOptions = {}): Promise<TestServer> {
    await sodium.ready;
    const server = new TestServer(options);
    const { store, clock, random, log, secrets, registry, practiceZone } = server;
    server.passwords = await createPasswords({ sodium, tokenKey: secrets.tokenKey });
    server.orchid = await createApp({
      store,
      clock,
      random,
      log,
      secrets,
      registry,
      config: {
        practiceZone,
        trustProxy: options.trustProxy ?? false,
        origins: options.origins ?? [],
        ...(options.approval ? { approval: options.approval } : {}),
      },
      limits: { login: 1000, preLogin: 1000, ...options.limits },
      allowances: { ...noAllowances, ...options.allowances },
      ...(options.draftPauseMs === undefined ? {} : { draftPauseMs: options.draftPauseMs }),
      onCheckpoint: (checkpoint) => server.checkpoints.push(checkpoint),
      ...(options.mailer ? { mailer: options.mailer } : {}),
      ...(options.shownMailbox ? { shownMailbox: options.shownMailbox } : {}),
      ...(options.zoneTable === undefined ? {} : { zoneTable: options.zoneTable }),
      ...(options.jobKinds ? { jobKinds: options.jobKinds } : {}),
      ...(options.extend ? { extend: options.extend } : {}),
    });
    return server;
  }

  get services(): Services {
    return this.orchid.services;
  }

  get app(): Hono {
    return this.orchid.app;
  }

  async close(): Promise<void> {
    await this.orchid.settle();
    this.orchid.close();
    await this.store.close();
  }

  /** An account `<sub>@test.invalid`. */
  async addAccount(sub: string, userType: AccountRow['userType'] = 'orchid_pro'): Promise<void> {
    const keys: PasswordKeys = { kek: this.random.bytes(32), auth: `k1.${toBase64Url(this.random.bytes(32))}` };
    const now = toInstant(this.clock.now());
    const account: AccountRow = {
      sub,
      email: `${sub}@test.invalid`,
      userType,
      kdf: { ...kdfFloor, salt: toBase64Url(this.random.bytes(16)) },
      authHash: await this.passwords.hashAuth(keys.auth),
      bundle: createKeyBundle(sodium, { kek: keys.kek, sub, now }).bundle,
      profile: { first_name: 'Test', last_name: sub, timezone: 'America/New_York' },
      created: now,
      modified: now,
      withFactor: false,
    };
    this.keys.set(sub, keys);
    await this.store.write(() => call('putAccount', account));
  }

  device(): TestDevice {
    const { random, clock } = this;
    return new TestDevice({ send: (path, init) => this.app.request(path, init), random, clock });
  }

  /** A device that has signed in and registered its deposit key. */
  async signedIn(sub: string): Promise<TestDevice> {
    const device = this.device();
    const response = await device.signIn(`${sub}@test.invalid`, '', this.keys.get(sub));
    if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`);
    await device.registerKey();
    return device;
  }

  /** Writes records as the server itself does, over whatever is there. */
  async write(...records: readonly Omit<StoredRecord, 'version' | 'shape' | 'stamps'>[]): Promise<void> {
    const context = createTxContext(this.registry, this.clock.now(), { zone: this.practiceZone });
    await this.store.write(() => writeAll(context, records));
    await this.orchid.settle();
  }
}

function* writeAll(
  context: ReturnType<typeof createTxContext>,
  records: readonly Omit<StoredRecord, 'version' | 'shape' | 'stamps'>[],
): Plan<void> {
  for (const record of records) {
    const stored = yield* call('getRecord', record.collection, record.id);
    const before = stored && liftRecord(context.registry, stored);
    const shape = context.registry.collections.get(record.collection)?.shape ?? 1;
    yield* writeRecord(context, { ...record, version: (before?.version ?? 0) + 1, shape, stamps: {} }, before);
  }
}
