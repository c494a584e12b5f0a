import type { ReplicaRow, StoreCommand, StoreResult } from '../ports.ts';
import type { MetaRows } from './indexeddb-meta-rows.ts';
import { editionGet, type Recall } from './recall.ts';
import { isRecordTable, type RecordTable } from './record-table.ts';
import type { Remembered } from './row-memory.ts';

type Answer = () => StoreResult;

/** Where the commands of a body go. */
interface Target {
  readonly transaction: IDBTransaction;
  readonly meta: MetaRows;
  readonly recall: Recall;
}

/** A row that is remembered of an edition which storage has not confirmed yet. */
interface Held {
  readonly found: Remembered;
  /** Asks storage for the row after all. */
  readonly ask: () => IDBRequest<ReplicaRow | undefined>;
  asked: IDBRequest<ReplicaRow | undefined> | null;
}

/** One yield of a body: its commands are sent in order, and their answers gathered once the last read has come. */
export class Batch {
  readonly #answers: readonly Answer[];
  readonly #recall: Recall;
  /** Whether rows may be held back until the edition is known: then nothing is written beside them. */
  readonly #mayHold: boolean;
  #held: Held[] = [];
  #lastRead: IDBRequest | null = null;
  #waiting = 0;
  readonly #onSettled: (results: readonly StoreResult[]) => void;

  constructor(
    { transaction, meta, recall }: Target,
    commands: readonly StoreCommand[],
    onSettled: (results: readonly StoreResult[]) => void,
  ) {
    this.#onSettled = onSettled;
    this.#recall = recall;
    this.#mayHold = commands.every(({ op }) => op === 'get' || op === 'range');
    const send = (command: StoreCommand): Answer =>
      meta.answer(command) ?? this.#send(transaction.objectStore(command.table), command);
    const isAsking = recall.wants(commands);
    const asked = meta.load(isAsking ? [...commands, editionGet] : commands);
    if (asked) this.#read(asked);
    if (isAsking) {
      const answer = send(editionGet);
      const request = this.#lastRead;
      // Several readers share a transaction: another one's answer may come first. A small row that was asked for ahead may be here already.
      recall.ask(() => (request && request.readyState !== 'done' ? null : answer()));
    }
    this.#answers = commands.map((command) => {
      const answer = send(command);
      recall.note(command);
      return answer;
    });
    this.#waitForLast();
  }

  get isSettled(): boolean {
    return this.#waiting === 0;
  }

  get results(): readonly StoreResult[] {
    return this.#answers.map((answer) => answer());
  }

  /** Requests of a transaction are answered in the order in which they were made: the last one speaks for all. */
  #waitForLast(): void {
    const last = this.#lastRead;
    if (!last) return;
    this.#waiting += 1;
    last.onsuccess = () => this.#arrive();
  }

  #arrive(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#recall.meet();
    const held = this.#held;
    this.#held = [];
    const isOfBefore = held.some(({ found }) => !this.#recall.isTrue(found));
    if (!isOfBefore) return this.#onSettled(this.results);
    // Somebody else has written since: they are read like any other.
    for (const one of held) one.asked = one.ask();
    return this.#waitForLast();
  }

  #send(store: IDBObjectStore, command: StoreCommand): Answer {
    switch (command.op) {
      case 'get':
        return isRecordTable(command.table)
          ? this.#records(store, command.table, command.keys)
          : this.#rows(store, command.keys);
      case 'range': {
        const answer = this.#range(store, command);
        const { table } = command;
        if (!isRecordTable(table) || this.#recall.hasWritten(table)) return answer;
        return () => {
          const rows = answer();
          this.#recall.learnRange(command, rows);
          return rows;
        };
      }
      case 'put':
        for (const row of command.rows) store.put(row);
        return () => [];
      case 'delete':
        for (const key of command.keys) store.delete(key);
        return () => [];
    }
  }

  #rows(store: IDBObjectStore, keys: readonly string[]): Answer {
    const requests = keys.map((key) => this.#read<ReplicaRow | undefined>(store.get(key)));
    return () => requests.map((request) => request.result);
  }

  /** Records: what is remembered is not read again, and what storage answers is remembered. */
  #records(store: IDBObjectStore, table: RecordTable, keys: readonly string[]): Answer {
    const mayLearn = !this.#recall.hasWritten(table);
    const answers = keys.map((key) => this.#record(store, table, key));
    return () => {
      const rows = answers.map((answer) => answer());
      if (mayLearn) this.#recall.learn(table, keys, rows);
      return rows;
    };
  }

  #record(store: IDBObjectStore, table: RecordTable, key: string): () => ReplicaRow | undefined {
    const ask = (): IDBRequest<ReplicaRow | undefined> => this.#read(store.get(key));
    const found = this.#recall.find(table, key);
    if (found && this.#recall.isMet) return () => found.row;
    if (!found || !this.#mayHold) {
      const asked = ask();
      return () => asked.result;
    }
    const held: Held = { found, ask, asked: null };
    this.#held.push(held);
    return () => (held.asked ? held.asked.result : found.row);
  }

  #read<T>(request: IDBRequest<T>): IDBRequest<T> {
    this.#lastRead = request;
    return request;
  }

  #range(store: IDBObjectStore, command: Extract<StoreCommand, { op: 'range' }>): Answer {
    if (command.from >= command.to) return () => [];
    const source = command.by === 'x' ? store.index('x') : store;
    const range = IDBKeyRange.bound(command.from, command.to, false, true);
    const { limit } = command;
    if (limit === undefined) {
      const request = this.#read<ReplicaRow[]>(source.getAll(range));
      return () => {
        // Turned round before rows are told apart: in a reversed range the last entry of a row is its place.
        const rows = command.reverse ? request.result.toReversed() : request.result;
        return command.by === 'x' ? distinct(rows) : rows;
      };
    }
    const wanted = { range, limit, count: limit };
    return command.reverse ? this.#last(source, wanted) : this.#first(source, wanted);
  }

  /** The first rows of a range. A limit counts rows, and an index names a row once per entry: then more is asked for. */
  #first(
    source: IDBObjectStore | IDBIndex,
    wanted: { readonly range: IDBKeyRange; readonly limit: number; readonly count: number },
  ): Answer {
    let answer: Answer = () => [];
    const request: IDBRequest<ReplicaRow[]> = source.getAll(wanted.range, wanted.count);
    this.#waiting += 1;
    request.onsuccess = () => {
      const rows = distinct(request.result);
      const isShort = rows.length < wanted.limit && request.result.length === wanted.count;
      if (isShort) answer = this.#first(source, { ...wanted, count: wanted.count * 2 });
      else answer = () => rows.slice(0, wanted.limit);
      this.#arrive();
    };
    return () => answer();
  }

  /**
   * The last rows of a range, newest first. One jump finds where so many begin, and all from there come at once: a row at a time
   * costs a round trip each, with everybody who wants to write waiting.
   */
  #last(
    source: IDBObjectStore | IDBIndex,
    wanted: { readonly range: IDBKeyRange; readonly limit: number; readonly count: number },
  ): Answer {
    const { range, limit, count } = wanted;
    let answer: Answer = () => [];
    let ahead = count - 1;
    const found = source.openKeyCursor(range, 'prev');
    this.#waiting += 1;
    found.onsuccess = () => {
      const cursor = found.result;
      if (cursor && ahead > 0) {
        cursor.advance(ahead);
        ahead = 0;
        return;
      }
      // Beyond its beginning: the range holds no more than that.
      const from = cursor ? IDBKeyRange.bound(cursor.key, range.upper, false, true) : range;
      const request: IDBRequest<ReplicaRow[]> = source.getAll(from);
      request.onsuccess = () => {
        const rows = distinct(request.result.toReversed());
        if (cursor && rows.length < limit) answer = this.#last(source, { ...wanted, count: count * 2 });
        else answer = () => rows.slice(0, limit);
        this.#arrive();
      };
    };
    return () => answer();
  }
}

function distinct(rows: readonly ReplicaRow[]): ReplicaRow[] {
  const seen = new Map<string, ReplicaRow>();
  for (const row of rows) if (!seen.has(row.k)) seen.set(row.k, row);
  return [...seen.values()];
}
