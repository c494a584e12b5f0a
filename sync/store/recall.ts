import type { ReplicaRow, StoreCommand, StoreResult } from '../ports.ts';
import { isRecordTable, type RecordTable } from './record-table.ts';
import { type EditionStep, maxAtOnce, type Remembered, type RowMemory } from './row-memory.ts';

/** The `meta` row that tells one state of the records from every other. */
export const editionKey = 'edition';

/** Asks which edition of the records storage has. */
export const editionGet = { op: 'get', table: 'meta', keys: [editionKey] } as const satisfies StoreCommand;

type RangeCommand = Extract<StoreCommand, { op: 'range' }>;

/** What one transaction may take from memory, what it adds to it, and the edition that it leaves. */
export class Recall {
  readonly #memory: RowMemory;
  #answer: (() => StoreResult | null) | null = null;
  #edition: string | null | undefined;
  readonly #written = new Map<RecordTable, Map<string, ReplicaRow | undefined>>();
  readonly #answers: boolean;
  #locks = false;

  /** `answers`: whether rows are taken from memory; a reader asks storage for each, and only adds to it. */
  constructor(memory: RowMemory, { answers = true }: { readonly answers?: boolean } = {}) {
    this.#memory = memory;
    this.#answers = answers;
  }

  /** Whether the edition must be asked for with these commands. */
  wants(commands: readonly StoreCommand[]): boolean {
    return !this.#answer && commands.some(({ op, table }) => isRecordTable(table) && (op === 'get' || op === 'range'));
  }

  get isAsked(): boolean {
    return this.#answer !== null;
  }

  /** `answer`: what storage says to `editionGet`; null until it has. */
  ask(answer: () => StoreResult | null): void {
    this.#answer = answer;
    this.meet();
  }

  /** Takes in the edition, where storage has said it. */
  meet(): void {
    const answer = this.#edition === undefined ? this.#answer?.() : null;
    if (!answer) return;
    const said = answer[0]?.m;
    this.#edition = typeof said === 'string' ? said : null;
    this.#memory.meet(this.#edition);
  }

  /** The row, where it is remembered and this transaction has not written it; once the edition is known, only if it is of that. */
  find(table: RecordTable, key: string): Remembered | null {
    if (!this.#answers || this.hasWritten(table, key)) return null;
    const found = this.#memory.find(table, key);
    return found && (this.#edition === undefined || this.isTrue(found)) ? found : null;
  }

  /** Whether the edition has been met. */
  get isMet(): boolean {
    return this.#edition !== undefined;
  }

  isTrue({ edition }: Remembered): boolean {
    return edition === this.#edition;
  }

  /** Storage has answered these; nothing of them was written by this transaction before. */
  learn(table: RecordTable, keys: readonly string[], rows: StoreResult): void {
    if (!this.#mayLearn(keys.length)) return;
    for (const [index, key] of keys.entries()) this.#memory.learn(table, key, rows[index]);
  }

  /** Storage has answered this range, of a table in which this transaction had written nothing before. */
  learnRange(command: RangeCommand, answer: StoreResult): void {
    const { table, by, from, to, limit } = command;
    const rows = answer.filter((row) => row !== undefined);
    if (!isRecordTable(table) || !this.#mayLearn(rows.length)) return;
    const isWhole = table === 'overlay' && by === 'k' && (limit === undefined || rows.length < limit);
    if (isWhole) this.#memory.learnStretch(from, to, rows);
    else for (const row of rows) this.#memory.learn(table, row.k, row);
  }

  #mayLearn(count: number): boolean {
    this.meet();
    // The word of a younger commit may have come meanwhile.
    return count <= maxAtOnce && typeof this.#edition === 'string' && this.#memory.edition === this.#edition;
  }

  /** Takes down what is written. */
  note(command: StoreCommand): void {
    if (command.op !== 'put' && command.op !== 'delete') return;
    const keys = command.op === 'put' ? command.rows.map((row) => row.k) : command.keys;
    if (command.table === 'meta' && keys.includes('lock')) this.#locks = true;
    if (!isRecordTable(command.table) || keys.length === 0) return;
    const written = this.#written.get(command.table) ?? new Map<string, ReplicaRow | undefined>();
    this.#written.set(command.table, written);
    for (const [index, key] of keys.entries()) written.set(key, command.op === 'put' ? command.rows[index] : undefined);
  }

  hasWritten(table: RecordTable, key?: string): boolean {
    const written = this.#written.get(table);
    return key === undefined ? written !== undefined : written?.has(key) === true;
  }

  /** The edition that this transaction must leave; null where it touches no record, and neither who may write them. */
  nextEdition(): string | null {
    return this.#written.size > 0 || this.#locks ? this.#memory.newEdition() : null;
  }

  /** From the edition that was found, where storage has said it. */
  stepTo(edition: string): EditionStep {
    return { from: this.#edition ?? null, to: edition };
  }

  /** It is committed. */
  end(edition: string): EditionStep {
    this.meet();
    const step = this.stepTo(edition);
    this.#memory.follow(step, this.#written);
    return step;
  }
}
