import Database from 'better-sqlite3';
import fs from 'node:fs';
import path from 'node:path';
import { noteIdOf } from '../../sync/collections/appointment.ts';

/** What the server's own database says of one session's note; read beside the running server. */
export function readNoteOutcomes(dataDir: string, appointmentId: string): { notes: number; doubledUids: number } {
  const file = fs.readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'));
  if (file === undefined) return { notes: 0, doubledUids: 0 };
  const db = new Database(path.join(dataDir, file), { readonly: true });
  try {
    const notes = db
      .prepare('SELECT count(*) FROM record WHERE collection = ? AND id = ?')
      .pluck()
      .get('note', noteIdOf(appointmentId)) as number;
    const doubledUids = db
      .prepare(
        "SELECT count(*) FROM (SELECT uid FROM outcome WHERE outcome = 'applied' AND copy = 0 GROUP BY uid HAVING count(*) > 1)",
      )
      .pluck()
      .get() as number;
    return { notes, doubledUids };
  } finally {
    db.close();
  }
}
