import { expect, test, vi } from 'vitest';
import type { ReplicaRow } from '../ports.ts';
import { Client } from './orchid-client.ts';
import type { Replica } from './replica/replica.ts';
import { listAttention } from './status/work-list.ts';
import { attentionRow } from './write/attention-row.ts';

/** A replica that seals nothing: rows lie there as they are. */
function plainReplica(): { readonly replica: Replica; readonly rows: ReplicaRow[] } {
  const rows: ReplicaRow[] = [];
  const sealer = { seal: (...[, , , content]: unknown[]) => content, open: (...[, , , sealed]: unknown[]) => sealed };
  const store = { read: async () => rows };
  return { replica: { sealer, store } as unknown as Replica, rows };
}

test('[CH-2] a refused change is made again with the versions that it was typed over: it writes over nothing that nobody saw', async () => {
  const { replica, rows } = plainReplica();
  const ctx = { now: '2026-11-21T09:00:00.000Z', zone: 'UTC', ids: [] };
  const args = { chart_id: 'c1', phone_number: '1' };
  const content = { name: 'chart_person.edit', at: ctx.now, code: 'access_ended', args };
  rows.push(
    attentionRow(replica, 'typed', { ...content, ctx: { ...ctx, base: { phone_number: 'u1' } } }),
    attentionRow(replica, 'plain', { ...content, ctx: { ...ctx, base: {} } }),
  );
  const attention = (): ReturnType<typeof listAttention> => listAttention(replica);
  const mutate = vi.fn(async () => ({ kind: 'saved' }));
  const retry = (uid: string, said?: object) =>
    Client.prototype.retry.call({ attention, mutate } as never, uid, said as never);
  await retry('typed');
  await retry('typed', { phone_number: '2' });
  await retry('plain');
  expect(mutate.mock.calls).toEqual([
    ['chart_person.edit', args, { replaces: 'typed', base: { phone_number: 'u1' } }],
    ['chart_person.edit', { phone_number: '2' }, { replaces: 'typed', base: { phone_number: 'u1' } }],
    ['chart_person.edit', args, { replaces: 'plain' }],
  ]);
});
