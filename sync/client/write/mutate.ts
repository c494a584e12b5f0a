import type { Ahead, Body, ReplicaRow, StoreCommand } from '../../ports.ts';
import type { Mutation, MutationContext } from '../../core/mutation.ts';
import { idsOf, runMutation, type MutationOutcome } from '../../core/run-mutation.ts';
import { recordKey, type Json, type StoredRecord } from '../../core/record.ts';
import type { ErrorCode } from '../../protocol/error-codes.ts';
import { answerLoads, newView, type DeviceView } from './answer-loads.ts';
import { parseMeta, putMeta, readMeta } from '../replica/meta.ts';
import { rememberedRoles } from './remembered-roles.ts';
import { mutationToRow, rowToMutation } from './outbox.ts';
import { outboxEnd, outboxKey, readOutboxMeta } from './outbox-meta.ts';
import { assertOpen, recordToRow, type Replica } from '../replica/replica.ts';
import { overlayMetaOf, type OverlayMeta } from '../replica/row-meta.ts';
import { seenByKey } from '../read/seen-rows.ts';
import { together } from '../replica/together.ts';

export interface MutateInput {
  readonly uid: string;
  readonly name: string;
  readonly args: Json;
  readonly ctx: MutationContext;
  readonly coalesceKey?: string;
  /** A second attempt after a storage error: the first one's commit may stand, with its answer lost. */
  readonly isRetry?: boolean;
  /** It is run on what is remembered, which may not be so. */
  readonly isAhead?: boolean;
}

export type MutateOutcome =
  | { readonly kind: 'saved'; readonly uid: string; readonly ids: readonly string[]; readonly requested: boolean }
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly detail?: Json };

/**
 * [OB-1] One transaction: the overlay's new rows and the outbox row, or neither. Sealing is synchronous, so nothing
 * foreign is awaited between them. What the mutator loads first is fetched together with the replica's state.
 */
export function* mutateBody(replica: Replica, input: MutateInput): Body<MutateOutcome> {
  // A second attempt may find what the first one has made.
  const unborn = input.isRetry === true ? [] : madeBy(replica, input);
  const view = newView(false, { remembered: rememberedRoles(replica), unborn, isAhead: input.isAhead === true });
  const [state, outcome] = yield* together(readState(replica, view), runLocally(replica, pick(input), view));
  if (input.isRetry && (yield* isInOutbox(input.uid))) {
    return { kind: 'saved', uid: input.uid, ids: madeBy(replica, input), requested: true };
  }
  if (outcome.outcome === 'rejected') return refusalOf(outcome);

  const { clientId, lastId } = state.client;
  const overlay = yield* overlayMetas([...outcome.loadedKeys, ...outcome.records.map(keyOf)], view);
  const found = yield* findCoalescable(replica, {
    input,
    outcome,
    overlay,
    sentThrough: state.sentThrough,
    clientId,
  });
  if (found) return yield* rewrite(replica, { input, found, complete: view.complete, overlay });

  const after = new Set([...overlay.values()].map((meta) => meta.uid));
  const mutation: Mutation = { clientId, id: lastId + 1, ...pick(input), after: [...after] };
  const wrote = outcome.records.map(keyOf);
  const row = mutationToRow(replica, mutation, {
    wrote,
    loaded: [...outcome.loadedKeys],
    ...(input.coalesceKey === undefined ? {} : { coalesceKey: input.coalesceKey }),
  });
  if (isTooLong(row)) return { kind: 'rejected', code: 'too_long' };
  yield [
    { op: 'put', table: 'overlay', rows: overlayRows(replica, outcome.records, { mutation, overlay }) },
    { op: 'put', table: 'outbox', rows: [row] },
    putMeta('client', { clientId, lastId: mutation.id }),
    ...noteLoads(
      outcome.loadedKeys.filter((key) => !wrote.includes(key)),
      view,
      mutation.id,
    ),
  ];
  const guarded = replica.registry.mutators.get(input.name)?.guard !== undefined;
  return { kind: 'saved', uid: input.uid, ids: madeBy(replica, input), requested: guarded || outcome.uncertain };
}

/** The ids of what a mutation makes. */
export function madeBy(replica: Replica, mutation: Pick<Mutation, 'uid' | 'name' | 'ctx'>): readonly string[] {
  const mutator = replica.registry.mutators.get(mutation.name);
  return mutator ? idsOf(mutator, mutation, replica.actor) : [];
}

function refusalOf({ code, detail }: Extract<MutationOutcome, { outcome: 'rejected' }>): MutateOutcome {
  return { kind: 'rejected', code, ...(detail === undefined ? {} : { detail }) };
}

interface WriterState {
  readonly client: { readonly clientId: string; readonly lastId: number };
  readonly sentThrough: number;
}

/** The small rows that every change asks for. */
const writerMetas = ['lock', 'client', 'sent', 'cursor'] as const;

/**
 * What every change asks for first, and when that is what it was. What was sent only grows, and none of it was foreseen to be unsent: who would
 * rewrite a change reads its row, and that is not remembered. Of a replica that is closed meanwhile nothing is what it was.
 */
export const writerAhead = (gate: Replica['gate']): Ahead => ({
  metas: writerMetas,
  isSame: (remembered, found) => {
    const [lockBefore, clientBefore, sentBefore, cursorBefore] = remembered;
    const [lock, client, sent, cursor] = found;
    const sentThrough = parseMeta('sent', sent)?.through ?? 0;
    return (
      !gate.closed &&
      sentThrough >= (parseMeta('sent', sentBefore)?.through ?? 0) &&
      parseMeta('cursor', cursor)?.complete === parseMeta('cursor', cursorBefore)?.complete &&
      JSON.stringify([lock?.m, client?.m]) === JSON.stringify([lockBefore?.m, clientBefore?.m])
    );
  },
});

/** Insists that this tab is not locked, and tells the view whether what is not here is absent. */
function* readState(replica: Replica, view: DeviceView): Body<WriterState> {
  const [lock, client, sent, cursor] = yield* readMeta(...writerMetas);
  assertOpen(replica, lock);
  if (!client) throw new Error('the replica has no client id');
  view.complete = cursor?.complete ?? false;
  return { client, sentThrough: sent?.through ?? 0 };
}

/** Bytes of one box that the protocol carries (800,000 characters of base64url); said before it is called saved. */
const maxBoxBytes = 590_000;

function isTooLong(row: ReplicaRow): boolean {
  return (row.z?.length ?? 0) > maxBoxBytes;
}

/** Whether one of the newest outbox rows carries this uid. */
export function* isInOutbox(uid: string): Body<boolean> {
  const [rows] = yield [{ op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd, limit: 20, reverse: true }];
  return (rows ?? []).some((row) => row && readOutboxMeta(row)?.uid === uid);
}

/** Runs a mutation against what the device sees. */
function* runLocally(
  replica: Replica,
  mutation: Pick<Mutation, 'uid' | 'name' | 'args' | 'ctx'>,
  view: DeviceView,
): Body<MutationOutcome> {
  const run = runMutation({ registry: replica.registry, mutation, actor: replica.actor });
  let step = run.next([]);
  while (!step.done) step = run.next(yield* answerLoads(replica, step.value, view));
  return step.value;
}

interface CoalesceSearch {
  readonly input: MutateInput;
  readonly outcome: Extract<MutationOutcome, { outcome: 'applied' }>;
  readonly overlay: ReadonlyMap<string, OverlayMeta>;
  readonly sentThrough: number;
  readonly clientId: string;
}

interface Coalescable {
  readonly mutation: Mutation;
  readonly since: string | undefined;
}

/**
 * [OB-3] The newest unsent mutation may be rewritten in place where it has the same key, was typed on from its own
 * value, and no later pending one loaded or wrote that record.
 */
function* findCoalescable(replica: Replica, search: CoalesceSearch): Body<Coalescable | null> {
  const { input, outcome } = search;
  const [written] = outcome.records;
  if (input.coalesceKey === undefined || outcome.records.length !== 1 || !written) return null;
  const last = search.overlay.get(keyOf(written));
  if (!last || last.id <= search.sentThrough || last.loaded > last.id) return null;
  if (Object.values(input.ctx.base).some((uid) => uid !== last.uid)) return null;
  const [rows] = yield [{ op: 'get', table: 'outbox', keys: [outboxKey(last.id)] }];
  const row = rows?.[0];
  const meta = row ? readOutboxMeta(row) : null;
  if (!row || meta?.coalesceKey !== input.coalesceKey || meta.name !== input.name) return null;
  const mutation = rowToMutation(replica, row, search.clientId);
  return mutation ? { mutation, since: meta.since } : null;
}

/** Same id, same uid, first `ctx.base` and ids; newer arguments and time. */
function* rewrite(
  replica: Replica,
  options: {
    readonly input: MutateInput;
    readonly found: Coalescable;
    readonly complete: boolean;
    readonly overlay: ReadonlyMap<string, OverlayMeta>;
  },
): Body<MutateOutcome> {
  const { input, overlay } = options;
  const { mutation: earlier, since } = options.found;
  // It must come out as a replay would: where nothing pending came before it, it runs on the base again.
  const alone = [...overlay].flatMap(([key, meta]) =>
    meta.first === earlier.id && meta.id === earlier.id ? [key] : [],
  );
  const mutation: Mutation = {
    ...earlier,
    args: input.args,
    ctx: { ...earlier.ctx, now: input.ctx.now, zone: input.ctx.zone },
  };
  const [kept, outcome] = yield* together(
    takeOverlay(alone),
    // Asked in the same batch as the taking away, and answered after it.
    runLocally(replica, mutation, newView(options.complete)),
  );
  if (outcome.outcome === 'rejected') {
    yield [{ op: 'put', table: 'overlay', rows: kept }];
    return refusalOf(outcome);
  }
  const row = mutationToRow(replica, mutation, {
    wrote: outcome.records.map(keyOf),
    loaded: [...outcome.loadedKeys],
    ...(since === undefined ? {} : { since }),
    ...(input.coalesceKey === undefined ? {} : { coalesceKey: input.coalesceKey }),
  });
  if (isTooLong(row)) {
    yield [{ op: 'put', table: 'overlay', rows: kept }];
    return { kind: 'rejected', code: 'too_long' };
  }
  yield [
    { op: 'put', table: 'overlay', rows: overlayRows(replica, outcome.records, { mutation, overlay }) },
    { op: 'put', table: 'outbox', rows: [row] },
  ];
  return { kind: 'saved', uid: mutation.uid, ids: madeBy(replica, mutation), requested: outcome.uncertain };
}

/** Overlay rows of what a mutation wrote. */
function overlayRows(
  replica: Replica,
  records: readonly StoredRecord[],
  from: { readonly mutation: { id: number; uid: string }; readonly overlay: ReadonlyMap<string, OverlayMeta> },
): readonly ReplicaRow[] {
  const { id, uid } = from.mutation;
  return records.map((record) => {
    const first = from.overlay.get(keyOf(record))?.first ?? id;
    return recordToRow(replica, 'overlay', record, { id, uid, first, loaded: id });
  });
}

/** Takes rows out of the overlay and answers what they were. */
function* takeOverlay(keys: readonly string[]): Body<readonly ReplicaRow[]> {
  const [rows] = yield [
    { op: 'get', table: 'overlay', keys },
    { op: 'delete', table: 'overlay', keys },
  ];
  return (rows ?? []).filter((row) => row !== undefined);
}

/** Which pending mutations these records hang on; only what the loads did not tell is fetched. */
function* overlayMetas(keys: readonly string[], view: DeviceView): Body<Map<string, OverlayMeta>> {
  const unique = [...new Set(keys)];
  const missing = unique.filter((key) => !view.overlay.has(key));
  if (missing.length > 0) yield* seenByKey(missing, view.overlay);
  return new Map(
    unique.flatMap((key) => {
      const row = view.overlay.get(key);
      const meta = row && overlayMetaOf(row);
      return meta ? [[key, meta] as const] : [];
    }),
  );
}

/** Remembers that a pending record was read by a later mutation: its writer may no longer be rewritten. */
function noteLoads(keys: readonly string[], view: DeviceView, id: number): readonly StoreCommand[] {
  const noted = keys.flatMap((key) => {
    const row = view.overlay.get(key);
    const meta = row && overlayMetaOf(row);
    return meta ? [{ ...row, m: { ...meta, loaded: id } }] : [];
  });
  return noted.length > 0 ? [{ op: 'put', table: 'overlay', rows: noted }] : [];
}

function keyOf(record: StoredRecord): string {
  return recordKey(record.collection, record.id);
}

function pick(input: MutateInput): Pick<Mutation, 'uid' | 'name' | 'args' | 'ctx'> {
  return { uid: input.uid, name: input.name, args: input.args, ctx: input.ctx };
}
