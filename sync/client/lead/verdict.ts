/** With work waiting or someone looking, a dead network is tried again at least this often; else at least that often. */
export const retryCaps = { eagerMs: 3000, hiddenMs: 24_000 } as const;
/** A session may be back without a word to this tab: renewed by another, or the server is itself again. */
export const signedOutMs = 10_000;
/** Without any sign of change a complete replica asks again this often. */
export const pollMs = 24_000;

/** What became of a part of a cycle, of a whole one, and what is due next. Push loop and page pipeline speak no other words. */
export type Verdict =
  /** Nothing is left to send and to fetch. */
  | { readonly kind: 'done' }
  /** The next cycle follows at once. */
  | { readonly kind: 'again' }
  /** Of the push loop alone: what waited is out, or enough of it for now, and a pull is due. */
  | { readonly kind: 'drained' }
  /** What waits is to rest for so long. */
  | { readonly kind: 'hold'; readonly ms: number }
  /** No answer, or none to go on with. Null: after a pause that grows with each failure. */
  | { readonly kind: 'retry'; readonly inMs: number | null };

/** How a whole cycle ends: a pull follows what is drained within it. */
export type CycleVerdict = Exclude<Verdict, { readonly kind: 'drained' }>;

export const done = { kind: 'done' } as const satisfies Verdict;
export const again = { kind: 'again' } as const satisfies Verdict;
export const drained = { kind: 'drained' } as const satisfies Verdict;
export const retryLater = { kind: 'retry', inMs: null } as const satisfies Verdict;

export function retryIn(inMs: number | null): CycleVerdict {
  return { kind: 'retry', inMs };
}

export function holdFor(ms: number): CycleVerdict {
  return { kind: 'hold', ms };
}
