import type { Body, Clock, Random, ReplicaRow } from '../../ports.ts';
import { toInstant } from '../../core/instant.ts';
import { newId } from '../../core/new-id.ts';
import type { Json } from '../../core/record.ts';
import { errorText } from '../../protocol/error-codes.ts';
import { allRows } from '../replica/all-rows.ts';
import { attentionRow, readAttentionMeta } from './attention-row.ts';
import { StoreError } from '../../store/store-error.ts';
import type { MutateOptions, MutateResult } from '../api.ts';
import { isInOutbox, madeBy, mutateBody, writerAhead, type MutateInput, type MutateOutcome } from './mutate.ts';
import { LockedError, type Replica } from '../replica/replica.ts';

const notSaved = {
  locked: 'This device was locked before the change could be saved.',
  quota: 'There is no room left on this device. Please free some space.',
  storage: 'The storage of this device did not take it.',
} as const;

/** Nobody's keys are here: nothing was written, and nothing can be before somebody unlocks. */
export const lockedResult: MutateResult = {
  kind: 'not-saved',
  reason: 'locked',
  message: 'This device is locked. Unlock it, then save again.',
};

/** The storage of this device took nothing of it. */
export const notTakenResult: MutateResult = { kind: 'not-saved', reason: 'storage', message: notSaved.storage };

/**
 * Captures the context once, then writes. After a storage error the outbox is asked by uid before anything is called
 * "not saved", and the same uid is tried once more: a commit whose answer was lost is neither doubled nor denied. [OB-5]
 */
export async function writeMutation(
  replica: Replica,
  ports: { readonly clock: Clock; readonly random: Random; zone(): string },
  intent: { readonly name: string; readonly args: Json; readonly options?: MutateOptions },
): Promise<MutateResult> {
  const input: MutateInput = {
    uid: newId(ports.random),
    name: intent.name,
    args: intent.args,
    ctx: {
      now: toInstant(ports.clock.now()),
      zone: ports.zone(),
      ids: [],
      base: intent.options?.base ?? {},
    },
    ...(intent.options?.coalesceKey === undefined ? {} : { coalesceKey: intent.options.coalesceKey }),
  };
  const keeping: Keeping = {
    keepAs: intent.options?.keepAs ?? intent.options?.coalesceKey ?? null,
    replaces: intent.options?.replaces ?? null,
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const body = (isAhead = false): Body<MutateResult> =>
        mutateOrKeep(replica, { ...input, isRetry: attempt > 0, isAhead }, keeping);
      return await replica.store.tx('strict', body, writerAhead(replica.gate));
    } catch (error) {
      if (error instanceof LockedError) return { kind: 'not-saved', reason: 'locked', message: notSaved.locked };
      if (!(error instanceof StoreError)) throw error;
      const reason = error.code === 'quota' ? 'quota' : 'storage';
      if (await wasSaved(replica, input.uid))
        return { kind: 'saved', uid: input.uid, ids: madeBy(replica, input), requested: true };
      if (attempt > 0 || reason === 'quota') return { kind: 'not-saved', reason, message: notSaved[reason] };
    }
  }
}

async function wasSaved(replica: Replica, uid: string): Promise<boolean> {
  try {
    return await replica.store.read(() => isInOutbox(uid));
  } catch {
    // A store that cannot be read cannot be said to hold it: the caller keeps the text and says "not saved".
    return false;
  }
}

interface Keeping {
  /** Refused content of this key is kept, the newest in place of the older; null: the caller alone holds it. */
  readonly keepAs: string | null;
  /** The needs-attention item that this change is made from. */
  readonly replaces: string | null;
}

/**
 * [NA-1] One transaction: the change, or its content in needs attention. A change that goes through takes the item that
 * it replaces out of the list; one that is refused again brings that item up to date.
 */
function* mutateOrKeep(replica: Replica, input: MutateInput, keeping: Keeping): Body<MutateResult> {
  const { keepAs, replaces } = keeping;
  const outcome: MutateOutcome = yield* mutateBody(replica, input);
  if (outcome.kind === 'saved') {
    if (replaces !== null) yield [{ op: 'delete', table: 'attention', keys: [replaces] }];
    return outcome;
  }
  const refused = { ...outcome, message: errorText(outcome.code) };
  const keptAs = keepAs === null ? replaces : input.uid;
  if (keptAs === null) return refused;
  const items = yield* allRows('attention');
  const before = items.find((row) => row.k === replaces);
  // Let go of by the person meanwhile: it does not come back.
  if (keepAs === null && !before) return refused;
  const key = keepAs ?? (before && keyOf(before));
  const older = items.filter((row) => row.k !== keptAs && key !== undefined && keyOf(row) === key);
  const { name, args, ctx } = input;
  const { code, detail } = outcome;
  const said = detail === undefined ? { code } : { code, detail };
  const content = { name, args, ctx, at: ctx.now, ...said, ...(key === undefined ? {} : { keepAs: key }) };
  yield [
    { op: 'delete', table: 'attention', keys: older.map((row) => row.k) },
    { op: 'put', table: 'attention', rows: [attentionRow(replica, keptAs, content)] },
  ];
  return { ...refused, keptAs };
}

function keyOf(row: ReplicaRow): string | undefined {
  return readAttentionMeta(row)?.keepAs;
}
