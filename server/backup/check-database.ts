import Database from 'better-sqlite3';
import * as v from 'valibot';
import { BackupError } from './backup-error.ts';

export interface DatabaseFacts {
  readonly epoch: string;
  readonly records: number;
}

const countRow = v.object({ count: v.number() });
const valueRow = v.object({ value: v.string() });

/** Reads every page of a database and insists that it is whole. */
export function checkDatabase(file: string): DatabaseFacts {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') throw new BackupError('The database is damaged.');
    const broken: unknown = db.pragma('foreign_key_check');
    if (Array.isArray(broken) && broken.length > 0) throw new BackupError('Rows of the database point nowhere.');
    const { count } = v.parse(countRow, db.prepare('SELECT count(*) AS count FROM record').get());
    const { value } = v.parse(valueRow, db.prepare("SELECT value FROM meta WHERE key = 'epoch'").get());
    return { epoch: value, records: count };
  } finally {
    db.close();
  }
}
