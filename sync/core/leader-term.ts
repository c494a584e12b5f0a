/**
 * One leader per replica, decided by rows and silence:
 *
 *   follower --(row unchanged for 1.5 s)--> takes term+1 in one transaction --> leader
 *   leader   --(finds another owner or term)--> follower
 *   service worker --(row unchanged for 1.5 s)--> takes term+1 for one delivery --> gives it back (owner '')
 *
 * Every apply, acknowledgement and prune checks the term inside its own transaction, so a leader that slept through
 * its own deposition writes nothing.
 */
export interface LeaderRow {
  readonly owner: string;
  readonly term: number;
  readonly beat: number;
}

export const beatEveryMs = 500;
export const silenceMs = 1500;
/** Who leads while the service worker delivers. */
export const depositOwner = 'service-worker';
/** A tab that comes meanwhile does not wait long for it: a delivery that hangs must not keep it from saying Offline. */
export const depositSilenceMs = 500;

/** What a tab remembers of the last row it saw, by its own clock: rows carry no time that could be skewed. */
export interface Observed {
  readonly row: LeaderRow;
  readonly sinceMs: number;
}

/** Remembers a row; `sinceMs` starts anew whenever the row changed. */
export function observe(before: Observed | null, row: LeaderRow, nowMs: number): Observed {
  const isSameTerm = before && before.row.owner === row.owner && before.row.term === row.term;
  // A delivery may beat as often as it has batches: a tab waits for it once.
  const same = isSameTerm && (before.row.beat === row.beat || row.owner === depositOwner);
  // A clock that jumped back would lengthen the silence for ever: start over.
  if (same && before.sinceMs <= nowMs) return before;
  return { row, sinceMs: nowMs };
}

/** What to write at this beat: the own next beat, a new term, or nothing. */
export function nextBeat(observed: Observed, owner: string, nowMs: number): LeaderRow | null {
  const { row } = observed;
  if (row.owner === owner) return { ...row, beat: row.beat + 1 };
  const patienceMs = row.owner === depositOwner ? depositSilenceMs : silenceMs;
  const silent = row.owner === '' || nowMs - observed.sinceMs >= patienceMs;
  return silent ? { owner, term: row.term + 1, beat: 1 } : null;
}
