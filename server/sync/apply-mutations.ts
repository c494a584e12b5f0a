import type { Actor, Mutation } from '../../sync/core/mutation.ts';
import { followDependencies } from './follow-dependencies.ts';
import type { MutationResult } from '../../sync/protocol/push-message.ts';
import type { ErrorCode } from '../../sync/protocol/error-codes.ts';
import type { ClientRow, OutcomeRow } from '../store/client-calls.ts';
import { parseJson } from '../store/columns.ts';
import { call, type Plan } from '../store/port.ts';
import { auditMutation, decideMutation, type Decision } from './decide-mutation.ts';
import { isFromLost } from './hold-rows.ts';
import { isLate } from './late-work.ts';
import type { OpenedRow } from './opened-row.ts';
import { putAside } from './quarantine.ts';
import { Touched } from './touched.ts';
import type { TxContext } from './tx-context.ts';

export interface PushInput {
  readonly actor: Actor;
  readonly clientId: string;
  readonly deviceId: string;
  readonly highest: number;
  /** Ids ascending without holes. */
  readonly rows: readonly OpenedRow[];
  /** [DV-4] What the owner has decided on rows of a device that was reported lost; without it they are held. */
  readonly ruling?: HeldRuling | undefined;
}

/** Of rows that are held: which are refused. The others are let through, and judged like any. */
export interface HeldRuling {
  readonly dropped: ReadonlySet<number>;
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
  /** [DV-3] It comes from a device that was reported lost: nothing of it has happened. */
  | { readonly kind: 'held'; readonly mark: number }
  /** The client id belongs to another principal. */
  | { readonly kind: 'foreign' };

/** For the log: which mutation failed, and the name of the error. */
export interface Parked {
  readonly id: number;
  readonly reason: string;
}

const knownUids = 1000;

/** Whether a mutator that throws undoes the whole push, or is parked alone under a savepoint of its own. */
type Isolation = 'together' | 'apart';

/** A mutator threw while its push was applied together: nothing of the push has happened. */
class MutationFailed extends Error {
  override readonly name = 'MutationFailed';
}

export interface AppliedPush {
  readonly result: PushResult;
  /** Who sees something new. */
  readonly touched: Touched;
}

/**
 * Applies a push in one transaction. It is tried without savepoints: under one, SQLite copies every page before it is
 * touched, which costs as much as the work. Only where a mutator throws is it done again with a savepoint for each.
 * Answers null where `write` does.
 */
export async function applyPush(
  write: <R>(plan: () => Plan<R>) => Promise<R | null>,
  newContext: () => TxContext,
  input: PushInput,
): Promise<AppliedPush | null> {
  try {
    return await applyAs('together', write, newContext, input);
  } catch (error) {
    if (!(error instanceof MutationFailed)) throw error;
    return applyAs('apart', write, newContext, input);
  }
}

async function applyAs(
  isolation: Isolation,
  write: <R>(plan: () => Plan<R>) => Promise<R | null>,
  newContext: () => TxContext,
  input: PushInput,
): Promise<AppliedPush | null> {
  return write(function* () {
    // Begun when its turn comes: what it waited for others is none of its time.
    const context = newContext();
    const result = yield* applyMutations(context, { ...input, isolation });
    return { result, touched: context.touched };
  });
}

/**
 * Applies a push, or as much of it as there is time for: at least one row. [PU-4] Each uid is applied once per account;
 * outcome, mark and effects are in one transaction; rows up to the mark are answered from what was stored. [PU-5] A mutator that throws is parked and holds up nobody else.
 */
function* applyMutations(context: TxContext, input: Applying): Plan<PushResult> {
  const found = yield* call('getClient', input.clientId);
  if (found && found.principal !== input.actor.principal) return { kind: 'foreign' };
  // What sends nothing is nobody's outbox yet: a guessed id is not taken by it.
  if (!found && input.rows.length === 0) return { kind: 'ok', mark: 0, results: [], parked: [] };
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

  const isNew = input.rows.some(({ id }) => id > client.mark);
  if (isNew && !input.ruling && (yield* isFromLost(input.actor.sub, [input.deviceId, client.deviceId])))
    return { kind: 'held', mark: client.mark };
  return yield* applyRows(context, input, client);
}

function* applyRows(context: TxContext, input: Applying, client: ClientRow): Plan<PushResult> {
  const results: MutationResult[] = [];
  const parked: Parked[] = [];
  let { mark } = client;
  for (const row of input.rows) {
    if (row.id <= mark) {
      // [PU-4] Settled before: answered from what was stored, whatever the row holds now.
      const settled = yield* call('getOutcome', client.clientId, row.id);
      results.push(settled ? toResult(settled) : { id: row.id, outcome: 'applied' });
      // What is sent again was forgotten there, confirmed or not (a profile that was put back): the refusal is told anew.
      if (settled?.confirmed && settled.outcome !== 'applied') yield* call('unconfirm', client.clientId, row.id);
      continue;
    }
    results.push(toResult(yield* settle(context, input, row, parked)));
    mark = row.id;
    if (context.isSpent()) break;
  }
  yield* call('putClient', { ...client, mark, highest: Math.max(client.highest, input.highest, mark) });
  return { kind: 'ok', mark, results, parked };
}

interface Applying extends PushInput {
  readonly isolation: Isolation;
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

function* settle(context: TxContext, input: Applying, row: OpenedRow, parked: Parked[]): Plan<OutcomeRow> {
  const base = { clientId: input.clientId, id: row.id, account: input.actor.principal, detail: '', copy: false };
  if (row.kind === 'void') {
    return yield* keep({ ...base, uid: '', digest: '', outcome: 'void', code: '', confirmed: false });
  }
  if (row.kind === 'unreadable') {
    parked.push({ id: row.id, reason: 'unreadable' });
    // Where there is no room for it, it is not said to be held: the device keeps what it has.
    const outcome = (yield* quarantine(context, input.clientId, row)) ? 'parked' : 'rejected';
    return yield* keep({ ...base, uid: '', digest: '', outcome, code: 'unreadable', confirmed: false });
  }
  const { message, digest } = row;
  const twin = yield* call('outcomeByUid', input.actor.principal, message.uid);
  if (twin && twin.digest !== digest) {
    // Applied once already, with other words: these go back to the person instead of vanishing under that outcome.
    const changed = { outcome: 'rejected', code: 'sent_differently', detail: '' } as const;
    return yield* keep({ ...twin, ...base, ...changed, copy: true, confirmed: false });
  }
  if (twin) {
    // What it said beside its code belongs to it, also told again: the times that were taken, say.
    const { detail } = twin;
    return yield* keep({ ...twin, ...base, detail, copy: true, confirmed: twin.outcome === 'applied' });
  }

  const decided =
    dropped(input, row.id) ??
    (yield* followDependencies(input.actor.principal, message.after ?? [])) ??
    (yield* applyOne(context, input, row, parked));
  if (decided.outcome === 'parked') yield* quarantine(context, input.clientId, row);
  if (yield* isLate(input.actor, message, decided)) yield* quarantine(context, input.clientId, row, 'revoked');
  yield* auditMutation(context, input.actor, message, decided, { client: input.clientId, id: row.id });
  return yield* keep({
    ...base,
    outcome: decided.outcome,
    code: decided.code,
    detail: decided.detail === undefined ? '' : JSON.stringify(decided.detail),
    uid: message.uid,
    digest,
    confirmed: decided.outcome === 'applied',
  });
}

/** [DV-4] Refused by its account's owner: it goes back to the device that wrote it, should that be found. */
function dropped({ ruling }: PushInput, id: number): Decision | null {
  return ruling?.dropped.has(id) ? { outcome: 'rejected', code: 'reported_lost' satisfies ErrorCode } : null;
}

function* applyOne(
  context: TxContext,
  input: Applying,
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
  if (input.isolation === 'together') return yield* writeTogether(context, input, mutation);
  const touched = new Touched();
  yield* call('savepoint');
  try {
    const decided = yield* decideMutation({ ...context, touched }, input.actor, mutation);
    yield* call('release');
    context.touched.addAll(touched);
    return decided;
  } catch (error) {
    // A bug of this mutator, not of the person and not of the disk: keep the payload, let the others pass.
    yield* call('rollbackTo');
    parked.push({ id: row.id, reason: error instanceof Error ? error.name : 'unknown' });
    return { outcome: 'parked', code: 'failed' };
  }
}

function* writeTogether(context: TxContext, input: PushInput, mutation: Mutation): Plan<Decision> {
  try {
    return yield* decideMutation(context, input.actor, mutation);
  } catch (error) {
    throw new MutationFailed('a mutator threw', { cause: error });
  }
}

function* quarantine(
  context: TxContext,
  clientId: string,
  row: { readonly id: number; readonly keyId: string; readonly box: string },
  reason: 'parked' | 'revoked' = 'parked',
): Plan<boolean> {
  const { id, keyId, box } = row;
  return yield* putAside({ clientId, id, reason, keyId, box, at: context.now });
}

function* keep(row: OutcomeRow): Plan<OutcomeRow> {
  const { clientId, id, account, uid, digest, outcome, code, detail, confirmed, copy } = row;
  yield* call('putOutcome', { clientId, id, account, uid, digest, outcome, code, detail, confirmed, copy });
  return row;
}

/** As the wire says it: without empty fields. */
export function toResult(row: OutcomeRow): MutationResult {
  return {
    id: row.id,
    outcome: row.outcome,
    ...(row.uid === '' ? {} : { uid: row.uid }),
    ...(row.code === '' ? {} : { code: row.code }),
    ...(row.detail === '' ? {} : { detail: parseJson(row.detail) }),
  };
}
