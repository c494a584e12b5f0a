import type { ReplicaRow, StoreCommand, StoreResult } from '../ports.ts';
import type { Known, LoadAnswer, LoadRequest } from '../core/facts.ts';
import { runMutation } from '../core/run-mutation.ts';
import { recordKey, type StoredRecord } from '../core/record.ts';
import { answerLoads } from './answer-loads.ts';
import { outboxEnd, outboxKey, readOutboxMeta, rowToMutation } from './outbox.ts';
import { recordToRow, rowToRecord, type OverlayMeta, type Replica } from './replica.ts';

type Body<R> = Generator<readonly StoreCommand[], R, readonly StoreResult[]>;

export interface RebaseOptions {
  readonly clientId: string;
  readonly complete: boolean;
  readonly onProblem: (uid: string) => void;
}

/**
 * [RB-1] Builds the overlay anew: every pending mutation, in order, on top of the base as it now is. A mutation that
 * would now be refused, or that throws, leaves no trace on screen but stays in the outbox: the server decides.
 *
 * What the mutations loaded last time is fetched in one batch; row by row is six times slower.
 */
export function* rebase(replica: Replica, pending: readonly ReplicaRow[], options: RebaseOptions): Body<void> {
  const [oldOverlay] = yield [{ op: 'range', table: 'overlay', by: 'k', from: '', to: outboxEnd }];
  const oldKeys = (oldOverlay ?? []).flatMap((row) => (row ? [row.k] : []));
  if (pending.length === 0) {
    if (oldKeys.length > 0) yield [{ op: 'delete', table: 'overlay', keys: oldKeys }];
    return;
  }
  // Emptied first, so that reads inside this transaction see the base alone and the fresh overlay comes from memory.
  if (oldKeys.length > 0) yield [{ op: 'delete', table: 'overlay', keys: oldKeys }];
  const base = yield* preload(replica, pending);
  const fresh = new Map<string, { record: StoredRecord; meta: OverlayMeta }>();
  for (const row of pending) {
    const mutation = rowToMutation(replica, row, options.clientId);
    if (!mutation) continue;
    try {
      const run = runMutation({ registry: replica.registry, mutation, actor: replica.actor });
      let step = run.next([]);
      while (!step.done)
        step = run.next(yield* answer(replica, step.value, { base, fresh, complete: options.complete }));
      const outcome = step.value;
      if (outcome.outcome === 'rejected') continue;
      for (const key of outcome.loadedKeys) {
        const loaded = fresh.get(key);
        if (loaded) fresh.set(key, { ...loaded, meta: { ...loaded.meta, loaded: mutation.id } });
      }
      for (const record of outcome.records) {
        const key = recordKey(record.collection, record.id);
        const first = fresh.get(key)?.meta.first ?? mutation.id;
        fresh.set(key, { record, meta: { id: mutation.id, uid: mutation.uid, first, loaded: mutation.id } });
      }
    } catch {
      // A mutator's bug on this data must not stop the pull; the mutation stays in the outbox and is named.
      options.onProblem(mutation.uid);
    }
  }
  const rows = [...fresh.values()].map(({ record, meta }) => recordToRow(replica, 'overlay', record, meta));
  if (rows.length > 0) yield [{ op: 'put', table: 'overlay', rows }];
}

/** All outbox rows above the mark, in order. */
export function* pendingRows(mark: number): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'range', table: 'outbox', by: 'k', from: outboxKey(mark + 1), to: outboxEnd }];
  return (rows ?? []).filter((row) => row !== undefined);
}

function* preload(replica: Replica, pending: readonly ReplicaRow[]): Body<Map<string, StoredRecord | null>> {
  const keys = [
    ...new Set(
      pending.flatMap((row) => {
        const meta = readOutboxMeta(row);
        return meta ? [...meta.loaded, ...meta.wrote] : [];
      }),
    ),
  ];
  if (keys.length === 0) return new Map();
  const [rows] = yield [{ op: 'get', table: 'base', keys }];
  return new Map(
    keys.map((key, index) => {
      const row = rows?.[index];
      return [key, row ? rowToRecord(replica, 'base', row) : null];
    }),
  );
}

interface Layers {
  readonly base: ReadonlyMap<string, StoredRecord | null>;
  readonly fresh: ReadonlyMap<string, { record: StoredRecord }>;
  readonly complete: boolean;
}

function* answer(replica: Replica, requests: readonly LoadRequest[], layers: Layers): Body<readonly LoadAnswer[]> {
  const answers: LoadAnswer[] = [];
  for (const request of requests) {
    const known = request.kind === 'get' ? fromLayers(recordKey(request.collection, request.id), layers) : null;
    if (known) {
      answers.push({ kind: 'get', known });
      continue;
    }
    const [fetched] = yield* answerLoads(replica, [request], layers.complete);
    if (!fetched) throw new Error('one answer per request');
    answers.push(
      request.kind === 'range' && fetched.kind === 'range'
        ? overlayRange(replica, request, { fetched, layers })
        : fetched,
    );
  }
  return answers;
}

function fromLayers(key: string, layers: Layers): Known | null {
  const fresh = layers.fresh.get(key);
  if (fresh) return { state: 'found', record: fresh.record };
  const base = layers.base.get(key);
  if (base === undefined) return null;
  if (base) return { state: 'found', record: base };
  return layers.complete ? { state: 'absent' } : { state: 'unknown' };
}

/** A range of the base with this rebase's own records laid over it. */
function overlayRange(
  replica: Replica,
  request: Extract<LoadRequest, { kind: 'range' }>,
  found: { readonly fetched: Extract<LoadAnswer, { kind: 'range' }>; readonly layers: Layers },
): LoadAnswer {
  const collection = replica.registry.collections.get(request.collection);
  const keysOf = collection?.indexes[request.index];
  const records = new Map(found.fetched.range.records.map((record) => [record.id, record]));
  for (const { record } of found.layers.fresh.values()) {
    if (record.collection !== request.collection) continue;
    const inside = (keysOf?.(record) ?? []).some((key) => key >= request.from && key < request.to);
    if (inside) records.set(record.id, record);
    else records.delete(record.id);
  }
  return { kind: 'range', range: { records: [...records.values()], complete: found.fetched.range.complete } };
}
