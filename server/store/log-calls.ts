/** At most one row per principal and record: the newest thing that happened to it in this principal's sight. */
export interface LogRow {
  readonly principal: string;
  readonly seq: number;
  /** '' for the row that says "access to the scope `id` ended". */
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  /** Where the access is by which the row is seen: the record's own scope, or one above. */
  readonly scope: string;
  /** Generation of that access; 0: seen regardless of membership. */
  readonly generation: number;
  /** Place in time of a live row ('' timeless); when it left, of a gone one. */
  readonly at: string;
  readonly gone: boolean;
}

/** A log row with what a pull sends of its record. `body` is JSON in UTF-8, as it lies opened, `stamps` JSON text. */
export interface PageRow {
  readonly seq: number;
  readonly collection: string;
  readonly id: string;
  readonly at: string;
  readonly gone: boolean;
  /** Where the access is by which it is seen: the record's own scope, or one above. */
  readonly via: string;
  /** False for a row of an access that has ended: it is skipped, never sent. */
  readonly visible: boolean;
  readonly record: {
    readonly scope: string;
    readonly cls: string;
    readonly version: number;
    readonly shape: number;
    readonly body: Uint8Array;
    readonly stamps: string;
  } | null;
}

/** Count and two lanes of `core/checksum.ts`. */
export interface SumRow {
  readonly collection: string;
  readonly count: number;
  readonly a: number;
  readonly b: number;
}

export interface StagePage {
  readonly principal: string;
  /** Rows changed after this place come in the tail instead. */
  readonly head: number;
  /** Half-open range of `at`. */
  readonly from: string;
  readonly to: string;
  readonly after: { readonly at: string; readonly collection: string; readonly id: string } | null;
  readonly limit: number;
  /** Of stored bodies, after which a part of the page ends early: it then has fewer rows than `limit`. */
  readonly bytes: number;
}

/** The change log: one ordered log per principal. */
export interface LogCalls {
  /** The next place in the principal's log. */
  takeSeq(principal: string): number;
  /** `horizon`: tombstones up to there are no longer kept. */
  headOf(principal: string): { readonly seq: number; readonly horizon: number };
  getLogRow(principal: string, collection: string, id: string): LogRow | undefined;
  putLogRow(row: LogRow): void;
  /**
   * A new version of what stays in sight at the same place in time: only its place in the log and its version change. Does
   * nothing and answers false where the row is not live, or anything but these two differs from it.
   */
  moveLogRow(row: LogRow, oldVersion: number): boolean;
  /** Live rows under the scope that are seen regardless of membership. */
  alwaysRowsOf(principal: string, scope: string): readonly LogRow[];
  /** Deletes rows of the scope from accesses before `generation`; answers how many. */
  deleteOldRows(principal: string, scope: string, generation: number, limit: number): number;
  /** Forgets gone rows that are older than `before`, raising the horizon; answers how many. */
  pruneGone(before: string, limit: number): number;
  addToSum(row: {
    readonly principal: string;
    readonly scope: string;
    readonly collection: string;
    readonly count: number;
    readonly a: number;
    readonly b: number;
  }): void;
  clearSums(principal: string, scope: string): void;
  /** Over all scopes, per collection. */
  sumsOf(principal: string): readonly SumRow[];
  /** Rows after a place, in order; invisible ones are among them, without a record. */
  pageAfter(part: {
    readonly principal: string;
    readonly seq: number;
    readonly limit: number;
    readonly bytes: number;
  }): readonly PageRow[];
  /** Live, visible rows of a range of time, in (at, collection, id) order. */
  pageStage(stage: StagePage): readonly PageRow[];
  /** Live, visible rows of one collection after an id, in id order. */
  pageCollection(part: {
    readonly principal: string;
    readonly collection: string;
    readonly after: string;
    readonly limit: number;
    readonly bytes: number;
  }): readonly PageRow[];
}
