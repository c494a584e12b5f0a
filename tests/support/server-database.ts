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

/** What happens to links when nobody follows them: every one that was mailed and waits ends, beside the running server. */
export function endLinksOnServer(dataDir: string): void {
  const file = fs.readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'));
  if (file === undefined) throw new Error('the server has no database');
  const db = new Database(path.join(dataDir, file));
  try {
    for (const table of ['pending_registration', 'email_token'])
      db.prepare(`UPDATE ${table} SET ends_ms = ?`).run(Date.now() - 1);
  } finally {
    db.close();
  }
}
