import type { Command, Plan, TxCalls } from './port.ts';

const infrastructureCodes = [
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_NOMEM',
  'SQLITE_CORRUPT',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
  'SQLITE_NOTADB',
  'SQLITE_INTERRUPT',
];

/** Whether an error says something about disk or lock, and nothing about the work that was asked for. */
export function isInfrastructure(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && infrastructureCodes.some((prefix) => code.startsWith(prefix));
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Drizzle wraps what the driver threw.
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

/** Drives a plan to its end in one tick. Infrastructure failures leave at once, without the plan seeing them. */
export function drive<R>(calls: TxCalls, plan: Plan<R>): R {
  let step = plan.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = invoke(calls, step.value);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      step = plan.throw(error);
      continue;
    }
    step = plan.next(answer);
  }
  return step.value;
}

/** The same, with a turn of the event loop at each `pause` for which it is time. */
export async function driveInPieces<R>(
  calls: TxCalls,
  plan: Plan<R>,
  ports: { readonly turn: () => Promise<void>; readonly createBudget: () => () => boolean },
): Promise<R> {
  let isSpent = ports.createBudget();
  let step = plan.next();
  while (!step.done) {
    if (step.value.call === 'pause') {
      if (isSpent()) {
        await ports.turn();
        isSpent = ports.createBudget();
      }
      step = plan.next(undefined);
      continue;
    }
    let answer: unknown;
    try {
      answer = invoke(calls, step.value);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      step = plan.throw(error);
      continue;
    }
    step = plan.next(answer);
  }
  return step.value;
}

function invoke(calls: TxCalls, command: Command): unknown {
  const run = calls[command.call] as (...args: readonly unknown[]) => unknown;
  return run(...command.args);
}
