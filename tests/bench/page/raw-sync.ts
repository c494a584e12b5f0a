import type { ReplicaRow } from '../../../sync/ports.ts';
import { putBase, settled } from './raw-database.ts';
import type { RowShapes } from './row-shapes.ts';

const rowsPerTransaction = 1000;
/** So many commits may be under way while more is read. */
const mostOpen = 2;

/**
 * The least that brings lines into a replica: one streamed answer, a thousand rows per relaxed transaction, reading on
 * while the last one commits. Ends with fifty rows read back by index. Answers milliseconds.
 */
export async function rawSync(db: IDBDatabase, url: string, shapes: RowShapes): Promise<number> {
  const from = performance.now();
  const response = await fetch(url);
  if (!response.body) throw new Error('no body');
  let rows: ReplicaRow[] = [];
  const open: Promise<void>[] = [];
  for await (const line of linesOf(response.body)) {
    rows.push(shapes.toRow(line));
    if (rows.length < rowsPerTransaction) continue;
    open.push(putBase(db, rows));
    rows = [];
    if (open.length >= mostOpen) await open.shift();
  }
  if (rows.length > 0) open.push(putBase(db, rows));
  await Promise.all(open);
  const range = IDBKeyRange.bound('appointment|start|', 'appointment|start}');
  await settled(db.transaction('base').objectStore('base').index('x').getAll(range, 50));
  return performance.now() - from;
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
