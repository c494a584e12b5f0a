import { toBase64Url } from '../../core/base64url.ts';
import type { Body, ReplicaRow, ReplicaStore } from '../../ports.ts';
import * as v from 'valibot';
import { pushLeftResponse, type PushLeftRequest, type PushLeftResponse } from '../../protocol/recovery-message.ts';
import type { PushRow } from '../../protocol/push-message.ts';
import { protocolVersion } from '../../protocol/version.ts';
import type { ClientPorts } from '../client-ports.ts';
import { fitting } from '../push/deliver-outbox.ts';
import { dropLeft, readAccount, type LeftReplica } from '../replica/device.ts';
import { allRows } from '../replica/all-rows.ts';
import { readMeta } from '../replica/meta.ts';
import { assertUnlocked, type Replica } from '../replica/replica.ts';
import { attentionRow } from '../write/attention-row.ts';
import { outboxKey, readOutboxMeta, type OutboxMeta } from '../write/outbox-meta.ts';
import type { Unlocked } from './unlocked.ts';

/** An outbox that this device cannot open any more, as it lies there. */
interface LeftOutbox {
  readonly clientId: string;
  readonly lastId: number;
  /** Rows by id. */
  readonly rows: ReadonlyMap<number, { readonly row: ReplicaRow; readonly meta: OutboxMeta | null }>;
  /** Refused changes that lie there sealed: their words open with the password of before alone. */
  readonly sealedRefusals: number;
}

interface Carrying {
  readonly unlocked: Unlocked;
  /** Locked meanwhile: what is not done yet is done at the next sign-in. */
  readonly isStillOpen: () => boolean;
}

/**
 * [RC-4] Sends what replicas of before the account's keys were new still hold, as it lies there, under its old client id. What is
 * applied is done; what is refused comes back with its words and stands in needs attention here. A replica of before goes when
 * every row of it is known as one or the other, and nothing that only the old password opens lies in it. Repeating is harmless.
 */
export async function carryLeft(ports: ClientPorts, device: ReplicaStore, carrying: Carrying): Promise<void> {
  const { unlocked, isStillOpen } = carrying;
  const { sub } = unlocked.account;
  await ports.alone(async () => {
    const account = await readAccount(device, sub);
    for (const left of account?.left ?? []) {
      if (!isStillOpen()) return;
      if (await carryOne(ports, unlocked.replica, left)) {
        await dropLeft(device, sub, left.replicaName);
        await ports.deleteStore(left.replicaName);
      }
    }
  });
  unlocked.engine.wake();
}

/** Whether nothing is left there. */
async function carryOne(ports: ClientPorts, replica: Replica, left: LeftReplica): Promise<boolean> {
  const store = ports.openStore(left.replicaName, {});
  try {
    const outbox = await store.read(() => readLeft());
    if (!outbox) return true;
    for (let from = firstId(outbox); from <= outbox.lastId;) {
      const rows = rowsFrom(outbox, from);
      const request: PushLeftRequest = {
        protocol: protocolVersion,
        clientId: outbox.clientId,
        highest: outbox.lastId,
        rows,
      };
      const answer = await ports.api.call('POST', '/api/sync/v1/push_left', request);
      const parsed = v.safeParse(pushLeftResponse, answer?.body);
      // No answer, or one of another history: it stays, and is asked again with the next session.
      if (answer?.status !== 200 || !parsed.success || parsed.output.kind !== 'ok') return false;
      await keepRefused(replica, outbox, parsed.output);
      // Each row is known as applied or kept: asked again, it would stand here again after it was read.
      await store.tx('strict', () => dropRows(rows));
      from = (rows.at(-1)?.id ?? outbox.lastId) + 1;
    }
    return outbox.sealedRefusals === 0;
  } finally {
    store.close();
  }
}

function* readLeft(): Body<LeftOutbox | null> {
  const [client] = yield* readMeta('client');
  if (!client) return null;
  const rows = new Map<number, { row: ReplicaRow; meta: OutboxMeta | null }>();
  for (const row of yield* allRows('outbox')) rows.set(Number(row.k), { row, meta: readOutboxMeta(row) });
  const refusals = yield* allRows('attention');
  return { clientId: client.clientId, lastId: client.lastId, rows, sealedRefusals: refusals.length };
}

function firstId({ rows, lastId }: LeftOutbox): number {
  return Math.min(lastId + 1, ...rows.keys());
}

const mostRows = 200;

/** As many rows as one request takes; what is missing or was withdrawn goes as nothing, so that ids stay dense. */
function rowsFrom({ rows, lastId }: LeftOutbox, from: number): PushRow[] {
  const count = Math.min(mostRows, lastId - from + 1);
  const dense = Array.from({ length: count }, (_, index): PushRow => {
    const id = from + index;
    const found = rows.get(id);
    return found?.meta && found.row.z
      ? { kind: 'sealed', id, key: found.meta.key, box: toBase64Url(found.row.z) }
      : { kind: 'void', id };
  });
  return fitting(dense);
}

function* dropRows(rows: readonly PushRow[]): Body<void> {
  yield [{ op: 'delete', table: 'outbox', keys: rows.map(({ id }) => outboxKey(id)) }];
}

/** What was not applied stands in needs attention of this replica, with its words where the server could open them. */
async function keepRefused(
  replica: Replica,
  outbox: LeftOutbox,
  { results }: Extract<PushLeftResponse, { kind: 'ok' }>,
): Promise<void> {
  const rows = results.flatMap((result): ReplicaRow[] => {
    const { outcome, id, message, code = 'rejected', detail } = result;
    const meta = outbox.rows.get(id)?.meta;
    if ((outcome !== 'rejected' && outcome !== 'parked') || !meta) return [];
    const more = { code, kind: outcome, ...(detail === undefined ? {} : { detail }) };
    return [
      message
        ? attentionRow(replica, message.uid, {
            ...more,
            name: message.name,
            at: message.ctx.now,
            args: message.args,
            ctx: message.ctx,
          })
        : attentionRow(replica, meta.uid, { ...more, name: meta.name, at: meta.at }),
    ];
  });
  if (rows.length === 0) return;
  await replica.store.tx('strict', function* () {
    yield* assertUnlocked(replica);
    yield [{ op: 'put', table: 'attention', rows }];
  });
}
