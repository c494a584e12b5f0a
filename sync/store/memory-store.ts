import type {
  Ahead,
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
import { type Content, copyContent, copyRow, emptyContent, rangeOf, tables, type TableRows } from './memory-content.ts';
import { foresee, type Foreseen } from './foresight.ts';
import { editionGet, editionKey, Recall } from './recall.ts';
import { isRecordTable } from './record-table.ts';
import { RowMemory, type Remembered } from './row-memory.ts';
import { ChangeCollector, asForeign, asNames } from './store-change.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Who hears of commits, and of those that are being made. */
interface Ears {
  readonly watching: Set<(change: StoreChange) => void>;
  readonly awaiting: Set<(announced: string) => void>;
}

/** Decides whether a storage operation fails. `null`: it goes through. */
export type StoreFault = (operation: 'begin' | 'write' | 'commit' | 'after-commit') => StoreErrorCode | null;

/** What goes with one transaction. */
interface Running {
  readonly durability: Durability;
  readonly own: Ears;
  readonly memory: RowMemory;
  readonly ahead?: Ahead;
}

/** What lay under a key before a write. */
type Undo = readonly [rows: TableRows, key: string, before: ReplicaRow | undefined];

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
  #connected = 0;
  fault: StoreFault = () => null;

  /** Opens a connection. Connections of an earlier `crash` generation fail for good. */
  connect(): ReplicaStore {
    const generation = this.#generation;
    const own: Ears = { watching: new Set(), awaiting: new Set() };
    this.#connected += 1;
    const memory = new RowMemory(String(this.#connected));
    this.#listen(own.watching, this.#ears.watching, (change) => memory.hear(change));
    let closed = false;
    return {
      tx: async (durability, body, ahead) => {
        // A real store answers in a later task; callers must not rely on less.
        await Promise.resolve();
        if (closed || generation !== this.#generation) throw new StoreError('crashed');
        return this.#run(body, { durability, own, memory, ...(ahead ? { ahead } : {}) });
      },
      read: async (body) => {
        await Promise.resolve();
        if (closed || generation !== this.#generation) throw new StoreError('crashed');
        return this.#read(body, new Recall(memory, { answers: false }));
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

  #run<R>(body: TxBody<R>, { durability, own, memory, ahead }: Running): R {
    this.#maybeFail('begin');
    // [ST-32] Whether or not it holds: who is run ahead for nothing must leave nothing behind.
    const foreseen = ahead?.isSame ? foresee(body, memory, ahead.metas) : null;
    const isForeseen = foreseen !== null && this.#holds(foreseen, ahead);
    const recall = new Recall(memory);
    const undo: Undo[] = [];
    const written: StoreCommand[] = [];
    const changes = new ChangeCollector();
    let foretold: StoreChange | null = null;
    try {
      const generator = body();
      let step = generator.next([]);
      while (!step.done) {
        this.#askEdition(recall, recall.wants(step.value));
        const results = step.value.map((command) => {
          changes.note(command);
          if (command.op === 'put' || command.op === 'delete') written.push(command);
          return this.#execute(command, { undo, recall });
        });
        step = generator.next(results);
      }
      if (isForeseen) assertForeseen(foreseen, { value: step.value, writes: written });
      const edition = recall.nextEdition();
      if (edition !== null) {
        this.#askEdition(recall, !recall.isAsked);
        this.#execute({ op: 'put', table: 'meta', rows: [{ k: editionKey, m: edition }] }, { undo, recall });
      }
      const noted = changes.result();
      const change = noted && edition !== null ? { ...noted, edition: recall.stepTo(edition) } : noted;
      const announced = durability === 'strict' && change?.tables.has('outbox') ? this.#announce(own) : undefined;
      if (change && durability === 'relaxed') this.#tellOthers((foretold = change), own);
      this.#maybeFail('commit');
      if (edition !== null) recall.end(edition);
      if (ahead) memory.keepMetas(ahead.metas, this.#metas(ahead));
      if (durability === 'strict') this.flushTouched();
      if (change) for (const watcher of own.watching) watcher(change);
      if (change && !foretold) this.#tellOthers(announced === undefined ? change : { ...change, announced }, own);
      this.#maybeFail('after-commit');
      return step.value;
    } catch (error) {
      // After the commit the writes stand, as on a real disk whose answer was lost.
      if (!(error instanceof StoreError && error.message.endsWith('after-commit')))
        for (const one of undo.reverse()) putBack(one);
      if (foretold) this.#tellOthers(asNames(foretold), own);
      throw error;
    }
  }

  #metas({ metas }: Ahead): StoreResult {
    return metas.map((name) => this.#live.meta.get(name));
  }

  #holds(foreseen: Foreseen<unknown>, ahead: Ahead | undefined): boolean {
    const isOfNow = this.#live.meta.get(editionKey)?.m === foreseen.edition;
    return isOfNow && ahead?.isSame?.(foreseen.metas, this.#metas(ahead)) === true;
  }

  #askEdition(recall: Recall, isAsking: boolean): void {
    if (!isAsking) return;
    const answer = editionGet.keys.map((key) => this.#live.meta.get(key));
    recall.ask(() => answer);
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

  #read<R>(body: TxBody<R>, recall: Recall): R {
    this.#maybeFail('begin');
    const generator = body();
    let step = generator.next([]);
    while (!step.done) {
      this.#askEdition(recall, recall.wants(step.value));
      const results = step.value.map((command) => {
        assert(command.op === 'get' || command.op === 'range', 'a reading body does not write');
        return this.#execute(command, { undo: [], recall });
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

  #execute(command: StoreCommand, { undo, recall }: { readonly undo: Undo[]; readonly recall: Recall }): StoreResult {
    const results = this.#carryOut(command, undo);
    const { table } = command;
    if (isRecordTable(table) && command.op === 'get') {
      for (const [index, key] of command.keys.entries()) assertRemembered(recall.find(table, key), results[index]);
      if (!recall.hasWritten(table)) recall.learn(table, command.keys, results);
    }
    if (isRecordTable(table) && command.op === 'range' && !recall.hasWritten(table)) {
      recall.learnRange(command, results);
    }
    recall.note(command);
    return results;
  }

  #carryOut(command: StoreCommand, undo: Undo[]): StoreResult {
    const rows = this.#live[command.table];
    switch (command.op) {
      case 'get':
        return command.keys.map((key) => rows.get(key));
      case 'range':
        return rangeOf(rows, command);
      case 'put':
        this.#maybeFail('write');
        for (const row of command.rows) {
          undo.push([rows, row.k, rows.get(row.k)]);
          rows.set(row.k, copyRow(row));
        }
        return [];
      case 'delete':
        this.#maybeFail('write');
        for (const key of command.keys) {
          undo.push([rows, key, rows.get(key)]);
          rows.delete(key);
        }
        return [];
    }
  }
}

function putBack([rows, key, before]: Undo): void {
  if (before) rows.set(key, before);
  else rows.delete(key);
}

/** A store that takes rows from memory would have answered this. [ST-31] */
function assertRemembered(found: Remembered | null, row: ReplicaRow | undefined): void {
  assert(!found || isSame(found.row, row), 'what is remembered is what lies here');
}

function isSame(one: ReplicaRow | undefined, other: ReplicaRow | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A store that runs a body ahead would have answered and written this: all but how it is sealed. [ST-32] */
function assertForeseen(
  foreseen: { readonly value: unknown; readonly writes: readonly StoreCommand[] },
  real: { readonly value: unknown; readonly writes: readonly StoreCommand[] },
): void {
  const inTheClear = (key: string, value: unknown): unknown => (key === 'z' ? undefined : value);
  const [one, other] = [foreseen, real].map(({ value, writes }) => JSON.stringify({ value, writes }, inTheClear));
  assert(one === other, 'what is foreseen is what comes');
}
