import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Random } from '../../sync/ports.ts';
import { assert } from '../../sync/core/assert.ts';
import { newId } from '../../sync/core/new-id.ts';
import { pieceMs } from '../turn-of-loop.ts';
import { GroupCommit } from './group-commit.ts';
import { makePrivate } from './private-files.ts';
import { StoreUnavailable, type Plan, type Store, type TxCalls } from './port.ts';
import { cacheMembers } from './member-cache.ts';
import { KeptVersions } from './kept-versions.ts';
import { RecordCache } from './record-cache.ts';
import { createScopeKeys, type ScopeKeys } from './scope-keys.ts';
import { createAccountCalls } from './sqlite-accounts.ts';
import { createClientCalls } from './sqlite-clients.ts';
import { createFeedCalls } from './sqlite-feeds.ts';
import { createIdempotencyCalls } from './sqlite-idempotency.ts';
import { drive, isInfrastructure } from './sqlite-drive.ts';
import { LongReaders } from './long-readers.ts';
import { createLogCalls } from './sqlite-log.ts';
import { createMemberCalls } from './sqlite-members.ts';
import { applyMigrations } from './sqlite-migrations.ts';
import { createAuditCalls } from './sqlite-audit.ts';
import { createOperationCalls } from './sqlite-operations.ts';
import { createRecordCalls } from './sqlite-records.ts';
import { createRecoveryCalls } from './sqlite-recovery.ts';
import { createInviteCalls } from './sqlite-invites.ts';
import { createPreferenceCalls } from './sqlite-preferences.ts';
import { createToldCalls } from './sqlite-told.ts';
import { createRegistrationCalls } from './sqlite-registration.ts';

export interface SqliteOptions {
  /** Of the page cache; default: 32 MB. */
  readonly cacheKilobytes?: number;
  /** A path, or `:memory:`. */
  readonly file: string;
  /** 32 bytes that wrap every scope key. */
  readonly masterKey: Uint8Array;
  readonly random: Random;
  /** Runs the group of writes that gathered meanwhile; default: after the requests that this turn of the loop brings. */
  readonly defer?: (run: () => void) => void;
  /** Size limit in database pages: a full disk, for tests and for quotas. */
  readonly maxPages?: number;
  /** How long plans may be added to one commit, in milliseconds. */
  readonly commitMs?: number;
}

interface Connection {
  readonly raw: Database.Database;
  readonly calls: TxCalls;
  readonly keys: ScopeKeys;
  /** What is remembered may not stand: a part was undone, or another connection has written. */
  forget(): void;
  readonly statements: ReturnType<typeof prepareTransactions>;
}

const cacheKilobytes = 32_768;
/** Pages beyond the cache are read where the system holds them, without a copy. Writing goes through the log as ever. */
const mappedBytes = 2 ** 30;
/** The write-ahead log is copied back once it has grown by so many pages of 4 KiB. */
const checkpointPages = 8000;

/** How long plans may be added to one commit: beside so much work the commit itself costs little. */
const mostCommitMs = 64;

/** Opens the database, brings its schema up to date, and insists on what the guarantees rest on. */
export function createSqliteStore(options: SqliteOptions): Store {
  // Before SQLite makes it: the log files beside it get the same permissions.
  if (options.file !== ':memory:') makePrivate(options.file);
  const raw = new Database(options.file);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 2000');
  // Fewer copies back into the database while people wait for a commit.
  raw.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  if (options.maxPages !== undefined) raw.pragma(`max_page_count = ${options.maxPages}`);
  assertFit(raw, options.file);
  applyMigrations(raw);
  const writer = connect(raw, options);
  const reader =
    options.file === ':memory:' ? writer : connect(new Database(options.file, { readonly: true }), options);
  drive(writer.calls, startMeta(options.random));
  // A snapshot that stays open over turns of the loop needs a connection of its own, which a database in memory has not.
  const long =
    reader === writer
      ? null
      : new LongReaders(() =>
          connect(new Database(options.file, { readonly: true }), { ...options, cacheKilobytes: 4096 }),
        );
  return new SqliteStore({
    writer,
    reader,
    long,
    defer: options.defer ?? ((run) => void setImmediate(run)),
    commitMs: options.commitMs ?? (reader === writer ? pieceMs : mostCommitMs),
  });
}

class SqliteStore implements Store {
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #long: LongReaders | null;
  readonly #defer: (run: () => void) => void;
  readonly #writes: GroupCommit;
  #closed = false;
  #isReading = false;

  constructor(parts: {
    readonly writer: Connection;
    readonly reader: Connection;
    readonly long: LongReaders | null;
    readonly defer: (run: () => void) => void;
    readonly commitMs: number;
  }) {
    this.#writer = parts.writer;
    this.#reader = parts.reader;
    this.#long = parts.long;
    this.#defer = parts.defer;
    this.#writes = new GroupCommit(parts.writer, {
      defer: parts.defer,
      commitMs: parts.commitMs,
      hasTurns: parts.reader !== parts.writer,
      onChange: () => this.#endReading(),
    });
  }

  async write<R>(plan: () => Plan<R>): Promise<R> {
    if (this.#closed) throw new StoreUnavailable('the store is closed');
    return this.#writes.write(plan);
  }

  async read<R>(plan: () => Plan<R>): Promise<R> {
    if (this.#closed) throw new StoreUnavailable('the store is closed');
    try {
      this.#beginReading();
      return drive(this.#reader.calls, plan());
    } catch (error) {
      if (!isInfrastructure(error)) throw error;
      this.#endReading();
      throw new StoreUnavailable('read failed', { cause: error });
    }
  }

  async readInPieces<R>(plan: () => Plan<R>, by?: string): Promise<R> {
    if (!this.#long) return this.read(plan);
    if (this.#closed) throw new StoreUnavailable('the store is closed');
    try {
      return await this.#long.read(plan, by);
    } catch (error) {
      if (!isInfrastructure(error)) throw error;
      throw new StoreUnavailable('read failed', { cause: error });
    }
  }

  /**
   * Reads of one turn of the loop, between two commits of ours, share a snapshot: to begin and end a transaction costs as
   * much as what most of them ask.
   */
  #beginReading(): void {
    // One connection for both in memory: a read runs within one tick, so nothing can come between.
    if (this.#isReading || this.#reader === this.#writer) return;
    this.#reader.statements.begin.run();
    this.#reader.forget();
    this.#isReading = true;
    this.#defer(() => this.#endReading());
  }

  #endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    if (this.#reader.raw.inTransaction) this.#reader.statements.commit.run();
  }

  async close(): Promise<void> {
    this.#writes.end();
    this.#closed = true;
    this.#endReading();
    await this.#long?.close();
    if (this.#reader !== this.#writer) this.#reader.raw.close();
    this.#writer.raw.close();
  }
}

/** Compiled once: each write and each read begins and ends a transaction. */
function prepareTransactions(raw: Database.Database) {
  return {
    begin: raw.prepare('BEGIN'),
    beginWrite: raw.prepare('BEGIN IMMEDIATE'),
    commit: raw.prepare('COMMIT'),
    rollback: raw.prepare('ROLLBACK'),
    savePlan: raw.prepare('SAVEPOINT plan'),
    releasePlan: raw.prepare('RELEASE plan'),
    undoPlan: raw.prepare('ROLLBACK TO plan'),
    /** Changes with every commit of another connection, never with one of this. */
    dataVersion: raw.prepare('PRAGMA data_version').pluck(),
  };
}

function connect(raw: Database.Database, options: SqliteOptions): Connection {
  raw.pragma(`cache_size = -${options.cacheKilobytes ?? cacheKilobytes}`);
  raw.pragma(`mmap_size = ${mappedBytes}`);
  const db = drizzle({ client: raw });
  const { masterKey, random } = options;
  const keys = createScopeKeys(db, { masterKey, random });
  const members = cacheMembers(createMemberCalls(db));
  const records = new RecordCache();
  const versions = new KeptVersions();
  const heads = new Map<string, number>();
  const forget = (): void => {
    members.forget();
    records.forget();
    versions.forget();
    heads.clear();
  };
  const savepoint = raw.prepare('SAVEPOINT step');
  const release = raw.prepare('RELEASE step');
  const rollback = raw.prepare('ROLLBACK TO step');
  const calls: TxCalls = {
    ...createRecordCalls(db, { keys, random, ...(raw.readonly ? {} : { memory: { records, versions } }) }),
    ...members.calls,
    ...createLogCalls(db, { keys, heads }),
    ...createClientCalls(db),
    ...createAccountCalls(db, { masterKey, random }),
    ...createAuditCalls(db),
    ...createIdempotencyCalls(db),
    ...createRecoveryCalls(db),
    ...createFeedCalls(db),
    ...createInviteCalls(db),
    ...createPreferenceCalls(db, { masterKey }),
    ...createRegistrationCalls(db),
    ...createOperationCalls(db),
    ...createToldCalls(db),
    pause: () => undefined,
    savepoint: () => void savepoint.run(),
    release: () => void release.run(),
    rollbackTo: () => {
      rollback.run();
      release.run();
      keys.forgetNew();
      forget();
    },
  };
  return { raw, calls, keys, forget, statements: prepareTransactions(raw) };
}

function* startMeta(random: Random): Plan<void> {
  const found = (yield { call: 'getMeta', args: ['epoch'] }) as string | undefined;
  if (found === undefined) yield { call: 'setMeta', args: ['epoch', newId(random)] };
}

/** Write-ahead log with `synchronous=FULL`, and no SQLite older than the one with the WAL-reset fix (3.51.3). */
function assertFit(raw: Database.Database, file: string): void {
  const version = String(raw.prepare('SELECT sqlite_version()').pluck().get());
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  assert(major * 1e6 + minor * 1e3 + patch >= 3_051_003, `SQLite ${version} is older than 3.51.3`);
  assert(raw.pragma('synchronous', { simple: true }) === 2, 'synchronous must be FULL');
  assert(raw.pragma('foreign_keys', { simple: true }) === 1, 'foreign keys must be on');
  const mode = raw.pragma('journal_mode', { simple: true });
  assert(mode === 'wal' || file === ':memory:', 'the journal must be a write-ahead log');
}
