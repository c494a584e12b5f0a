import type { Replica } from '../../../sync/client/replica/replica.ts';
import { outboxMeta, outboxEnd } from '../../../sync/client/write/outbox-meta.ts';
import { watchRecord } from '../../../sync/client/read/watch.ts';
import { writeMutation } from '../../../sync/client/write/write.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Json } from '../../../sync/core/record.ts';
import type { ReplicaRow } from '../../../sync/ports.ts';
import * as v from 'valibot';
import { writePorts } from './bench-account.ts';
import { noteArgs } from './bench-notes.ts';
import { committed } from './raw-database.ts';

/** A mutation to be written. */
export interface Call {
  readonly name: string;
  readonly args: Json;
}

/** The rows that one write leaves behind: one for each record, and that of the outbox. */
export interface WrittenRows {
  readonly overlay: readonly ReplicaRow[];
  readonly outbox: ReplicaRow;
}

/** An edit of the note of each session. */
export function noteEdits(sessions: readonly string[]): readonly Call[] {
  return sessions.map((session, turn) => ({ name: 'note.edit', args: noteArgs(session, turn) }));
}

/** One write after the other, each durable before the next; milliseconds of all. */
export async function writeDurably(replica: Replica, calls: readonly Call[]): Promise<number> {
  const from = performance.now();
  for (const call of calls) await write(replica, call);
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
    await Promise.all([write(replica, { name: 'note.edit', args: noteArgs(session, turn) }), shown]);
    sum += performance.now() - from;
    stop();
  }
  return sum;
}

/** The same rows in one raw strict transaction each; milliseconds of all. */
export async function writeRaw(db: IDBDatabase, written: readonly WrittenRows[]): Promise<number> {
  const from = performance.now();
  for (const { overlay, outbox } of written) {
    const transaction = db.transaction(['overlay', 'outbox'], 'readwrite', { durability: 'strict' });
    const records = transaction.objectStore('overlay');
    for (const row of overlay) records.put(row);
    transaction.objectStore('outbox').put(outbox);
    transaction.commit();
    await committed(transaction);
  }
  return performance.now() - from;
}

/** Takes what was written out of the replica, and answers it. */
export async function takeWritten(replica: Replica): Promise<readonly WrittenRows[]> {
  return replica.store.tx('relaxed', function* () {
    const [overlay, outbox] = yield [
      { op: 'range', table: 'overlay', by: 'k', from: '', to: outboxEnd },
      { op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd },
    ];
    const written = new Map((overlay ?? []).flatMap((row) => (row ? [[row.k, row] as const] : [])));
    const left = (outbox ?? []).flatMap((row): WrittenRows[] => {
      const keys = row ? v.parse(outboxMeta, row.m).wrote : [];
      const records = keys.flatMap((key) => written.get(key) ?? []);
      return row && records.length > 0 && records.length === keys.length ? [{ overlay: records, outbox: row }] : [];
    });
    yield [
      { op: 'delete', table: 'overlay', keys: [...written.keys()] },
      { op: 'delete', table: 'outbox', keys: left.map((one) => one.outbox.k) },
    ];
    return left;
  });
}

async function write(replica: Replica, call: Call): Promise<void> {
  const result = await writeMutation(replica, writePorts, call);
  if (result.kind !== 'saved') throw new Error(`not saved: ${result.message}`);
}
