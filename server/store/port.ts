import type { AccountCalls } from './account-calls.ts';
import type { AuditCalls } from './audit-calls.ts';
import type { ClientCalls } from './client-calls.ts';
import type { FeedCalls } from './feed-calls.ts';
import type { IdempotencyCalls } from './idempotency-calls.ts';
import type { InviteCalls } from './invite-calls.ts';
import type { LogCalls } from './log-calls.ts';
import type { OperationCalls } from './operation-calls.ts';
import type { ToldCalls } from './told-calls.ts';
import type { PreferenceCalls } from './preference-calls.ts';
import type { RecordCalls } from './record-calls.ts';
import type { RecoveryCalls } from './recovery-calls.ts';
import type { RegistrationCalls } from './registration-calls.ts';

/** Savepoints inside the running transaction, named by the caller; they nest. */
export interface SavepointCalls {
  savepoint(): void;
  release(): void;
  /** Undoes everything since the savepoint and leaves it. */
  rollbackTo(): void;
}

/** A place where a plan that reads much may let others have a turn. */
export interface PauseCalls {
  /** Nothing happens in the store; `readInPieces` lets the event loop turn here, everything else goes on at once. */
  pause(): void;
}

/** Every command that a transaction may yield. One method is one command; its parameters and result are plain data. */
export interface TxCalls
  extends
    RecordCalls,
    LogCalls,
    ClientCalls,
    AccountCalls,
    AuditCalls,
    IdempotencyCalls,
    FeedCalls,
    InviteCalls,
    OperationCalls,
    PreferenceCalls,
    ToldCalls,
    RecoveryCalls,
    RegistrationCalls,
    SavepointCalls,
    PauseCalls {}

/** A command as data: which call, with what. */
export interface Command {
  readonly call: keyof TxCalls;
  readonly args: readonly unknown[];
}

/**
 * The body of a transaction: a synchronous generator that yields commands and gets their answers. SQLite drives it in
 * one tick; a store with a network in between awaits each answer. A failure of the infrastructure never enters it: the
 * driver ends the transaction instead. Any other failure of a command is thrown at its `yield`. A plan may be undone and
 * run again from its beginning, so what it does it does by commands.
 */
export type Plan<R> = Generator<Command, R, unknown>;

/** Yields one command and gives its typed answer: `const record = yield* call('getRecord', collection, id)`. */
export function* call<K extends keyof TxCalls>(
  name: K,
  ...args: Parameters<TxCalls[K]>
): Generator<Command, ReturnType<TxCalls[K]>, unknown> {
  return (yield { call: name, args }) as ReturnType<TxCalls[K]>;
}

/** The database is full, busy or broken: nothing was changed, and asking again later is right. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Where the server keeps everything. Guarantees, held by `contract.ts` for every implementation:
 * a write commits whole or not at all; it is on stable storage when the promise resolves; writes are serialised; an
 * error thrown by one plan undoes that plan alone; a read sees one snapshot, with every write that resolved before.
 */
export interface Store {
  write<R>(plan: () => Plan<R>): Promise<R>;
  read<R>(plan: () => Plan<R>): Promise<R>;
  /**
   * The same for what reads much: one snapshot from beginning to end, and the process is free for others at each `pause`.
   * Costs more to begin than a `read`. `by`: for whom; where there are too many at once, these take turns.
   */
  readInPieces<R>(plan: () => Plan<R>, by?: string): Promise<R>;
  /** Waits for running writes, then lets go of the files. */
  close(): Promise<void>;
}
