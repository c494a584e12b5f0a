import { eq } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RecoveryCalls } from './recovery-calls.ts';
import { prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

const recovery = sqliteTable('account_recovery', {
  sub: text('sub').primaryKey(),
  generation: integer('generation').notNull(),
  wrap: text('wrap').notNull(),
  made: text('made').notNull(),
});

export function createRecoveryCalls(db: Db): RecoveryCalls {
  const one = prepareRows(
    db,
    recovery,
    db
      .select()
      .from(recovery)
      .where(eq(recovery.sub, slot('sub'))),
  );
  const upsert = prepareUpsert(db, recovery, [recovery.sub]);
  const drop = db
    .delete(recovery)
    .where(eq(recovery.sub, slot('sub')))
    .prepare();
  return {
    getRecovery: (sub) => one.get({ sub }),
    putRecovery: (row) => {
      upsert.run(row);
    },
    dropRecovery: (sub) => {
      drop.run({ sub });
    },
  };
}
