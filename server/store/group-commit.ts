import { createBudget, pieceMs } from '../turn-of-loop.ts';
import { StoreUnavailable, type Plan, type TxCalls } from './port.ts';
import { drive, isInfrastructure } from './sqlite-drive.ts';

/** What a group of writes needs of the one connection that writes. */
export interface WritingConnection {
  readonly raw: { readonly inTransaction: boolean };
  readonly calls: TxCalls;
  readonly keys: { forgetNew(): void; keepNew(): void };
  /** What is remembered may not stand: a part was undone, or another connection has written. */
  forget(): void;
  readonly statements: Record<
    'beginWrite' | 'commit' | 'rollback' | 'savePlan' | 'releasePlan' | 'undoPlan',
    { run(): unknown }
  > & { readonly dataVersion: { get(): unknown } };
}

interface GroupCommitOptions {
  /** Runs something after what this turn of the loop brings. */
  readonly defer: (run: () => void) => void;
  /** How long plans may be added to one commit, in milliseconds. */
  readonly commitMs: number;
  /** Whether others may have a turn while a transaction is open: not where they would read on the same connection. */
  readonly hasTurns: boolean;
  /** From here on reads see another state of the database. */
  readonly onChange: () => void;
}

interface Waiting {
  readonly plan: () => Plan<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The transaction that is open, and the plans that it takes. */
interface Group {
  readonly plans: readonly Waiting[];
  readonly answers: (() => void)[];
  readonly isFull: () => boolean;
}

/** Most plans that share one commit. */
const groupSize = 64;

/**
 * Many plans, one commit: what it costs to be durable is shared by all that wait. [AV-2] The work of a group is done in pieces with a turn
 * of the loop between, in one transaction: others read meanwhile, and see nothing of it before its commit.
 */
export class GroupCommit {
  readonly #writer: WritingConnection;
  readonly #options: GroupCommitOptions;
  #queue: Waiting[] = [];
  #group: Group | null = null;
  #isScheduled = false;
  #isEnding = false;
  #othersWrote: unknown = null;

  constructor(writer: WritingConnection, options: GroupCommitOptions) {
    this.#writer = writer;
    this.#options = options;
  }

  /** Resolves once the plan is durable; rejects with what it threw, and then nothing of it happened. */
  write<R>(plan: () => Plan<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#queue.push({ plan, resolve, reject });
      this.#schedule();
    });
  }

  /** Writes all that waits, in one piece. */
  end(): void {
    this.#isEnding = true;
    while (this.#group || this.#queue.length > 0) {
      if (this.#group) this.#goOn(this.#group);
      else this.#begin();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#gather(0);
  }

  /** Waits a turn of the loop as long as each turn brings more: one commit for all costs hardly more than for the first. */
  #gather(before: number): void {
    this.#options.defer(() => {
      const waiting = this.#queue.length;
      if (waiting > before && waiting < groupSize) this.#gather(waiting);
      else this.#begin();
    });
  }

  /**
   * One transaction, answers leave after it. It is tried without savepoints: under one, SQLite copies every page before it is
   * touched. Only where a plan throws is all undone and done again with a savepoint for each.
   */
  #begin(): void {
    const plans = this.#queue.splice(0, groupSize);
    if (plans.length === 0) return this.#rest();
    const group = { plans, answers: [], isFull: createBudget(this.#options.commitMs) };
    this.#group = group;
    // Whoever reads after this sees what others wrote.
    this.#options.onChange();
    this.#guarded(group, () => {
      this.#writer.statements.beginWrite.run();
      this.#lookForOthers();
      this.#goOn(group);
    });
  }

  #goOn(group: Group): void {
    // It was ended in one piece meanwhile.
    if (this.#group !== group) return;
    this.#guarded(group, () => {
      const state = this.#runTogether(group);
      if (state === 'threw') this.#runEach(group);
      else if (state === 'spent') this.#options.defer(() => this.#goOn(group));
      else this.#commit(group);
    });
  }

  /** What fails here fails all of them; nothing of the group happened. */
  #guarded(group: Group, work: () => void): void {
    const { raw, statements } = this.#writer;
    try {
      work();
    } catch (error) {
      // SQLITE_FULL and its like roll everything back by themselves.
      if (raw.inTransaction) statements.rollback.run();
      this.#forgetUndone();
      const failure = isInfrastructure(error) ? new StoreUnavailable('write failed', { cause: error }) : error;
      for (const waiting of group.plans) waiting.reject(failure);
      this.#finish(group);
    }
  }

  #runTogether({ plans, answers, isFull }: Group): 'done' | 'spent' | 'threw' {
    const { raw, calls } = this.#writer;
    const isSpent = createBudget(pieceMs);
    try {
      while (answers.length < plans.length) {
        const waiting = plans[answers.length] as Waiting;
        const result = drive(calls, waiting.plan()) as never;
        answers.push(() => waiting.resolve(result));
        if (this.#isEnding) continue;
        if (isFull()) return 'done';
        if (this.#options.hasTurns && answers.length < plans.length && isSpent()) return 'spent';
      }
      return 'done';
    } catch (error) {
      if (isInfrastructure(error) || !raw.inTransaction) throw error;
      return 'threw';
    }
  }

  #runEach(group: Group): void {
    const { statements } = this.#writer;
    statements.rollback.run();
    this.#forgetUndone();
    statements.beginWrite.run();
    this.#lookForOthers();
    this.#commit({ ...group, answers: group.plans.map((waiting) => this.#runOne(waiting)) });
  }

  #runOne(waiting: Waiting): () => void {
    const { raw, calls, statements } = this.#writer;
    statements.savePlan.run();
    try {
      const result = drive(calls, waiting.plan()) as never;
      statements.releasePlan.run();
      return () => waiting.resolve(result);
    } catch (error) {
      if (isInfrastructure(error) || !raw.inTransaction) throw error;
      statements.undoPlan.run();
      statements.releasePlan.run();
      this.#forgetUndone();
      return () => waiting.reject(error);
    }
  }

  #commit(group: Group): void {
    this.#writer.statements.commit.run();
    this.#writer.keys.keepNew();
    // Before anything else can fail: they are durable.
    for (const answer of group.answers) answer();
    // What found no time in this commit goes first in the next.
    this.#queue.unshift(...group.plans.slice(group.answers.length));
    this.#finish(group);
  }

  #finish(group: Group): void {
    if (this.#group?.plans !== group.plans) return;
    this.#group = null;
    this.#options.onChange();
    this.#rest();
  }

  #rest(): void {
    this.#isScheduled = false;
    if (this.#queue.length > 0 && !this.#isEnding) this.#schedule();
  }

  /** Another process over the same file may have ended somebody's access. */
  #lookForOthers(): void {
    const version = this.#writer.statements.dataVersion.get();
    if (version !== this.#othersWrote) this.#writer.forget();
    this.#othersWrote = version;
  }

  #forgetUndone(): void {
    this.#writer.keys.forgetNew();
    this.#writer.forget();
  }
}
