import * as v from 'valibot';
import { errorText } from '../../protocol/error-codes.ts';
import { jsonSchema } from '../../protocol/mutation-message.ts';
import { allRows } from '../replica/all-rows.ts';
import type { AttentionItem, PendingChange } from '../api.ts';
import { readMeta } from '../replica/meta.ts';
import { isView } from '../../core/define.ts';
import { rowToMutation } from '../write/outbox.ts';
import { outboxKey, readOutboxMeta, type OutboxMeta } from '../write/outbox-meta.ts';
import { isTombstone } from '../write/outbox-tombstone.ts';
import type { Replica } from '../replica/replica.ts';
import { together } from '../replica/together.ts';
import type { Body, ReplicaRow, ReplicaStore } from '../../ports.ts';

const attentionContent = v.object({
  name: v.string(),
  at: v.string(),
  kind: v.picklist(['rejected', 'parked']),
  code: v.string(),
  detail: v.optional(jsonSchema),
  args: v.optional(jsonSchema),
  ctx: v.optional(v.looseObject({ base: v.record(v.string(), v.string()) })),
});

/** A row of the outbox that somebody made, as far as it can be read without a key. */
interface WorkRow {
  readonly row: ReplicaRow;
  readonly meta: OutboxMeta | null;
  /** [WK-1] The record it is about, of what a row says in the clear anyway; one that names none is a thing by itself. */
  readonly thing: string;
}

function workRows(outbox: readonly ReplicaRow[]): readonly WorkRow[] {
  return outbox.flatMap((row) => {
    if (isTombstone(row)) return [];
    const meta = readOutboxMeta(row);
    return meta && isView(meta.name) ? [] : [{ row, meta, thing: meta?.wrote[0] ?? row.k }];
  });
}

/** What waits for the server, oldest first. */
export async function listPending(replica: Replica): Promise<readonly PendingChange[]> {
  const { rows, sent, clientId } = await replica.store.read(function* () {
    const [found, [line, client]] = yield* together(allRows('outbox'), readMeta('sent', 'client'));
    return { rows: workRows(found), sent: line?.through ?? 0, clientId: client?.clientId ?? '' };
  });
  return rows.map(({ row, meta, thing }): PendingChange => {
    const mutation = meta && rowToMutation(replica, row, clientId);
    if (!meta || !mutation)
      return {
        uid: meta?.uid ?? row.k,
        thing,
        name: meta?.name ?? 'unreadable',
        at: meta?.at ?? '',
        state: 'unreadable',
        args: null,
      };
    const state = meta.id <= sent ? 'sent' : 'waiting';
    return { uid: meta.uid, thing, name: meta.name, at: meta.at, state, args: mutation.args };
  });
}

/** What the server refused or holds, with its content. */
export async function listAttention(replica: Replica): Promise<readonly AttentionItem[]> {
  const rows = await replica.store.read(() => allRows('attention'));
  return rows.flatMap((row) => {
    try {
      const content = v.parse(attentionContent, replica.sealer.open('attention', row.k, row.v ?? 1, row.z));
      const { ctx, ...said } = content;
      const base = ctx?.base ?? {};
      return [
        {
          uid: row.k,
          ...said,
          message: errorText(said.code),
          args: said.args ?? null,
          ...(Object.keys(base).length === 0 ? {} : { base }),
        },
      ];
    } catch {
      // Damage is shown, not hidden: the person must know that something was here.
      return [
        {
          uid: row.k,
          name: 'unreadable',
          at: '',
          kind: 'parked' as const,
          code: 'unreadable',
          message: errorText('unreadable'),
          args: null,
        },
      ];
    }
  });
}

/** Lets go of a refused change. */
export async function dropAttention(replica: Replica, uid: string): Promise<void> {
  await replica.store.tx('strict', function* () {
    yield [{ op: 'delete', table: 'attention', keys: [uid] }];
  });
}

/** [WK-1] What waits, counted as a person counts: a note is one, however many rows its typing made. */
export interface WorkCount {
  /** Whose outcome no pull has brought yet: also what the server has, as long as it may have refused it. */
  readonly waiting: number;
  /** Of these, what has not reached the server. */
  readonly undelivered: number;
  readonly attention: number;
}

/** How much waits, without opening anything: also for a locked device. */
export function countWork(store: ReplicaStore): Promise<WorkCount> {
  return store.read(workCount);
}

/** The same inside a transaction. */
export function* workCount(): Body<WorkCount> {
  const [[mark], outbox, attention] = yield* together(readMeta('mark'), allRows('outbox'), allRows('attention'));
  const work = workRows(outbox);
  const undelivered = work.filter(({ row }) => row.k > outboxKey(mark?.mark ?? 0));
  return { waiting: thingsOf(work), undelivered: thingsOf(undelivered), attention: attention.length };
}

function thingsOf(work: readonly WorkRow[]): number {
  return new Set(work.map(({ thing }) => thing)).size;
}
