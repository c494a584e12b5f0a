import { Dexie, type Table, type Transaction } from 'dexie';
import type { Durability, ReplicaRow, ReplicaStore, StoreChange, StoreCommand, StoreResult, TxBody } from '../ports.ts';
import { ChangeCollector } from './store-change.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Version of the on-disk layout; guarded by a fixture test. Additive changes only. */
export const replicaLayoutVersion = 1;

const schema = {
  base: '&k,*x',
  overlay: '&k,*x',
  outbox: '&k',
  attention: '&k',
  parked: '&k',
  meta: '&k',
} as const;

export interface DexieStoreOptions {
  readonly name: string;
  /** A newer version of the app upgraded the database under us: this tab is over. */
  readonly onClosedByUpdate?: () => void;
}

/** How often a lost handle is reopened before the error surfaces. */
const reopenDelaysMs = [0, 50, 250, 1000] as const;

/**
 * The replica in IndexedDB. Two connections, because Dexie fixes durability per database object: `strict` for what a
 * person typed, `relaxed` for what the server can send again.
 */
export function openDexieStore(options: DexieStoreOptions): ReplicaStore {
  const strict = open(options, 'strict');
  const relaxed = open(options, 'relaxed');
  const watchers = new Set<(change: StoreChange) => void>();
  // Other contexts hear of a commit by name; each contents itself with what it asks for.
  const channel = new BroadcastChannel(`${options.name}-changes`);
  channel.onmessage = (event: MessageEvent<StoreChange>) => {
    for (const watcher of watchers) watcher(event.data);
  };
  let closed = false;

  const announce = (change: StoreChange): void => {
    for (const watcher of watchers) watcher(change);
    if (!closed) channel.postMessage(change);
  };

  return {
    tx: (durability, body) => withReopen(durability === 'strict' ? strict : relaxed, 'rw', { body, announce }),
    read: (body) => withReopen(relaxed, 'r', { body, announce }),
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    close: () => {
      closed = true;
      channel.close();
      watchers.clear();
      strict.close();
      relaxed.close();
    },
  };
}

/** Deletes a replica with everything in it. Fails while another tab holds it open for longer than Dexie waits. */
export async function deleteDexieStore(name: string): Promise<void> {
  await Dexie.delete(name);
}

function open(options: DexieStoreOptions, durability: Durability): Dexie {
  const db = new Dexie(options.name, { chromeTransactionDurability: durability, autoOpen: true });
  db.version(replicaLayoutVersion).stores(schema);
  // Dexie's own handler lets an old tab reopen, and write into, an upgraded database: close for good instead.
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: true });
    options.onClosedByUpdate?.();
    return false;
  });
  return db;
}

interface Run<R> {
  readonly body: TxBody<R>;
  readonly announce: (change: StoreChange) => void;
}

async function withReopen<R>(db: Dexie, mode: 'rw' | 'r', job: Run<R>): Promise<R> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run(db, mode, job);
    } catch (error) {
      const failure = toStoreError(error);
      const delayMs = reopenDelaysMs[attempt];
      // Only a handle that is gone is worth a reopening; the transaction it held has changed nothing or is read back.
      if (failure === null) throw error;
      if (failure.code !== 'lost-handle' || delayMs === undefined) throw failure;
      db.close({ disableAutoOpen: false });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await db.open();
    }
  }
}

async function run<R>(db: Dexie, mode: 'rw' | 'r', { body, announce }: Run<R>): Promise<R> {
  const changes = new ChangeCollector();
  const result = await db.transaction(mode, db.tables, async (transaction): Promise<{ value: R }> => {
    const generator = body();
    let step = generator.next([]);
    while (!step.done) {
      const commands = step.value;
      for (const command of commands) changes.note(command);
      // Nothing but Dexie's own promises is awaited in here: one foreign await would split the transaction.
      const results = await Dexie.Promise.all(commands.map((command) => execute(transaction, command)));
      step = generator.next(results);
    }
    return { value: step.value };
  });
  const change = changes.result();
  if (change) announce(change);
  return result.value;
}

function execute(transaction: Transaction, command: StoreCommand): PromiseLike<StoreResult> {
  const table: Table<ReplicaRow, string> = transaction.table(command.table);
  switch (command.op) {
    case 'get': {
      const [only] = command.keys;
      if (command.keys.length === 1 && only !== undefined) return table.get(only).then((row) => [row]);
      return table.bulkGet([...command.keys]);
    }
    case 'range': {
      const found = table.where(command.by).between(command.from, command.to, true, false);
      const distinct = command.by === 'x' ? found.distinct() : found;
      const ordered = command.reverse ? distinct.reverse() : distinct;
      return (command.limit === undefined ? ordered : ordered.limit(command.limit)).toArray();
    }
    case 'put': {
      const [only] = command.rows;
      if (command.rows.length === 1 && only) return table.put(only).then(() => []);
      return table.bulkPut(command.rows).then(() => []);
    }
    case 'delete':
      return table.bulkDelete([...command.keys]).then(() => []);
  }
}

/** A browser's storage failure as one of ours; `null` for what is no storage failure (a bug in a body). */
function toStoreError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  const name = errorName(error);
  const code = codesByName[name];
  return code ? new StoreError(code, { cause: error }) : null;
}

const codesByName: Readonly<Record<string, StoreErrorCode>> = {
  QuotaExceededError: 'quota',
  InvalidStateError: 'lost-handle',
  InvalidState: 'lost-handle',
  UnknownError: 'lost-handle',
  TransactionInactiveError: 'failed',
  AbortError: 'failed',
  DatabaseClosedError: 'closed-by-update',
  VersionError: 'closed-by-update',
  OpenFailedError: 'failed',
  DataError: 'failed',
};

function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  // Dexie wraps what the browser threw; the innermost name tells.
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  if (inner !== undefined && inner !== null && inner !== error) {
    const innerName = errorName(inner);
    if (innerName !== '') return innerName;
  }
  return typeof name === 'string' ? name : '';
}
