import type { Clock, StoreChange } from '../../ports.ts';
import { collectionOfKey, recordKey, type Json } from '../../core/record.ts';
import type { RangeQuery, SeenRecord } from '../api.ts';
import { isUnreadable } from '../../store/store-error.ts';
import { isAsKnown, isNewer, newerOf, rowsAfter, toldOf, touches, type RowChanges } from './range-rows.ts';
import { openSeen, rangeOf, readKeys, readRange, readSeen } from './reads.ts';
import { isSameRow, RowOpener } from './row-opener.ts';
import type { Replica } from '../replica/replica.ts';
import type { SeenRow } from './seen-rows.ts';

/** What is shown on another tab's word is read again after this pause: at once would hold up the next write. */
const confirmMs = 50;

/** After this pause a read that storage refused is tried again. */
const readAgainMs = 2000;

/** Where a watch reports to, and the clock that it waits by. */
export interface WatchSink<T> {
  readonly clock: Clock;
  readonly onValue: (value: T) => void;
  /** Storage has answered, whether or not that is a new value. */
  readonly onRead?: () => void;
  /** Storage has refused; where that may pass, it is asked again by itself. [RD-3] */
  readonly onError: (error: unknown) => void;
}

/**
 * Follows one record. What this tab itself has just written is shown at its commit, before storage is asked again; what
 * is then read is shown only if it is something else.
 */
export function watchRecord<Body = Json>(
  replica: Replica,
  record: { readonly collection: string; readonly id: string },
  sink: WatchSink<SeenRecord<Body> | undefined>,
): () => void {
  const key = recordKey(record.collection, record.id);
  let shown: { readonly row: SeenRow | undefined } | null = null;
  return watchRead<SeenRow | undefined>(replica, {
    concerns: (change) => change.collections.has(record.collection) && (change.keys === null || change.keys.has(key)),
    valueIn: (change) => {
      const found = change.shown?.get(key);
      if (!found || replica.gate.closed || (change.isForeign && !isNewer(found, shown?.row, change))) return null;
      return { value: found };
    },
    read: () => readSeen(replica, key),
    onValue: (row) => {
      if (shown && isSameRow(shown.row, row)) return;
      shown = { row };
      sink.onValue(row ? openSeen<Body>(replica, [row])[0] : undefined);
    },
    onError: sink.onError,
    ...(sink.onRead ? { onRead: sink.onRead } : {}),
    clock: sink.clock,
  });
}

/**
 * Follows the records of an index range. A commit is taken in by what it says of single rows: those that enter, leave or move; only
 * what is new is opened, and a commit that touches nothing of the range wakes nobody. What another tab tells is shown over older
 * confirmed versions of what is shown already. What a commit does not tell is read row by row, and the whole range only at first and
 * where that does not do.
 */
export function watchRange<Body = Json>(
  replica: Replica,
  query: RangeQuery,
  sink: WatchSink<readonly SeenRecord<Body>[]>,
): () => void {
  const range = rangeOf(query);
  const opener = new RowOpener<Body>(replica);
  let rows: readonly SeenRow[] | null = null;
  /** Records of which storage must be asked; null: of all of the range. */
  let unknown: Set<string> | null = null;
  /** While storage is asked: what own commits have told since. */
  let told: Map<string, SeenRow | undefined> | null = null;
  const keysIn = (change: StoreChange): readonly string[] | null =>
    change.keys && [...change.keys].filter((key) => collectionOfKey(key) === query.collection);
  const changesIn = (change: StoreChange): RowChanges | null => {
    const keys = keysIn(change);
    if (!keys) return null;
    if (change.isForeign !== true) return toldOf(change, keys);
    // What is being read may be younger than what another tab tells.
    return rows && told === null ? newerOf(change, keys, rows) : null;
  };

  const readAsked = async (asked: ReadonlySet<string> | null): Promise<readonly SeenRow[]> => {
    const known = rows;
    if (asked && known) {
      const found = asked.size === 0 ? null : await readKeys(replica, [...asked]);
      if (!found || isAsKnown(range, known, found)) return known;
      const next = rowsAfter(range, known, found);
      if (next) return next;
    }
    return readRange(replica, range);
  };
  /** What storage says, with what was committed here since it was asked. Who commits without pause makes nobody ask for it all again. */
  const readUnknown = async (): Promise<readonly SeenRow[]> => {
    for (;;) {
      const asked = unknown;
      unknown = new Set();
      const since = (told = new Map<string, SeenRow | undefined>());
      try {
        const read = await readAsked(asked);
        const next = since.size === 0 ? read : rowsAfter(range, read, since);
        if (next) return next;
        unknown = null;
      } catch (error) {
        unknown = null;
        throw error;
      } finally {
        told = null;
      }
    }
  };

  return watchRead<readonly SeenRow[]>(replica, {
    concerns: (change) => {
      if (!change.collections.has(query.collection)) return false;
      const changes = changesIn(change);
      // What is being read may hold a row that is not among those shown.
      return !rows || told !== null || !changes || touches(range, rows, changes);
    },
    valueIn: (change) => {
      const keys = keysIn(change);
      const changes = replica.gate.closed ? null : changesIn(change);
      if (!keys) unknown = null;
      // Another tab's word is shown, and storage is asked for the same rows after a pause.
      else if (!changes || change.isForeign) for (const key of keys) unknown?.add(key);
      if (!changes) return null;
      for (const [key, row] of changes) told?.set(key, row);
      if (!rows) return null;
      const next = rowsAfter(range, rows, changes);
      if (!next) unknown = null;
      return next && { value: next };
    },
    read: readUnknown,
    keepsUp: true,
    onValue: (next) => {
      // Storage was asked, and had nothing else to say.
      if (next === rows) return;
      rows = next;
      sink.onValue(opener.open(next));
    },
    onError: sink.onError,
    ...(sink.onRead ? { onRead: sink.onRead } : {}),
    clock: sink.clock,
  });
}

interface Watch<T> extends WatchSink<T> {
  readonly concerns: (change: StoreChange) => boolean;
  readonly read: () => Promise<T>;
  /** The new value, where the change itself tells it. */
  readonly valueIn?: (change: StoreChange) => { readonly value: T } | null;
  /** What a read answers holds what was told while it was under way; else that answer is thrown away and asked for again. */
  readonly keepsUp?: boolean;
}

/**
 * Runs a read now and after each commit that may concern it, newest answer last: a slower older read never overwrites
 * a newer one.
 */
function watchRead<T>(replica: Replica, watch: Watch<T>): () => void {
  let stopped = false;
  let running = false;
  let again = false;
  let overtaken = false;
  let cancelPause: (() => void) | null = null;
  const refresh = (): void => {
    cancelPause?.();
    cancelPause = null;
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    overtaken = false;
    watch
      .read()
      .then((value) => {
        if (stopped) return;
        watch.onRead?.();
        // A commit has told something newer meanwhile, and the next read is on its way.
        if (!overtaken) watch.onValue(value);
      })
      .catch((error: unknown) => {
        if (stopped) return;
        watch.onError(error);
        if (isUnreadable(error) && !replica.gate.closed) cancelPause ??= watch.clock.after(readAgainMs, refresh);
      })
      .finally(() => {
        running = false;
        if (again && !stopped) refresh();
      });
  };
  const stop = replica.store.watch((change) => {
    if (!watch.concerns(change)) return;
    const found = watch.valueIn?.(change);
    if (found) {
      overtaken ||= running && watch.keepsUp !== true;
      watch.onValue(found.value);
      if (change.isForeign) {
        cancelPause ??= watch.clock.after(confirmMs, refresh);
        return;
      }
      // What this very tab has just committed is what there is; only a read under way must not be the last word.
      if (!running || watch.keepsUp === true) return;
    }
    refresh();
  });
  refresh();
  return () => {
    stopped = true;
    cancelPause?.();
    stop();
  };
}
