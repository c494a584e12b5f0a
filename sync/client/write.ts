import type { Clock, Random } from '../ports.ts';
import { toInstant } from '../core/instant.ts';
import { newId } from '../core/new-id.ts';
import type { Json } from '../core/record.ts';
import { errorText } from '../protocol/error-codes.ts';
import { StoreError } from '../store/store-error.ts';
import type { MutateOptions, MutateResult } from './api.ts';
import { isInOutbox, mutateBody, type MutateInput, type MutateOutcome } from './mutate.ts';
import { LockedError, type Replica } from './replica.ts';

const notSaved = {
  locked: 'This device was locked before the change could be saved.',
  quota: 'There is no room left on this device. Keep this page open and free some space; nothing was lost.',
  storage: 'Unable to save',
} as const;

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
      ids: [newId(ports.random), newId(ports.random)],
      base: intent.options?.base ?? {},
    },
    ...(intent.options?.coalesceKey === undefined ? {} : { coalesceKey: intent.options.coalesceKey }),
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const outcome = await replica.store.tx('strict', () => mutateBody(replica, { ...input, isRetry: attempt > 0 }));
      return toResult(outcome);
    } catch (error) {
      if (error instanceof LockedError) return { kind: 'not-saved', reason: 'locked', message: notSaved.locked };
      if (!(error instanceof StoreError)) throw error;
      const reason = error.code === 'quota' ? 'quota' : 'storage';
      if (await wasSaved(replica, input.uid))
        return { kind: 'saved', uid: input.uid, ids: input.ctx.ids, requested: true };
      if (attempt > 0 || reason === 'quota') return { kind: 'not-saved', reason, message: notSaved[reason] };
    }
  }
}

async function wasSaved(replica: Replica, uid: string): Promise<boolean> {
  try {
    return await replica.store.tx('relaxed', () => isInOutbox(uid));
  } catch {
    // A store that cannot be read cannot be said to hold it: the caller keeps the text and says "not saved".
    return false;
  }
}

function toResult(outcome: MutateOutcome): MutateResult {
  if (outcome.kind === 'rejected') return { ...outcome, message: errorText(outcome.code) };
  return outcome;
}
