/** With work waiting or someone looking, a dead network is tried again at least this often; else at least that often. */
export const retryCaps = { eagerMs: 3000, idleMs: 24_000 } as const;
/** A session may be back without a word to this tab: renewed by another, or the server is itself again. */
export const signedOutMs = 10_000;
/** Without any sign of change a complete replica asks again this often. */
export const pollMs = 24_000;

/** What became of a cycle, and when the next one is due. */
export type Verdict = 'done' | 'again' | { readonly retryInMs: number | null } | { readonly holdMs: number };
