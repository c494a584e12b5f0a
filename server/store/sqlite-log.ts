import { and, asc, eq, gt, gte, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { LogCalls, LogRow, PageRow } from './log-calls.ts';
import type { ScopeKeys } from './scope-keys.ts';
import { bodyText } from './sqlite-records.ts';
import { access, head, log, principalSum, record } from './sqlite-schema.ts';
import { prepareUpsert, slot, slotSql, type Db } from './sqlite-statements.ts';

/** The change log of every principal, its heads and its sums. */
export function createLogCalls(db: Db, keys: ScopeKeys): LogCalls {
  const takeSeq = db
    .insert(head)
    .values({ principal: slotSql('principal'), seq: 1, horizon: 0 })
    .onConflictDoUpdate({ target: head.principal, set: { seq: sql`${head.seq} + 1` } })
    .returning({ seq: head.seq })
    .prepare();
  const oneHead = db
    .select()
    .from(head)
    .where(eq(head.principal, slot('principal')))
    .prepare();
  const raiseHorizon = db
    .update(head)
    .set({ horizon: sql`max(${head.horizon}, ${slot('seq')})` })
    .where(eq(head.principal, slot('principal')))
    .prepare();
  const oneRow = db
    .select()
    .from(log)
    .where(and(eq(log.principal, slot('principal')), eq(log.collection, slot('collection')), eq(log.id, slot('id'))))
    .prepare();
  const upsert = prepareUpsert(db, log, [log.principal, log.collection, log.id]);
  const move = db
    .update(log)
    .set({ seq: slotSql('seq'), version: slotSql('version') })
    .where(and(eq(log.principal, slot('principal')), eq(log.collection, slot('collection')), eq(log.id, slot('id'))))
    .prepare();
  const always = db
    .select()
    .from(log)
    .where(
      and(eq(log.principal, slot('principal')), eq(log.scope, slot('scope')), eq(log.generation, 0), eq(log.gone, 0)),
    )
    .prepare();
  const oldRows = db
    .select({ collection: log.collection, id: log.id })
    .from(log)
    .where(
      and(
        eq(log.principal, slot('principal')),
        eq(log.scope, slot('scope')),
        gt(log.generation, 0),
        lt(log.generation, slot('generation')),
      ),
    )
    .limit(slot('limit'))
    .prepare();
  const removeRow = db
    .delete(log)
    .where(and(eq(log.principal, slot('principal')), eq(log.collection, slot('collection')), eq(log.id, slot('id'))))
    .prepare();
  const goneRows = db
    .select({ principal: log.principal, collection: log.collection, id: log.id, seq: log.seq })
    .from(log)
    .where(and(sql`${log.gone} = 1`, lt(log.at, slot('before'))))
    .orderBy(asc(log.at))
    .limit(slot('limit'))
    .prepare();
  const addSum = db
    .insert(principalSum)
    .values({
      principal: slotSql('principal'),
      scope: slotSql('scope'),
      collection: slotSql('collection'),
      count: slotSql('count'),
      a: slotSql('a'),
      b: slotSql('b'),
    })
    .onConflictDoUpdate({
      target: [principalSum.principal, principalSum.scope, principalSum.collection],
      set: {
        count: sql`${principalSum.count} + excluded.count`,
        a: sql`(${principalSum.a} + excluded.a) & 4294967295`,
        b: sql`(${principalSum.b} + excluded.b) & 4294967295`,
      },
    })
    .prepare();
  const clearSums = db
    .delete(principalSum)
    .where(and(eq(principalSum.principal, slot('principal')), eq(principalSum.scope, slot('scope'))))
    .prepare();
  const sums = db
    .select({
      collection: principalSum.collection,
      count: sql<number>`sum(${principalSum.count})`,
      a: sql<number>`sum(${principalSum.a}) & 4294967295`,
      b: sql<number>`sum(${principalSum.b}) & 4294967295`,
    })
    .from(principalSum)
    .where(eq(principalSum.principal, slot('principal')))
    .groupBy(principalSum.collection)
    .having(sql`sum(${principalSum.count}) <> 0`)
    .prepare();

  const seen = or(eq(log.generation, 0), and(eq(access.active, 1), eq(access.generation, log.generation)));
  const pages = () =>
    db
      .select({ log, accessGeneration: access.generation, accessActive: access.active, record })
      .from(log)
      .leftJoin(access, and(eq(access.principal, log.principal), eq(access.scope, log.scope)))
      .leftJoin(record, and(eq(record.collection, log.collection), eq(record.id, log.id), eq(log.gone, 0)));
  const after = pages()
    .where(and(eq(log.principal, slot('principal')), gt(log.seq, slot('seq'))))
    .orderBy(asc(log.seq))
    .limit(slot('limit'))
    .prepare();
  const stage = pages()
    .where(
      and(
        eq(log.principal, slot('principal')),
        eq(log.gone, 0),
        gte(log.at, slot('from')),
        lt(log.at, slot('to')),
        sql`(${log.at}, ${log.collection}, ${log.id}) > (${slot('at')}, ${slot('collection')}, ${slot('id')})`,
        lte(log.seq, slot('head')),
        seen,
      ),
    )
    .orderBy(asc(log.at), asc(log.collection), asc(log.id))
    .limit(slot('limit'))
    .prepare();
  const whole = pages()
    .where(and(eq(log.principal, slot('principal')), eq(log.collection, slot('collection')), ne(log.gone, 1), seen))
    .prepare();

  type Joined = ReturnType<typeof after.all>[number];
  function toPageRow(row: Joined): PageRow {
    const entry = row.log;
    const visible = entry.generation === 0 || (row.accessActive === 1 && row.accessGeneration === entry.generation);
    const stored = visible ? row.record : null;
    return {
      seq: entry.seq,
      collection: entry.collection,
      id: entry.id,
      at: entry.at,
      gone: entry.gone === 1,
      visible,
      record: stored && {
        scope: stored.scope,
        cls: stored.cls,
        version: stored.version,
        shape: stored.shape,
        body: bodyText(keys, stored),
        stamps: stored.stamps,
      },
    };
  }

  return {
    takeSeq: (principal) => takeSeq.get({ principal }).seq,
    headOf: (principal) => {
      const row = oneHead.get({ principal });
      return { seq: row?.seq ?? 0, horizon: row?.horizon ?? 0 };
    },
    getLogRow: (principal, collection, id) => {
      const row = oneRow.get({ principal, collection, id });
      return row && toLogRow(row);
    },
    putLogRow: (row) => {
      upsert.run({ ...row, gone: row.gone ? 1 : 0 });
    },
    moveLogRow: (row) => {
      move.run({ ...row });
    },
    alwaysRowsOf: (principal, scope) => always.all({ principal, scope }).map((row) => toLogRow(row)),
    deleteOldRows: (principal, scope, generation, limit) => {
      const found = oldRows.all({ principal, scope, generation, limit });
      for (const row of found) removeRow.run({ principal, ...row });
      return found.length;
    },
    pruneGone: (before, limit) => {
      const found = goneRows.all({ before, limit });
      for (const row of found) {
        removeRow.run(row);
        raiseHorizon.run({ principal: row.principal, seq: row.seq });
      }
      return found.length;
    },
    addToSum: (row) => {
      addSum.run({ ...row });
    },
    clearSums: (principal, scope) => {
      clearSums.run({ principal, scope });
    },
    sumsOf: (principal) => sums.all({ principal }),
    pageAfter: (principal, seq, limit) => after.all({ principal, seq, limit }).map((row) => toPageRow(row)),
    pageStage: ({ principal, head: upTo, from, to, after: place, limit }) =>
      stage
        .all({
          principal,
          head: upTo,
          // The place after which to go on is the tighter bound of the two.
          from: place?.at ?? from,
          to,
          limit,
          at: place?.at ?? '',
          collection: place?.collection ?? '',
          id: place?.id ?? '',
        })
        .map((row) => toPageRow(row)),
    pageCollection: (principal, collection) => whole.all({ principal, collection }).map((row) => toPageRow(row)),
  };
}

function toLogRow(row: typeof log.$inferSelect): LogRow {
  return { ...row, gone: row.gone === 1 };
}
