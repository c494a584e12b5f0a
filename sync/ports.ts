/**
 * The only ways in which the engine reaches the world. Everything under `sync/core` is pure; everything under
 * `sync/client` gets these handed in, so that a test can own time, chance, storage and the network.
 */

/** Milliseconds since the epoch, and timers that a simulation can own. */
export interface Clock {
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** A source of unpredictable bytes. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** Ids and counts only: nothing that a person wrote or is called ever goes here. */
export interface Log {
  error(event: string, detail?: Record<string, string | number | boolean>): void;
  info(event: string, detail?: Record<string, string | number | boolean>): void;
  debug(event: string, detail?: Record<string, string | number | boolean>): void;
}

/**
 * What came back of one request. `answered` means that bytes of a schema-valid answer of *our* server arrived; it is
 * the only proof of being online. A captive portal's page is `unreachable`.
 */
export type TransportAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'retry'; readonly delayMs?: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'client-too-old' }
  | { readonly kind: 'refused'; readonly code: string };

/** One call per endpoint of the sync protocol. Implementations never throw for a failed network. */
export interface Transport {
  push(request: unknown, signal?: AbortSignal): Promise<TransportAnswer<unknown>>;
  /**
   * Streams one page of the change log. `onLine` gets each line as it came; it is awaited before more is read, so a slow
   * replica slows the download down instead of filling memory.
   */
  pull(
    request: {
      readonly cursor: string | null;
      readonly clientId: string;
      /** Highest id whose outcome this replica has taken in. */
      readonly confirmed: number;
      /** Whose replica asks. */
      readonly account?: string;
      readonly heal?: string;
      /** With `heal`: this record of the collection alone. */
      readonly record?: string;
    },
    onLine: (line: string) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<TransportAnswer<null>>;
}

/* ------------------------------------------------------------------------------------------------ replica store */

export type ReplicaTable = 'base' | 'overlay' | 'outbox' | 'attention' | 'meta';

/** A row as it lies on the device. `k` is unique in its table; `x` are its index entries (code-unit order). */
export interface ReplicaRow {
  readonly k: string;
  readonly x?: readonly string[];
  /** Scope, in the clear, so that a revoked scope can be purged without its key. */
  readonly s?: string;
  /** Record version, in the clear: part of the checksum and of the sealed row's associated data. */
  readonly v?: number;
  /** Sealed bytes. */
  readonly z?: Uint8Array;
  /** What may lie in the clear: protocol state, never anything a person wrote. */
  readonly m?: unknown;
}

export type StoreCommand =
  | { readonly op: 'get'; readonly table: ReplicaTable; readonly keys: readonly string[] }
  | {
      /** Rows with `from <= k < to`, or, with `by: 'x'`, rows having an index entry in that range, each row once. */
      readonly op: 'range';
      readonly table: ReplicaTable;
      readonly by: 'k' | 'x';
      readonly from: string;
      readonly to: string;
      readonly limit?: number;
      readonly reverse?: boolean;
    }
  | {
      readonly op: 'put';
      readonly table: ReplicaTable;
      readonly rows: readonly ReplicaRow[];
      /** Of base rows: nothing of the overlay lies over them but what this transaction puts there. */
      readonly isBare?: boolean;
    }
  | {
      readonly op: 'delete';
      readonly table: ReplicaTable;
      readonly keys: readonly string[];
      /** Of outbox rows: the uids of their mutations, of which the server's word lies here with this transaction. */
      readonly settles?: readonly string[];
    };

/** For `get`: one entry per key, `undefined` where absent. For `range`: the rows in order. For writes: empty. */
export type StoreResult = readonly (ReplicaRow | undefined)[];

/**
 * The body of a transaction: a *synchronous* generator. It yields batches of commands and gets their results; nothing
 * foreign can be awaited inside, so the whole body is one storage transaction (measured: one awaited timer splits an
 * IndexedDB transaction in two, every time). `isAhead`: it is run on what is remembered, which may not be so.
 */
export type TxBody<R> = (isAhead?: boolean) => Body<R>;

/** A body under way, or a part of one: parts are put together with `yield*`. */
export type Body<R> = Generator<readonly StoreCommand[], R, readonly StoreResult[]>;

/** What a body asks for first, so that storage need not wait for it to say so. */
export interface Ahead {
  /** Names of small rows. */
  readonly metas: readonly string[];
  /**
   * Whether the small rows, in the order of `metas`, mean the same to the body as those that were remembered. With it the body may be run ahead
   * of the answer on what is remembered, and once more where that was not so: what it does but by its commands it does not do ahead. [ST-32]
   */
  readonly isSame?: (remembered: StoreResult, found: StoreResult) => boolean;
}

/** `strict` is on stable storage when the promise resolves; `relaxed` may lose its tail with the machine, not with the process. */
export type Durability = 'strict' | 'relaxed';

/** What one commit touched: `table|key` names, or `null` for more than can be listed. */
export interface StoreChange {
  readonly tables: ReadonlySet<ReplicaTable>;
  /** Collections whose base or overlay changed. */
  readonly collections: ReadonlySet<string>;
  /** Record keys (`collection|id`) where few changed, else null: "look again". */
  readonly keys: ReadonlySet<string> | null;
  /** Names of the `meta` rows that changed; absent where the teller did not say. */
  readonly metas?: ReadonlySet<string>;
  /** By record key, what a reader sees from this commit on, where a small commit can tell: it need not be asked for again. */
  readonly shown?: ReadonlyMap<string, ShownRow>;
  /** Uids of mutations that the server settled: what they left in the overlay is gone with this commit. */
  readonly settled?: ReadonlySet<string>;
  /** Of another connection: it may be heard of later than a younger commit of one's own. */
  readonly isForeign?: boolean;
  /** The name that this commit was announced by before it was made. */
  readonly announced?: string;
  /** The edition of the records that it found (null: not known), and the one that it left. [ST-31] */
  readonly edition?: { readonly from: string | null; readonly to: string };
}

/** A row as a reader sees it: the overlay's where a pending mutation touched the record, else the base's. */
export interface ShownRow {
  readonly table: 'base' | 'overlay';
  readonly row: ReplicaRow;
}

/**
 * Where the replica lies. Guarantees, held by one contract suite for every implementation:
 * a transaction commits whole or not at all; transactions are serialised; after `tx` resolves its writes are seen by
 * every later `tx` of every connection; a lost handle is dropped and reopened before an error surfaces.
 */
export interface ReplicaStore {
  tx<R>(durability: Durability, body: TxBody<R>, ahead?: Ahead): Promise<R>;
  /** The same for a body that only reads: it runs beside others and holds nobody up. A write in it fails. */
  read<R>(body: TxBody<R>): Promise<R>;
  /**
   * Hears of every commit, of this connection at once and of others soon: of a relaxed one while it is being made, and once more, by
   * names alone, where it then fails. What is read on such a word is read after it. Returns the way to stop.
   */
  watch(onChange: (change: StoreChange) => void): () => void;
  /**
   * Hears that another connection is making a strict commit that touches the outbox: what is read on this word is read after it, and where it
   * fails, without it. `announced` is the name by which the change speaks of it. Returns the way to stop.
   */
  watchComing(onComing: (announced: string) => void): () => void;
  close(): void;
}
