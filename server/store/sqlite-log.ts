import { and, asc, eq, gt, gte, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { LogCalls, LogRow, PageRow } from './log-calls.ts';
import type { ScopeKeys } from './scope-keys.ts';
import { bodyText } from './sqlite-records.ts';
import { access, head, log, principalSum, record } from './sqlite-schema.ts';
import {
  prepareChange,
  prepareQuery,
  prepareRows,
  prepareUpsert,
  slot,
  slotSql,
  type Db,
} from './sqlite-statements.ts';

/** Of rows that are live and visible by the condition that finds them. */
const liveColumns = [
  'seq',
  'collection',
  'id',
  'at',
  'via',
  'scope',
  'cls',
  'version',
  'shape',
  'sealed',
  'body',
  'stamps',
] as const;

/** Of rows of which each must say whether it still stands. */
const pageColumns = ['gone', 'generation', 'accessGeneration', 'accessActive', ...liveColumns] as const;

/** Most heads remembered at once. */
const mostHeads = 10_000;

/**
 * The change log of every principal, its heads and its sums. `heads`: the last place in each log, remembered from one
 * transaction of the writing connection to the next.
 */
export function createLogCalls(
  db: Db,
  { keys, heads }: { readonly keys: ScopeKeys; readonly heads: Map<string, number> },
): LogCalls {
  const raiseHead = prepareChange(
    db,
    db
      .insert(head)
      .values({ principal: slotSql('principal'), seq: slotSql('seq'), horizon: 0 })
      .onConflictDoUpdate({ target: head.principal, set: { seq: sql`excluded.seq` } }),
  );
  const oneHead = prepareRows(
    db,
    head,
    db
      .select()
      .from(head)
      .where(eq(head.principal, slot('principal'))),
  );
  const raiseHorizon = db
    .update(head)
    .set({ horizon: sql`max(${head.horizon}, ${slot('seq')})` })
    .where(eq(head.principal, slot('principal')))
    .prepare();
  const oneRow = prepareRows(
    db,
    log,
    db
      .select()
      .from(log)
      .where(and(eq(log.principal, slot('principal')), eq(log.collection, slot('collection')), eq(log.id, slot('id')))),
  );
  const upsert = prepareUpsert(db, log, [log.principal, log.collection, log.id]);
  const move = prepareChange(
    db,
    db
      .update(log)
      .set({ seq: slotSql('seq'), version: slotSql('version') })
      .where(
        and(
          eq(log.principal, slot('principal')),
          eq(log.collection, slot('collection')),
          eq(log.id, slot('id')),
          eq(log.version, slot('oldVersion')),
          eq(log.scope, slot('scope')),
          eq(log.generation, slot('generation')),
          eq(log.at, slot('at')),
          eq(log.gone, 0),
        ),
      ),
  );
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
  const addSum = prepareChange(
    db,
    db
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
      }),
  );
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
  // Of three tables only what a line needs: a first sync reads thousands of these rows.
  const live = {
    seq: log.seq,
    collection: log.collection,
    id: log.id,
    at: log.at,
    via: log.scope,
    scope: record.scope,
    cls: record.cls,
    version: record.version,
    shape: record.shape,
    sealed: record.sealed,
    body: record.body,
    stamps: record.stamps,
  };
  const any = {
    gone: log.gone,
    generation: log.generation,
    accessGeneration: access.generation,
    accessActive: access.active,
    ...live,
  };
  const ofLog = {
    access: and(eq(access.principal, log.principal), eq(access.scope, log.scope)),
    record: and(eq(record.collection, log.collection), eq(record.id, log.id), eq(log.gone, 0)),
  };
  const after = prepareQuery(
    db,
    db
      .select(any)
      .from(log)
      .leftJoin(access, ofLog.access)
      .leftJoin(record, ofLog.record)
      .where(and(eq(log.principal, slot('principal')), gt(log.seq, slot('seq'))))
      .orderBy(asc(log.seq))
      .limit(slot('limit')),
    pageColumns,
  );
  const stage = prepareQuery(
    db,
    db
      .select(live)
      .from(log)
      .leftJoin(access, ofLog.access)
      .leftJoin(record, ofLog.record)
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
      .limit(slot('limit')),
    liveColumns,
  );
  const whole = prepareQuery(
    db,
    db
      .select(live)
      .from(log)
      .leftJoin(access, ofLog.access)
      .leftJoin(record, ofLog.record)
      .where(
        and(
          eq(log.principal, slot('principal')),
          eq(log.collection, slot('collection')),
          gt(log.id, slot('after')),
          ne(log.gone, 1),
          seen,
        ),
      )
      .orderBy(asc(log.id))
      .limit(slot('limit')),
    liveColumns,
  );

  type LiveRow = ReturnType<typeof stage.all>[number];
  type AnyRow = ReturnType<typeof after.all>[number];

  function toPageRow(row: AnyRow): PageRow {
    const { seq, collection, id, at, via } = row;
    const visible = row.generation === 0 || (row.accessActive === 1 && row.accessGeneration === row.generation);
    return { seq, collection, id, at, via, gone: row.gone === 1, visible, record: visible ? recordOf(row) : null };
  }

  function toLiveRow(row: LiveRow): PageRow {
    const { seq, collection, id, at, via } = row;
    return { seq, collection, id, at, via, gone: false, visible: true, record: recordOf(row) };
  }

  function recordOf(row: LiveRow): PageRow['record'] {
    const { collection, id, scope, cls, version, shape, sealed, body, stamps } = row;
    // All or none: the columns of a record that is there are never null.
    if (scope === null || cls === null || version === null || shape === null || body === null || stamps === null)
      return null;
    const text = bodyText(keys, { collection, id, version, scope, sealed: sealed ?? 0, body });
    return { scope, cls, version, shape, body: text, stamps };
  }

  return {
    takeSeq: (principal) => {
      const seq = (heads.get(principal) ?? oneHead.get({ principal })?.seq ?? 0) + 1;
      raiseHead.run({ principal, seq });
      if (heads.size >= mostHeads) heads.clear();
      heads.set(principal, seq);
      return seq;
    },
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
    moveLogRow: (row, oldVersion) => move.run({ ...row, oldVersion }).changes === 1,
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
      addSum.run(row);
    },
    clearSums: (principal, scope) => {
      clearSums.run({ principal, scope });
    },
    sumsOf: (principal) => sums.all({ principal }),
    pageAfter: ({ bytes, ...place }) => after.upTo(place, enough(bytes)).map((row) => toPageRow(row)),
    pageStage: ({ principal, head: upTo, from, to, after: place, limit, bytes }) =>
      stage
        .upTo(
          {
            principal,
            head: upTo,
            // The place after which to go on is the tighter bound of the two.
            from: place?.at ?? from,
            to,
            limit,
            at: place?.at ?? '',
            collection: place?.collection ?? '',
            id: place?.id ?? '',
          },
          enough(bytes),
        )
        .map((row) => toLiveRow(row)),
    pageCollection: ({ bytes, ...place }) => whole.upTo(place, enough(bytes)).map((row) => toLiveRow(row)),
  };
}

/** Counts bodies until there are so many bytes of them. */
function enough(bytes: number): (row: { readonly body: Buffer | null }) => boolean {
  let sum = 0;
  return ({ body }) => (sum += body?.length ?? 0) >= bytes;
}

function toLogRow(row: typeof log.$inferSelect): LogRow {
  return { ...row, gone: row.gone === 1 };
}
