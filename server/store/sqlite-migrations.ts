import { readdirSync, readFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { assert } from '../../sync/core/assert.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Applies, in order and each in its own transaction, the SQL files that this database has not seen. */
export function applyMigrations(raw: Database.Database): void {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
  const done = Number(raw.pragma('user_version', { simple: true }));
  assert(done <= files.length, 'this database belongs to a newer version of the server');
  files.slice(done).forEach((name, index) => {
    const apply = raw.transaction(() => {
      raw.exec(readFileSync(new URL(name, folder), 'utf8'));
      raw.pragma(`user_version = ${done + index + 1}`);
    });
    apply.immediate();
  });
}
