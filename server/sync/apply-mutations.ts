import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { Actor, Mutation } from '../../sync/core/mutation.ts';
import type { MutationResult } from '../../sync/protocol/push-message.ts';
import type { ClientRow, OutcomeKind, OutcomeRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { runAgainstStore } from './answer-loads.ts';
import type { OpenedRow } from './opened-row.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

export interface PushInput {
  readonly actor: Actor;
  readonly clientId: string;
  readonly deviceId: string;
  readonly highest: number;
  /** Ids ascending without holes. */
  readonly rows: readonly OpenedRow[];
}

export type PushResult =
  | {
      readonly kind: 'ok';
      readonly mark: number;
      readonly results: readonly MutationResult[];
      readonly parked: readonly Parked[];
    }
  | {
      readonly kind: 'gap';
      readonly mark: number;
      readonly known: readonly { readonly id: number; readonly uid: string }[];
    }
  /** The client id belongs to another principal. */
  | { readonly kind: 'foreign' };

/** For the log: which mutation failed, and the name of the error. */
export interface Parked {
  readonly id: number;
  readonly reason: string;
}

const knownUids = 1000;

/**
 * Applies a push. [PU-4] Each uid is applied once per account; outcome, mark and effects are in one transaction; rows
 * up to the mark are answered from what was stored. [PU-5] A mutator that throws is parked and holds up nobody else.
 */
export function* applyMutations(context: TxContext, input: PushInput): Plan<PushResult> {
  const found = yield* call('getClient', input.clientId);
  if (found && found.principal !== input.actor.principal) return { kind: 'foreign' };
  const client: ClientRow = found ?? {
    clientId: input.clientId,
    principal: input.actor.principal,
    mark: 0,
    highest: 0,
    deviceId: input.deviceId,
  };
  const first = input.rows[0]?.id ?? client.mark + 1;
  const different = yield* idsOfOtherHistory(client, input.rows);
  if (first > client.mark + 1 || different.length > 0) {
    const known = yield* call('outcomesFrom', client.clientId, first, knownUids);
    return {
      kind: 'gap',
      mark: client.mark,
      // The same uid with another content is not what was settled: '' is nobody's uid.
      known: known
        .filter((row) => row.uid !== '')
        .map((row) => ({ id: row.id, uid: different.includes(row.id) ? '' : row.uid })),
    };
  }

  const results: MutationResult[] = [];
  const parked: Parked[] = [];
  let { mark } = client;
  for (const row of input.rows) {
    if (row.id <= mark) {
      // [PU-4] Settled before: answered from what was stored, whatever the row holds now.
      const settled = yield* call('getOutcome', client.clientId, row.id);
      results.push(settled ? toResult(settled) : { id: row.id, outcome: 'applied' });
      continue;
    }
    results.push(toResult(yield* settle(context, input, row, parked)));
    mark = row.id;
  }
  yield* call('putClient', { ...client, mark, highest: Math.max(client.highest, input.highest, mark) });
  return { kind: 'ok', mark, results, parked };
}

/** A restored profile made other mutations under ids that were settled long ago: they must not be taken for those. */
function* idsOfOtherHistory(client: ClientRow, rows: readonly OpenedRow[]): Plan<readonly number[]> {
  const different: number[] = [];
  for (const row of rows) {
    if (row.id > client.mark || row.kind !== 'mutation') continue;
    const settled = yield* call('getOutcome', client.clientId, row.id);
    const isSame =
      settled === undefined || settled.uid === '' || (settled.uid === row.message.uid && settled.digest === row.digest);
    if (!isSame) different.push(row.id);
  }
  return different;
}

function* settle(context: TxContext, input: PushInput, row: OpenedRow, parked: Parked[]): Plan<OutcomeRow> {
  const base = { clientId: input.clientId, id: row.id, account: input.actor.principal, copy: false };
  if (row.kind === 'void') {
    return yield* keep({ ...base, uid: '', digest: '', outcome: 'void', code: '', confirmed: false });
  }
  if (row.kind === 'unreadable') {
    parked.push({ id: row.id, reason: 'unreadable' });
    yield* quarantine(context, input.clientId, row);
    return yield* keep({ ...base, uid: '', digest: '', outcome: 'parked', code: 'unreadable', confirmed: false });
  }
  const { message, digest } = row;
  const twin = yield* call('outcomeByUid', input.actor.principal, message.uid);
  if (twin && twin.digest !== digest) {
    // Applied once already, with other words: these go back to the person instead of vanishing under that outcome.
    const changed = { outcome: 'rejected', code: 'sent_differently' } as const;
    return yield* keep({ ...twin, ...base, ...changed, copy: true, confirmed: false });
  }
  if (twin) return yield* keep({ ...twin, ...base, copy: true, confirmed: twin.outcome === 'applied' });

  const decided =
    (yield* followDependencies(input.actor.principal, message.after ?? [])) ??
    (yield* applyOne(context, input, row, parked));
  if (decided.outcome === 'parked') yield* quarantine(context, input.clientId, row);
  yield* audit(context, input, row, decided);
  return yield* keep({
    ...base,
    ...decided,
    uid: message.uid,
    digest,
    confirmed: decided.outcome === 'applied',
  });
}

interface Decision {
  readonly outcome: OutcomeKind;
  readonly code: string;
  /** Keys of the records written. */
  readonly keys?: readonly string[];
}

/** What depends on a refused mutation is refused; what depends on a held one is held. */
function* followDependencies(account: string, after: readonly string[]): Plan<Decision | null> {
  let held: Decision | null = null;
  for (const uid of after) {
    const earlier = yield* call('outcomeByUid', account, uid);
    if (earlier?.outcome === 'rejected') return { outcome: 'rejected', code: 'depends_on_refused' };
    if (earlier?.outcome === 'parked') held = { outcome: 'parked', code: 'depends_on_parked' };
  }
  return held;
}

function* applyOne(
  context: TxContext,
  input: PushInput,
  row: Extract<OpenedRow, { kind: 'mutation' }>,
  parked: Parked[],
): Plan<Decision> {
  const { uid, name, args, ctx, after } = row.message;
  const mutation: Mutation = {
    clientId: input.clientId,
    id: row.id,
    uid,
    name,
    args,
    ctx,
    ...(after === undefined ? {} : { after }),
  };
  yield* call('savepoint');
  const touched = new Set<string>();
  try {
    const outcome = yield* runAgainstStore({
      registry: context.registry,
      mutation,
      actor: input.actor,
      receivedAt: context.now,
    });
    if (outcome.outcome === 'rejected') {
      yield* call('release');
      return { outcome: 'rejected', code: outcome.code };
    }
    const inner: TxContext = { ...context, touched };
    for (const [index, record] of outcome.records.entries()) yield* writeRecord(inner, record, outcome.before[index]);
    yield* call('release');
    for (const principal of touched) context.touched.add(principal);
    return {
      outcome: 'applied',
      code: '',
      // What only looked has written nothing: the log then says what it looked at.
      keys:
        outcome.records.length > 0
          ? outcome.records.map((record) => `${record.collection}|${record.id}`)
          : outcome.loadedKeys,
    };
  } catch (error) {
    // A bug of this mutator, not of the person and not of the disk: keep the payload, let the others pass.
    yield* call('rollbackTo');
    parked.push({ id: row.id, reason: error instanceof Error ? error.name : 'unknown' });
    return { outcome: 'parked', code: 'failed' };
  }
}

function* quarantine(
  context: TxContext,
  clientId: string,
  row: { readonly id: number; readonly keyId: string; readonly box: string },
): Plan<void> {
  const { id, keyId, box } = row;
  yield* call('putQuarantine', { clientId, id, reason: 'parked', keyId, box, at: context.now });
}

function* audit(
  context: TxContext,
  input: PushInput,
  row: Extract<OpenedRow, { kind: 'mutation' }>,
  decided: Decision,
): Plan<void> {
  // A name that no mutator has is text from outside and stays out of the log.
  const isKnown = context.registry.mutators.has(row.message.name);
  yield* call('addAudit', {
    at: context.now,
    actor: input.actor.principal,
    action: isKnown ? row.message.name : 'unknown',
    subject: canonicalJson({
      client: input.clientId,
      id: row.id,
      uid: row.message.uid,
      outcome: decided.outcome,
      records: decided.keys ?? [],
    }),
  });
}

function* keep(row: OutcomeRow): Plan<OutcomeRow> {
  const { clientId, id, account, uid, digest, outcome, code, confirmed, copy } = row;
  yield* call('putOutcome', { clientId, id, account, uid, digest, outcome, code, confirmed, copy });
  return row;
}

/** As the wire says it: without empty fields. */
export function toResult(row: OutcomeRow): MutationResult {
  return {
    id: row.id,
    outcome: row.outcome,
    ...(row.uid === '' ? {} : { uid: row.uid }),
    ...(row.code === '' ? {} : { code: row.code }),
  };
}
