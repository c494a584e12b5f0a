import { openExisting, settled } from './raw-database.ts';

/** Rows that a start shows. */
export const sessionsShown = 50;

/** The least that a start can do: opens a database that is there and reads the next fifty sessions by index, sealed. */
export async function rawStart(name: string): Promise<number> {
  const from = performance.now();
  const db = await openExisting(name);
  const range = IDBKeyRange.bound(`appointment|start|${new Date().toISOString()}`, 'appointment|start}');
  const rows = await settled(db.transaction('base').objectStore('base').index('x').getAll(range, sessionsShown));
  const ms = performance.now() - from;
  db.close();
  if (rows.length < sessionsShown) throw new Error(`only ${rows.length} sessions ahead`);
  return ms;
}
