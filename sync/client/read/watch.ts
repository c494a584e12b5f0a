import type { Clock, ReplicaRow, ShownRow, StoreChange } from '../../ports.ts';
import { recordKey, type Json } from '../../core/record.ts';
import type { RangeQuery, SeenRecord } from '../api.ts';
import { isUnreadable } from '../../store/store-error.ts';
import { openSeen, rangeSeen, readSeen } from './reads.ts';
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
      if (!found || replica.gate.closed || (change.isForeign && !isNewer(found, shown?.row))) return null;
      return { value: found };
    },
    read: () => readSeen(replica, key),
    onValue: (row) => {
      if (shown && isSame(shown.row, row)) return;
      shown = { row };
      sink.onValue(row ? openSeen<Body>(replica, [row])[0] : undefined);
    },
    onError: sink.onError,
    ...(sink.onRead ? { onRead: sink.onRead } : {}),
    clock: sink.clock,
  });
}

/** Follows the records of an index range. */
export function watchRange<Body = Json>(
  replica: Replica,
  query: RangeQuery,
  sink: WatchSink<readonly SeenRecord<Body>[]>,
): () => void {
  return watchRead(replica, {
    concerns: (change) => change.collections.has(query.collection),
    read: () => rangeSeen<Body>(replica, query),
    ...sink,
  });
}

interface Watch<T> extends WatchSink<T> {
  readonly concerns: (change: StoreChange) => boolean;
  readonly read: () => Promise<T>;
  /** The new value, where the change itself tells it. */
  readonly valueIn?: (change: StoreChange) => { readonly value: T } | null;
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
      overtaken ||= running;
      watch.onValue(found.value);
      if (change.isForeign) {
        cancelPause ??= watch.clock.after(confirmMs, refresh);
        return;
      }
      // What this very tab has just committed is what there is; only a read under way must not be the last word.
      if (!running) return;
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

/**
 * Whether a row that another tab tells of can be shown over what is: its word may come later than a younger commit of this
 * tab, so it never replaces what is pending here, nor a version that is as high.
 */
function isNewer(found: ShownRow, shown: SeenRow | undefined): boolean {
  if (!shown) return true;
  return shown.table === 'base' && (found.table === 'overlay' || (found.row.v ?? 0) > (shown.row.v ?? 0));
}

/** The same sealed bytes: each sealing has a nonce of its own. */
function isSame(one: SeenRow | undefined, other: SeenRow | undefined): boolean {
  if (!one || !other) return one === other;
  return one.table === other.table && isSameNonce(one.row, other.row);
}

function isSameNonce(one: ReplicaRow, other: ReplicaRow): boolean {
  const length = 24;
  if (!one.z || !other.z || one.z.length !== other.z.length) return false;
  const ours = one.z.subarray(0, length);
  const theirs = other.z.subarray(0, length);
  return ours.every((byte, index) => byte === theirs[index]);
}
