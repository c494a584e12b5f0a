import type { PushRow } from '../../protocol/push-message.ts';

/** Where the search for a row that cannot pass stands. Lies in the replica's `meta` table: ids only. */
export interface Isolation {
  /** The last id of the smallest push that was refused: what cannot pass is not behind it. Null: nothing is narrowed. */
  readonly upTo: number | null;
  /** The row that was refused alone; it goes out as `void`. */
  readonly voidId: number | null;
  /** Why, as needs attention will say it. */
  readonly code: 'too_long' | 'unreadable';
  /** A bare `void` was refused too: the server takes nothing at all, so no row is to blame yet. */
  readonly isDoubtful: boolean;
  /** Rows that went out as `void` since a sealed one was last taken. */
  readonly voids: number;
}

/** After so many in a row it is the server that refuses what is sealed, not the rows that are bad. */
const mostVoids = 3;

/** Key of the row in the replica's `meta` table. */
export const isolationKey = 'isolation';

/** What a server says of a request whose content it does not take, whenever it is sent again. */
export type RowRefusal = '413' | '422';

/** Whether a refused push may hold one row that can never pass. */
export function isRowRefusal(code: string): code is RowRefusal {
  return code === '413' || code === '422';
}

/** What a `meta` row says, or null. Plain code: the service worker reads it too. */
export function readIsolation(value: unknown): Isolation | null {
  if (typeof value !== 'object' || value === null) return null;
  const { upTo, voidId, code, isDoubtful, voids } = value as Partial<Record<keyof Isolation, unknown>>;
  return {
    upTo: typeof upTo === 'number' ? upTo : null,
    voidId: typeof voidId === 'number' ? voidId : null,
    code: code === 'too_long' ? 'too_long' : 'unreadable',
    isDoubtful: isDoubtful === true,
    voids: typeof voids === 'number' ? voids : 0,
  };
}

/** Most rows of the next push: half of what was refused, in the end one. */
export function batchLimit(isolation: Isolation | null, mark: number): number {
  if (isolation === null || isolation.upTo === null || isolation.upTo <= mark) return Number.POSITIVE_INFINITY;
  return Math.ceil((isolation.upTo - mark) / 2);
}

/**
 * [PU-6] A push was refused for its content. Several rows: half as many go next. One row alone: it goes out as `void`,
 * with everything behind it. A bare `void`, which no server can find fault with: `all-refused`; nothing is moved, and
 * from there on one row at a time asks whether the server has come to itself. The same after three rows in a row that
 * only passed empty: a server that takes no sealed row must not talk an outbox empty.
 */
export function afterRefusal(
  isolation: Isolation | null,
  rows: readonly Pick<PushRow, 'kind' | 'id'>[],
  refusal: RowRefusal,
): { readonly step: 'narrowed' | 'all-refused'; readonly next: Isolation } {
  const code = refusal === '413' ? 'too_long' : 'unreadable';
  const before = isolation ?? { upTo: null, voidId: null, code, isDoubtful: false, voids: 0 };
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return { step: 'all-refused', next: before };
  if (rows.length > 1) return { step: 'narrowed', next: { ...before, upTo: last.id } };
  if (first.kind === 'void') {
    return { step: 'all-refused', next: { ...before, upTo: first.id, voidId: null, code, isDoubtful: true } };
  }
  if (before.voids >= mostVoids)
    return { step: 'all-refused', next: { ...before, upTo: first.id, voidId: null, code } };
  const { isDoubtful, voids } = before;
  return { step: 'narrowed', next: { upTo: isDoubtful ? first.id : null, voidId: first.id, code, isDoubtful, voids } };
}

/** The server has settled everything up to `mark`: what is still to be looked for, or null. */
export function afterAccepted(isolation: Isolation, mark: number): Isolation | null {
  const upTo = isolation.upTo !== null && isolation.upTo > mark ? isolation.upTo : null;
  const voidId = isolation.voidId !== null && isolation.voidId > mark ? isolation.voidId : null;
  // A push that ends with the void itself held nothing sealed.
  const voids = isolation.voidId !== null && isolation.voidId === mark ? isolation.voids + 1 : 0;
  if (upTo === null && voidId === null && voids === 0) return null;
  return { ...isolation, upTo, voidId, isDoubtful: false, voids };
}
