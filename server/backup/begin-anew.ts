import Database from 'better-sqlite3';
import type { Clock, Random } from '../../sync/ports.ts';
import { assert } from '../../sync/core/assert.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';

/**
 * Makes a restored database one that no device mistakes for the old one, in a single transaction. A new epoch, so that
 * every device fetches anew instead of going on from a history that is no more. And no session of the past goes on:
 * which of them were ended after the backup is not known any more, so everybody signs in again. The file stands alone
 * afterwards, without a write-ahead log.
 */
export function beginAnew(file: string, ports: { readonly clock: Clock; readonly random: Random }): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.transaction(() => {
      const { changes } = db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(newId(ports.random));
      assert(changes === 1, 'a database has an epoch');
      db.prepare('DELETE FROM access_token').run();
      db.prepare(auditEnds).run(toInstant(ports.clock.now()));
      // Nobody comes back by a device's key alone either: it may have been ended after the backup.
      db.prepare("UPDATE device SET sign_key = '', device_key = x''").run();
      db.prepare("UPDATE session SET ended_reason = 'expired' WHERE ended_reason = ''").run();
    })();
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** One row for each session, as `endSession` writes it; the server chains them when it starts. */
const auditEnds = `
  INSERT INTO audit (at, actor, action, subject)
  SELECT ?, sub, 'session.expired', json_object('device', device_id, 'family', family_id)
  FROM session WHERE ended_reason = ''`;
