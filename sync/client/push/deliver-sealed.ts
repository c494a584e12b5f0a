import type { Body, ReplicaStore } from '../../ports.ts';
import type { PushRequest } from '../../protocol/push-message.ts';
import { DeposedError, type Fence } from '../replica/fence.ts';
import { readMeta } from '../replica/meta.ts';
import { acceptSealed, narrowPush, preparePush } from './deliver-outbox.ts';
import { DepositLead } from './deposit-lead.ts';
import type { RowRefusal } from './isolation.ts';

/** What became of an attempt. `waiting`: rows are still here and worth another try. */
export type DepositOutcome = 'nothing' | 'delivered' | 'waiting' | 'refused';

/** Sealed rows of one client id, as they lie on the device. */
export type SealedPush = Pick<PushRequest, 'protocol' | 'clientId' | 'highest' | 'rows'>;

/** The new mark, or why there is none: `retry` says nothing of the rows, `refused` is for an unlocked page to sort out. */
export type SealedAnswer = number | 'retry' | 'refused' | { readonly refusal: RowRefusal };

/** How sealed rows reach the server, and how time passes meanwhile. */
export interface SealedWay {
  push(token: string, request: SealedPush): Promise<SealedAnswer>;
  wait(ms: number): Promise<void>;
}

/** Whoever locked the device does not type any more: nothing is held back for a pause. */
const longAfterTyping = Number.POSITIVE_INFINITY;

interface Batch {
  readonly token: string;
  readonly fence: Fence;
  readonly request: SealedPush;
}

/**
 * Delivers the outbox of a replica as it lies there: sealed bytes, an upload-only token, no key. Nothing is deleted here: rows
 * leave when an unlocked page has pulled their effects. Repeating is harmless. `nothing` also while a tab leads, which
 * delivers by itself.
 */
export async function deliverSealed(store: ReplicaStore, way: SealedWay): Promise<DepositOutcome> {
  // One network writer: an unlocked page delivers by itself, after a pause in the typing. It asks again when it goes.
  const lead = await DepositLead.whenSilent(store, way.wait);
  if (!lead) return 'nothing';
  try {
    return await deliverBatches(store, way, lead);
  } catch (error) {
    // A tab leads by now, and delivers by itself.
    if (error instanceof DeposedError) return 'nothing';
    throw error;
  } finally {
    // Not given back, it falls silent by itself.
    await lead.release().catch(() => undefined);
  }
}

async function deliverBatches(store: ReplicaStore, way: SealedWay, lead: DepositLead): Promise<DepositOutcome> {
  for (let round = 0; round < 50; round += 1) {
    const batch = await store.tx('strict', () => nextBatch(lead));
    if (!batch) return round === 0 ? 'nothing' : 'delivered';
    const { fence, request, token } = batch;
    const answer = await way.push(token, request);
    if (answer === 'retry') return 'waiting';
    if (answer === 'refused') return 'refused';
    // [PU-6] One row that the server cannot take must not hold up the others, locked or not.
    if (typeof answer === 'object') {
      const step = await store.tx('strict', () => narrowPush(fence, request, answer.refusal));
      if (step === 'all-refused') return 'refused';
    } else if ((await store.tx('strict', () => acceptSealed(fence, request, answer))) === 'not-raised') {
      // The next batch would be the same again.
      return 'waiting';
    }
  }
  return 'waiting';
}

/** Takes the lead, reads the next rows and draws the line above them in one transaction. `null`: nothing to send, or a tab leads. */
function* nextBatch(lead: DepositLead): Body<Batch | null> {
  const [client, mark, deposit] = yield* readMeta('client', 'mark', 'deposit');
  // A token belongs to one client id; after a change of it the page registers anew.
  if (!client || !deposit || deposit.clientId !== client.clientId || client.lastId <= (mark?.mark ?? 0)) return null;
  const fence = yield* lead.hold();
  if (!fence) return null;
  const taken = yield* preparePush(fence, longAfterTyping, mark?.mark ?? 0);
  if (!taken || 'kind' in taken) return null;
  const { protocol, clientId, highest, rows } = taken;
  return { token: deposit.token, fence, request: { protocol, clientId, highest, rows } };
}
