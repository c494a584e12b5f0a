import type { Replica } from '../../../sync/client/replica/replica.ts';
import { outboxMeta, outboxEnd } from '../../../sync/client/write/outbox-meta.ts';
import { watchRecord } from '../../../sync/client/read/watch.ts';
import { writeMutation } from '../../../sync/client/write/write.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Json } from '../../../sync/core/record.ts';
import type { Body, ReplicaRow } from '../../../sync/ports.ts';
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
  for (const rows of written) await writeOneRaw(db, rows);
  return performance.now() - from;
}

/** The same rows in one raw strict transaction; milliseconds. */
export async function writeOneRaw(db: IDBDatabase, { overlay, outbox }: WrittenRows): Promise<number> {
  const from = performance.now();
  const transaction = db.transaction(['overlay', 'outbox'], 'readwrite', { durability: 'strict' });
  const records = transaction.objectStore('overlay');
  for (const row of overlay) records.put(row);
  transaction.objectStore('outbox').put(outbox);
  transaction.commit();
  await committed(transaction);
  return performance.now() - from;
}

/** What waits in the replica: the rows of each write, oldest first. */
export function seeWritten(replica: Replica): Promise<readonly WrittenRows[]> {
  return replica.store.read(function* () {
    const { written } = yield* readWritten();
    return written;
  });
}

/** The rows of the newest write. */
export function lastWritten(replica: Replica): Promise<WrittenRows> {
  return replica.store.read(function* () {
    const [rows] = yield [{ op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd, limit: 1, reverse: true }];
    const outbox = rows?.[0];
    if (!outbox) throw new Error('nothing waits');
    const [overlay] = yield [{ op: 'get', table: 'overlay', keys: v.parse(outboxMeta, outbox.m).wrote }];
    return { overlay: (overlay ?? []).filter((row) => row !== undefined), outbox };
  });
}

/** Takes what was written out of the replica, and answers it. */
export async function takeWritten(replica: Replica): Promise<readonly WrittenRows[]> {
  return replica.store.tx('relaxed', function* () {
    const { written, overlayKeys } = yield* readWritten();
    yield [
      { op: 'delete', table: 'overlay', keys: overlayKeys },
      { op: 'delete', table: 'outbox', keys: written.map((one) => one.outbox.k) },
    ];
    return written;
  });
}

function* readWritten(): Body<{ readonly written: readonly WrittenRows[]; readonly overlayKeys: readonly string[] }> {
  const [overlay, outbox] = yield [
    { op: 'range', table: 'overlay', by: 'k', from: '', to: outboxEnd },
    { op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd },
  ];
  const records = new Map((overlay ?? []).flatMap((row) => (row ? [[row.k, row] as const] : [])));
  const written = (outbox ?? []).flatMap((row): WrittenRows[] => {
    const keys = row ? v.parse(outboxMeta, row.m).wrote : [];
    const wrote = keys.flatMap((key) => records.get(key) ?? []);
    return row && wrote.length > 0 && wrote.length === keys.length ? [{ overlay: wrote, outbox: row }] : [];
  });
  return { written, overlayKeys: [...records.keys()] };
}

async function write(replica: Replica, call: Call): Promise<void> {
  const result = await writeMutation(replica, writePorts, call);
  if (result.kind !== 'saved') throw new Error(`not saved: ${result.message}`);
}
