import type { Replica } from '../../../sync/client/replica/replica.ts';
import { outboxMeta, outboxEnd } from '../../../sync/client/write/outbox-meta.ts';
import { watchRecord } from '../../../sync/client/read/watch.ts';
import { writeMutation } from '../../../sync/client/write/write.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { ReplicaRow } from '../../../sync/ports.ts';
import * as v from 'valibot';
import { writePorts } from './bench-account.ts';
import { noteArgs } from './bench-notes.ts';
import { committed } from './raw-database.ts';

/** The two rows that one write leaves behind. */
export interface RowPair {
  readonly overlay: ReplicaRow;
  readonly outbox: ReplicaRow;
}

/** One write after the other, each durable before the next; milliseconds of all. */
export async function writeDurably(replica: Replica, sessions: readonly string[]): Promise<number> {
  const from = performance.now();
  for (const [turn, session] of sessions.entries()) await write(replica, session, turn);
  return performance.now() - from;
}

/** One write after the other, each until a watcher has seen it; milliseconds of all. */
export async function writeUntilShown(replica: Replica, sessions: readonly string[]): Promise<number> {
  let sum = 0;
  for (const [turn, session] of sessions.entries()) {
    const id = noteIdOf(session);
    let onShown = (): void => undefined;
    let onReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (onReady = resolve));
    const shown = new Promise<void>((resolve) => (onShown = resolve));
    const stop = watchRecord(
      replica,
      { collection: 'note', id },
      {
        clock: writePorts.clock,
        onValue: (record) => (record ? onShown() : onReady()),
        onError: (error) => {
          throw error;
        },
      },
    );
    await ready;
    const from = performance.now();
    await Promise.all([write(replica, session, turn), shown]);
    sum += performance.now() - from;
    stop();
  }
  return sum;
}

/** The same rows in one raw strict transaction each; milliseconds of all. */
export async function writeRaw(db: IDBDatabase, pairs: readonly RowPair[]): Promise<number> {
  const from = performance.now();
  for (const { overlay, outbox } of pairs) {
    const transaction = db.transaction(['overlay', 'outbox'], 'readwrite', { durability: 'strict' });
    transaction.objectStore('overlay').put(overlay);
    transaction.objectStore('outbox').put(outbox);
    transaction.commit();
    await committed(transaction);
  }
  return performance.now() - from;
}

/** Takes what was written out of the replica, and answers it. */
export async function takeWritten(replica: Replica): Promise<readonly RowPair[]> {
  return replica.store.tx('relaxed', function* () {
    const [overlay, outbox] = yield [
      { op: 'range', table: 'overlay', by: 'k', from: '', to: outboxEnd },
      { op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd },
    ];
    const written = new Map((overlay ?? []).flatMap((row) => (row ? [[row.k, row] as const] : [])));
    const pairs = (outbox ?? []).flatMap((row): RowPair[] => {
      const key = row ? v.parse(outboxMeta, row.m).wrote[0] : undefined;
      const record = key === undefined ? undefined : written.get(key);
      return row && record ? [{ overlay: record, outbox: row }] : [];
    });
    yield [
      { op: 'delete', table: 'overlay', keys: [...written.keys()] },
      { op: 'delete', table: 'outbox', keys: pairs.map((pair) => pair.outbox.k) },
    ];
    return pairs;
  });
}

async function write(replica: Replica, session: string, turn: number): Promise<void> {
  const result = await writeMutation(replica, writePorts, { name: 'note.edit', args: noteArgs(session, turn) });
  if (result.kind !== 'saved') throw new Error(`not saved: ${result.message}`);
}
