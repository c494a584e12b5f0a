import * as v from 'valibot';
import type { ReplicaRow } from '../../ports.ts';
import type { Mutation } from '../../core/mutation.ts';
import { openMutation, sealMutation } from '../../core/deposit-box.ts';
import { mutationMessage, type MutationMessage } from '../../protocol/mutation-message.ts';
import { outboxKey, readOutboxMeta, type OutboxMeta } from './outbox-meta.ts';
import type { Replica } from '../replica/replica.ts';

/** Seals a mutation into its outbox row. The same bytes are later sent by page or service worker. */
export function mutationToRow(
  replica: Pick<Replica, 'sodium' | 'random' | 'depositKeys' | 'depositKeyId' | 'actor'>,
  mutation: Mutation,
  meta: Pick<OutboxMeta, 'wrote' | 'loaded' | 'coalesceKey' | 'since'>,
): ReplicaRow {
  const key = replica.depositKeys.get(replica.depositKeyId);
  if (!key) throw new Error('no deposit key');
  const message: MutationMessage = {
    uid: mutation.uid,
    name: mutation.name,
    args: mutation.args,
    ctx: { ...mutation.ctx, ids: [...mutation.ctx.ids], base: { ...mutation.ctx.base } },
    ...(mutation.after && mutation.after.length > 0 ? { after: [...mutation.after] } : {}),
  };
  const place = {
    principal: replica.actor.principal,
    clientId: mutation.clientId,
    id: mutation.id,
    random: replica.random,
  };
  const clear: OutboxMeta = {
    id: mutation.id,
    uid: mutation.uid,
    name: mutation.name,
    at: mutation.ctx.now,
    since: meta.since ?? mutation.ctx.now,
    key: replica.depositKeyId,
    wrote: meta.wrote,
    loaded: meta.loaded,
    ...(meta.coalesceKey === undefined ? {} : { coalesceKey: meta.coalesceKey }),
  };
  return { k: outboxKey(mutation.id), m: clear, z: sealMutation(replica.sodium, key, place, message) };
}

/** Opens an outbox row; null where it is damaged or its key is not here: it is then shown as unreadable, never dropped unseen. */
export function rowToMutation(
  replica: Pick<Replica, 'sodium' | 'depositKeys' | 'actor'>,
  row: ReplicaRow,
  clientId: string,
): Mutation | null {
  const meta = readOutboxMeta(row);
  const key = meta ? replica.depositKeys.get(meta.key) : undefined;
  if (!meta || !key || !row.z) return null;
  try {
    const place = { principal: replica.actor.principal, clientId, id: meta.id };
    const message = v.parse(mutationMessage, openMutation(replica.sodium, key, place, row.z));
    const { after, ...rest } = message;
    return { clientId, id: meta.id, ...rest, ...(after ? { after } : {}) };
  } catch {
    // A box that does not open is damage, whatever the library calls it; the caller shows it.
    return null;
  }
}
