import Database from 'better-sqlite3';

/** The least that a durable server does with a push: one transaction, a row per mutation. */
export function createBareInsert(file: string): (rows: readonly { id: number; key: string; box: string }[]) => void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE pushed (n INTEGER PRIMARY KEY, id INTEGER, key TEXT, box TEXT)');
  const insert = db.prepare('INSERT INTO pushed (id, key, box) VALUES (?, ?, ?)');
  return db.transaction((rows: readonly { id: number; key: string; box: string }[]) => {
    for (const row of rows) insert.run(row.id, row.key, row.box);
  });
}
