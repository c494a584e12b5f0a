import type { Clock } from '../../sync/ports.ts';
import { TokenBuckets, type Allowance } from './token-buckets.ts';

/** What is counted apart: a flood of one must not keep the others from passing. */
export type RequestKind = 'push' | 'pull' | 'read' | 'socket';

/** Per principal, or per device token; an address has `addressSpread` times as much. */
export interface RequestAllowances extends Readonly<Record<RequestKind, Allowance>> {
  /** Messages of one socket. */
  readonly message: Allowance;
  /** Answers lie in memory until they are read: of one caller not more than these at once, however slowly they are taken. */
  readonly answers: number;
}

/** A whole practice sits behind one address. */
const addressSpread = 20;

/**
 * Wide enough that work never meets them: a first sync of 45,000 rows is 45 pulls, a flush of thousands of edits a few
 * pushes, and eight tabs share one network writer. Narrow enough that one account cannot keep the process busy.
 */
export const defaultAllowances: RequestAllowances = {
  push: { burst: 3000, perSecond: 60 },
  pull: { burst: 3000, perSecond: 60 },
  read: { burst: 1200, perSecond: 30 },
  socket: { burst: 300, perSecond: 3 },
  message: { burst: 1200, perSecond: 60 },
  answers: 6,
};

const none: Allowance = { burst: Number.POSITIVE_INFINITY, perSecond: 1 };

/** For measurements, and behind something that limits by itself. */
export const noAllowances: RequestAllowances = {
  push: none,
  pull: none,
  read: none,
  socket: none,
  message: none,
  answers: Number.POSITIVE_INFINITY,
};

export interface RequestLimits {
  /** Seconds to wait, 0: go on. Asked before the session is looked up. */
  takeAddress(kind: RequestKind, address: string): number;
  /** `caller`: a principal, or a device token by its key's id, told apart by their prefix. */
  takeCaller(kind: RequestKind, caller: string): number;
  /** An answer that begins for this caller; null: too many of theirs are on their way. Called when it has left or was given up. */
  beginAnswer(caller: string): (() => void) | null;
  /** Counts the messages of one socket; the answer says whether one more may be read. */
  messages(): () => boolean;
}

/** Counters of requests, in memory. */
export function createRequestLimits(allowances: RequestAllowances, clock: Pick<Clock, 'now'>): RequestLimits {
  const wide = ({ burst, perSecond }: Allowance): Allowance => ({
    burst: burst * addressSpread,
    perSecond: perSecond * addressSpread,
  });
  const make = (widen: (allowance: Allowance) => Allowance): Record<RequestKind, TokenBuckets> => ({
    push: new TokenBuckets(widen(allowances.push), clock),
    pull: new TokenBuckets(widen(allowances.pull), clock),
    read: new TokenBuckets(widen(allowances.read), clock),
    socket: new TokenBuckets(widen(allowances.socket), clock),
  });
  const answers = new Map<string, number>();
  const [callers, addresses] = [make((allowance) => allowance), make(wide)];
  return {
    takeAddress: (kind, address) => addresses[kind].take(address),
    takeCaller: (kind, caller) => callers[kind].take(caller),
    beginAnswer: (caller) => {
      const count = answers.get(caller) ?? 0;
      if (count >= allowances.answers) return null;
      answers.set(caller, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (answers.get(caller) ?? 1) - 1;
        if (left > 0) answers.set(caller, left);
        else answers.delete(caller);
      };
    },
    messages: () => {
      const own = new TokenBuckets(allowances.message, clock);
      return () => own.take('') === 0;
    },
  };
}
