import Database from 'better-sqlite3';

interface PushedRow {
  readonly id: number;
  readonly key: string;
  readonly box: string;
}

/** What a flush of edits writes for one of them, without a thought: no rights, no conflicts, no sealing, no reading. */
export const sameRows = [
  `INSERT INTO record_history SELECT collection, id, version, scope, cls, shape, body, stamps, @at, 'good' FROM record
   WHERE collection = 'note' AND id = @note`,
  `UPDATE record SET version = version + 1, body = @body, stamps = @stamps WHERE collection = 'note' AND id = @note`,
  `UPDATE head SET seq = seq + 1 WHERE principal = @principal`,
  `UPDATE log SET seq = @seq, version = version + 1
   WHERE principal = @principal AND collection = 'note' AND id = @note`,
  `UPDATE principal_sum SET a = a + 1, b = b + 1
   WHERE principal = @principal AND scope = @scope AND collection = 'note'`,
  `INSERT INTO outcome (client_id, id, account, uid, digest, outcome, code, confirmed, copy)
   VALUES (@client, @id, @principal, @uid, @digest, 'applied', '', 1, 0)`,
  `INSERT INTO audit (at, actor, action, subject) VALUES (@at, @principal, 'note.edit', @subject)`,
];

/**
 * The least that a durable server does with a push of edits: one transaction that leaves the same rows behind, in a copy
 * of the practice's own database with its own indexes. The copy is made at the first call.
 */
export function createBareWrites(practiceFile: string, copyFile: string, principal: string) {
  let copy: BareCopy | null = null;
  return (rows: readonly PushedRow[]): void => {
    copy ??= new BareCopy(practiceFile, copyFile, principal);
    copy.take(rows);
  };
}

/** The least of all: one table without an index. */
export function createBareInsert(file: string): (rows: readonly PushedRow[]) => void {
  const db = openDurable(file);
  db.exec('CREATE TABLE pushed (n INTEGER PRIMARY KEY, id INTEGER, key TEXT, box TEXT)');
  const insert = db.prepare('INSERT INTO pushed (id, key, box) VALUES (?, ?, ?)');
  return db.transaction((rows: readonly PushedRow[]) => {
    for (const row of rows) insert.run(row.id, row.key, row.box);
  });
}

interface NoteRow {
  readonly id: string;
  readonly scope: string;
  readonly stamps: string;
  readonly size: number;
}

class BareCopy {
  readonly take: (rows: readonly PushedRow[]) => void;
  #turn = 0;

  constructor(practiceFile: string, copyFile: string, principal: string) {
    const source = new Database(practiceFile, { readonly: true });
    source.prepare('VACUUM INTO ?').run(copyFile);
    source.close();
    const db = openDurable(copyFile);
    const statements = sameRows.map((text) => db.prepare(text));
    const notes = db
      .prepare(
        `SELECT record.id, record.scope, stamps, length(body) AS size FROM log JOIN record USING (collection, id)
         WHERE log.principal = ? AND log.collection = 'note' ORDER BY log.seq DESC LIMIT 1000`,
      )
      .all(principal) as NoteRow[];
    let seq = (db.prepare('SELECT max(seq) AS seq FROM log').get() as { seq: number }).seq;
    this.take = db.transaction((rows: readonly PushedRow[]) => {
      this.#turn += 1;
      for (const [index, row] of rows.entries()) {
        const note = notes[index % notes.length];
        if (!note) throw new Error('no notes to write');
        seq += 1;
        const values = valuesOf(note, { ...row, seq, principal, turn: this.#turn });
        for (const statement of statements) statement.run(values);
      }
    });
  }
}

function valuesOf(note: NoteRow, row: PushedRow & { seq: number; principal: string; turn: number }) {
  const uid = `${row.turn}.${row.id}`.padEnd(22, 'x');
  return {
    note: note.id,
    scope: note.scope,
    stamps: note.stamps,
    body: Buffer.alloc(note.size, row.id & 255),
    seq: row.seq,
    principal: row.principal,
    at: '2026-11-21T09:00:00.000Z',
    client: `bare-${row.turn}`,
    id: row.id,
    uid,
    digest: uid.padEnd(43, 'x'),
    subject: 'x'.repeat(180),
  };
}

/** A database whose commits are on the disk. */
export function openDurable(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  return db;
}
