import * as v from 'valibot';
import type { Body, ReplicaStore } from '../sync/ports.ts';
import { acceptSealed, narrowPush, preparePush } from '../sync/client/push/deliver-outbox.ts';
import { DeposedError, type Fence } from '../sync/client/replica/fence.ts';
import { isRowRefusal, type RowRefusal } from '../sync/client/push/isolation.ts';
import { readMeta } from '../sync/client/replica/meta.ts';
import type { PushRequest } from '../sync/protocol/push-message.ts';
import { DepositLead } from './deposit-lead.ts';
import { withDevice, withStore } from './existing-store.ts';

/** What became of an attempt. `waiting`: rows are still here and worth another try. */
export type DepositOutcome = 'nothing' | 'delivered' | 'waiting' | 'refused';

/** Whoever locked the device does not type any more: nothing is held back for a pause. */
const longAfterTyping = Number.POSITIVE_INFINITY;

interface Batch {
  readonly token: string;
  readonly fence: Fence;
  readonly request: Pick<PushRequest, 'protocol' | 'clientId' | 'highest' | 'rows'>;
}

/**
 * Delivers the outbox of the device's current account as it lies there: sealed bytes, an upload-only token, no key.
 * Nothing is deleted here: rows leave when an unlocked page has pulled their effects. Repeating is harmless.
 */
export async function depositOutbox(): Promise<DepositOutcome> {
  const name = await withDevice((device) => device.read(currentReplicaName), null);
  if (name === null) return 'nothing';
  return withStore<DepositOutcome>(name, deliver, 'nothing');
}

async function deliver(store: ReplicaStore): Promise<DepositOutcome> {
  // One network writer: an unlocked page delivers by itself, after a pause in the typing. It asks again when it goes.
  const lead = await DepositLead.whenSilent(store);
  if (!lead) return 'nothing';
  try {
    return await deliverBatches(store, lead);
  } catch (error) {
    // A tab leads by now, and delivers by itself.
    if (error instanceof DeposedError) return 'nothing';
    throw error;
  } finally {
    // Not given back, it falls silent by itself.
    await lead.release().catch(() => undefined);
  }
}

async function deliverBatches(store: ReplicaStore, lead: DepositLead): Promise<DepositOutcome> {
  for (let round = 0; round < 50; round += 1) {
    const batch = await store.tx('strict', () => nextBatch(lead));
    if (!batch) return round === 0 ? 'nothing' : 'delivered';
    const { fence, request } = batch;
    const answer = await send(batch);
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

/** As little of the device's rows as delivery needs: those of another build's pages are read too. */
const currentPointer = v.object({ sub: v.string() });
const replicaPointer = v.object({ replicaName: v.string() });

function* currentReplicaName(): Body<string | null> {
  const [current] = yield [{ op: 'get', table: 'meta', keys: ['current'] }];
  const pointer = v.safeParse(currentPointer, current?.[0]?.m);
  if (!pointer.success) return null;
  const [account] = yield [{ op: 'get', table: 'meta', keys: [`account:${pointer.output.sub}`] }];
  const replica = v.safeParse(replicaPointer, account?.[0]?.m);
  return replica.success ? replica.output.replicaName : null;
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

/** What delivery looks at in an answer. */
const pushAnswer = v.object({ kind: v.string(), mark: v.optional(v.number()) });

/** The new mark, or why there is none. */
async function send({
  token,
  request,
}: Batch): Promise<number | 'retry' | 'refused' | { readonly refusal: RowRefusal }> {
  try {
    const response = await fetch('/api/sync/v1/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(20_000),
    });
    // What a portal or a proxy says in our server's place is no word on this token or on any row.
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    if (!isJson || response.redirected) return 'retry';
    if (response.status === 401 || response.status === 403) return 'refused';
    const status = String(response.status);
    if (isRowRefusal(status)) return { refusal: status };
    if (!response.ok) return 'retry';
    const answer = v.safeParse(pushAnswer, await response.json());
    if (!answer.success) return 'retry';
    // A gap, a quarantine or an unknown key is for an unlocked page to sort out.
    const { kind, mark } = answer.output;
    return kind === 'ok' && mark !== undefined ? mark : 'refused';
  } catch {
    // No network, or a portal's page that is no JSON.
    return 'retry';
  }
}
