import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import sodium from 'libsodium-wrappers';
import { openSecrets } from '../../../server/secrets.ts';
import { createScopeKeys } from '../../../server/store/scope-keys.ts';
import { bodyBytes } from '../../../server/store/sqlite-records.ts';
import { createLog, systemClock, systemRandom } from '../../../server/system-ports.ts';
import type { record } from '../../../server/store/sqlite-schema.ts';
import { copyDatabase, type LoadData } from './load-data.ts';

/** A copy of the database whose sealed bodies lie open: for who does not even open what it sends. */
export function copyOpened(data: LoadData, name: string): string {
  const file = copyDatabase(data, name);
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const { masterKey } = openSecrets(data.dataDir, ports);
  const db = new Database(file);
  const keys = createScopeKeys(drizzle({ client: db }), { masterKey, random: systemRandom });
  const sealed = db.prepare('SELECT * FROM record WHERE sealed = 1').all() as (typeof record.$inferSelect)[];
  const put = db.prepare('UPDATE record SET body = ?, sealed = 0 WHERE collection = ? AND id = ?');
  db.transaction(() => {
    for (const row of sealed) put.run(bodyBytes(keys, row), row.collection, row.id);
  })();
  db.close();
  return fs.realpathSync(path.resolve(file));
}
