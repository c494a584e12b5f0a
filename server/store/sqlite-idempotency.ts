import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { IdempotencyCalls } from './idempotency-calls.ts';
import { prepareChange, prepareRows, prepareUpsert, slot, slotSql, type Db } from './sqlite-statements.ts';

const idempotency = sqliteTable('idempotency', {
  keyHash: text('key_hash').primaryKey(),
  bodyDigest: text('body_digest').notNull(),
  atMs: integer('at_ms').notNull(),
  code: text('code').notNull(),
  collection: text('collection').notNull(),
  recordId: text('record_id').notNull(),
  version: integer('version').notNull(),
});

export function createIdempotencyCalls(db: Db): IdempotencyCalls {
  const one = prepareRows(
    db,
    idempotency,
    db
      .select()
      .from(idempotency)
      .where(eq(idempotency.keyHash, slot('keyHash'))),
  );
  const upsert = prepareUpsert(db, idempotency, [idempotency.keyHash]);
  const prune = prepareChange(
    db,
    db
      .delete(idempotency)
      .where(
        sql`${idempotency.keyHash} IN (SELECT key_hash FROM idempotency WHERE at_ms < ${slotSql('before')} LIMIT ${slotSql('limit')})`,
      ),
  );
  return {
    getIdempotency: (keyHash) => one.get({ keyHash }),
    putIdempotency: (row) => {
      upsert.run(row);
    },
    pruneIdempotency: (before, limit) => prune.run({ before, limit }).changes,
  };
}
