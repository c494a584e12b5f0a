import type {
  Durability,
  ReplicaRow,
  ReplicaStore,
  ReplicaTable,
  StoreChange,
  StoreCommand,
  StoreResult,
  TxBody,
} from '../ports.ts';
import { assert } from '../core/assert.ts';
import { compareText } from '../core/compare-text.ts';
import { ChangeCollector, asForeign, asNames } from './store-change.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

const tables: readonly ReplicaTable[] = ['base', 'overlay', 'outbox', 'attention', 'meta'];

type TableRows = Map<string, ReplicaRow>;
type Content = Record<ReplicaTable, TableRows>;

function emptyContent(): Content {
  return {
    base: new Map(),
    overlay: new Map(),
    outbox: new Map(),
    attention: new Map(),
    meta: new Map(),
  };
}

/** Who hears of commits, and of those that are being made. */
interface Ears {
  readonly watching: Set<(change: StoreChange) => void>;
  readonly awaiting: Set<(announced: string) => void>;
}

/** Decides whether a storage operation fails. `null`: it goes through. */
export type StoreFault = (operation: 'begin' | 'write' | 'commit' | 'after-commit') => StoreErrorCode | null;

/** What a disk held at some moment. */
export interface SavedDisk {
  readonly content: Content;
}

/**
 * A disk for tests and simulations: shared by several connections (tabs), with crash, lost tail and faults.
 * `crash()` returns to what was flushed: strict commits are flushed at once, relaxed ones only by the next strict one
 * or by `flush()`.
 */
export class MemoryDisk {
  #live = emptyContent();
  #flushed = emptyContent();
  #generation = 0;
  readonly #ears: Ears = { watching: new Set(), awaiting: new Set() };
  #announced = 0;
  fault: StoreFault = () => null;

  /** Opens a connection. Connections of an earlier `crash` generation fail for good. */
  connect(): ReplicaStore {
    const generation = this.#generation;
    const own: Ears = { watching: new Set(), awaiting: new Set() };
    let closed = false;
    return {
      tx: async (durability, body) => {
        // A real store answers in a later task; callers must not rely on less.
        await Promise.resolve();
        if (closed || generation !== this.#generation) throw new StoreError('crashed');
        return this.#run(durability, body, own);
      },
      read: async (body) => {
        await Promise.resolve();
        if (closed || generation !== this.#generation) throw new StoreError('crashed');
        return this.#read(body);
      },
      watch: (onChange) => this.#listen(own.watching, this.#ears.watching, onChange),
      watchComing: (onComing) => this.#listen(own.awaiting, this.#ears.awaiting, onComing),
      close: () => {
        closed = true;
        for (const watcher of own.watching) this.#ears.watching.delete(watcher);
        for (const waiter of own.awaiting) this.#ears.awaiting.delete(waiter);
      },
    };
  }

  /** The machine loses power: relaxed commits since the last flush are gone, and every connection with them. */
  crash(): void {
    this.#live = copyContent(this.#flushed);
    this.#generation += 1;
    this.#ears.watching.clear();
    this.#ears.awaiting.clear();
  }

  flush(): void {
    this.#flushed = copyContent(this.#live);
  }

  /** A copy of what lies here now, as a backup of the profile would hold it. */
  save(): SavedDisk {
    return { content: copyContent(this.#live) };
  }

  /** The profile is replaced by an earlier copy of it; nothing stays open. */
  restore(saved: SavedDisk): void {
    this.#flushed = copyContent(saved.content);
    this.crash();
  }

  /** The browser evicts everything. */
  wipe(): void {
    this.#flushed = emptyContent();
    this.crash();
  }

  /** Everything, for assertions and canary scans. */
  dump(): Readonly<Record<ReplicaTable, readonly ReplicaRow[]>> {
    const out = {} as Record<ReplicaTable, readonly ReplicaRow[]>;
    for (const table of tables) out[table] = [...this.#live[table].values()];
    return out;
  }

  #listen<T>(own: Set<(word: T) => void>, all: Set<(word: T) => void>, listener: (word: T) => void): () => void {
    own.add(listener);
    all.add(listener);
    return () => {
      own.delete(listener);
      all.delete(listener);
    };
  }

  #run<R>(durability: Durability, body: TxBody<R>, own: Ears): R {
    this.#maybeFail('begin');
    const undo: (() => void)[] = [];
    const changes = new ChangeCollector();
    let foretold: StoreChange | null = null;
    try {
      const generator = body();
      let step = generator.next([]);
      while (!step.done) {
        const results = step.value.map((command) => {
          changes.note(command);
          return this.#execute(command, undo);
        });
        step = generator.next(results);
      }
      const change = changes.result();
      const announced = durability === 'strict' && change?.tables.has('outbox') ? this.#announce(own) : undefined;
      if (change && durability === 'relaxed') this.#tellOthers((foretold = change), own);
      this.#maybeFail('commit');
      if (durability === 'strict') this.flushTouched();
      if (change) for (const watcher of own.watching) watcher(change);
      if (change && !foretold) this.#tellOthers(announced === undefined ? change : { ...change, announced }, own);
      this.#maybeFail('after-commit');
      return step.value;
    } catch (error) {
      // After the commit the writes stand, as on a real disk whose answer was lost.
      if (!(error instanceof StoreError && error.message.endsWith('after-commit')))
        undo.reverse().forEach((back) => back());
      if (foretold) this.#tellOthers(asNames(foretold), own);
      throw error;
    }
  }

  #announce(own: Ears): string {
    this.#announced += 1;
    const announced = String(this.#announced);
    for (const waiter of this.#ears.awaiting) if (!own.awaiting.has(waiter)) waiter(announced);
    return announced;
  }

  #tellOthers(change: StoreChange, own: Ears): void {
    const told = asForeign(change);
    for (const watcher of this.#ears.watching) if (!own.watching.has(watcher)) watcher(told);
  }

  #read<R>(body: TxBody<R>): R {
    this.#maybeFail('begin');
    const generator = body();
    let step = generator.next([]);
    while (!step.done) {
      const results = step.value.map((command) => {
        assert(command.op === 'get' || command.op === 'range', 'a reading body does not write');
        return this.#execute(command, []);
      });
      step = generator.next(results);
    }
    return step.value;
  }

  /** A strict commit carries all earlier relaxed ones with it: one log, written in order. */
  flushTouched(): void {
    this.flush();
  }

  #maybeFail(operation: Parameters<StoreFault>[0]): void {
    const code = this.fault(operation);
    if (!code) return;
    const error = new StoreError(code);
    if (operation === 'after-commit') error.message += ' after-commit';
    throw error;
  }

  #execute(command: StoreCommand, undo: (() => void)[]): StoreResult {
    const rows = this.#live[command.table];
    switch (command.op) {
      case 'get':
        return command.keys.map((key) => rows.get(key));
      case 'range':
        return rangeOf(rows, command);
      case 'put':
        this.#maybeFail('write');
        for (const row of command.rows) {
          const before = rows.get(row.k);
          undo.push(() => (before ? rows.set(row.k, before) : rows.delete(row.k)));
          rows.set(row.k, copyRow(row));
        }
        return [];
      case 'delete':
        this.#maybeFail('write');
        for (const key of command.keys) {
          const before = rows.get(key);
          if (before) undo.push(() => rows.set(key, before));
          rows.delete(key);
        }
        return [];
    }
  }
}

function rangeOf(rows: TableRows, command: Extract<StoreCommand, { op: 'range' }>): readonly ReplicaRow[] {
  const hits: { sort: string; row: ReplicaRow }[] = [];
  for (const row of rows.values()) {
    const entries = command.by === 'k' ? [row.k] : (row.x ?? []);
    const inside = entries.filter((entry) => entry >= command.from && entry < command.to).sort(compareText);
    const first = command.reverse ? inside.at(-1) : inside[0];
    if (first !== undefined) hits.push({ sort: first, row });
  }
  hits.sort((one, other) => compareText(one.sort, other.sort) || compareText(one.row.k, other.row.k));
  if (command.reverse) hits.reverse();
  return hits.slice(0, command.limit ?? hits.length).map((hit) => hit.row);
}

function copyRow(row: ReplicaRow): ReplicaRow {
  const { x, z, m } = row;
  return {
    ...row,
    ...(x && { x: [...x] }),
    ...(z && { z: z.slice() }),
    ...(m !== undefined && { m: structuredClone(m) }),
  };
}

function copyContent(content: Content): Content {
  const copy = emptyContent();
  for (const table of tables) copy[table] = new Map(content[table]);
  return copy;
}
