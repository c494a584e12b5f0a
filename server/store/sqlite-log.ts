import { and, asc, eq, gt, gte, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { LogCalls, LogRow, PageRow } from './log-calls.ts';
import type { ScopeKeys } from './scope-keys.ts';
import { bodyBytes } from './sqlite-records.ts';
import { access, head, log, principalSum, record } from './sqlite-schema.ts';
import {
  prepareChange,
  prepareQuery,
  prepareRows,
  prepareTuples,
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

/** A body of at most so many bytes comes with its row; a longer one is read when it is its turn, so that no piece of a page is long. */
const shortBytes = 2048;

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
    body: sql<Buffer | null>`CASE WHEN length(${record.body}) <= ${sql.raw(String(shortBytes))} THEN ${record.body} END`,
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
  const after = prepareTuples(
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
  const stage = prepareTuples(
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
  const whole = prepareTuples(
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

  const oneBody = prepareQuery(
    db,
    db
      .select({ body: record.body })
      .from(record)
      .where(and(eq(record.collection, slot('collection')), eq(record.id, slot('id')))),
    ['body'],
  );

  type LiveRow = ReturnType<typeof stage>[number];
  type AnyRow = ReturnType<typeof after>[number];

  /** Up to and with the row at which there are so many bytes of stored bodies. */
  function upTo<R>(
    bytes: number,
    rows: readonly R[],
    toRow: (row: R, read: BodyReader) => PageRow,
  ): readonly PageRow[] {
    const page: PageRow[] = [];
    let sum = 0;
    const read: BodyReader = (place, short) => {
      const body = short ?? oneBody.get(place)?.body;
      sum += body?.length ?? 0;
      return body;
    };
    for (const row of rows) {
      page.push(toRow(row, read));
      if (sum >= bytes) break;
    }
    return page;
  }

  function toPageRow([gone, generation, current, active, ...row]: AnyRow, read: BodyReader): PageRow {
    const visible = generation === 0 || (active === 1 && current === generation);
    if (visible && gone !== 1) return toLiveRow(row, read);
    const [seq, collection, id, at, via] = row;
    return { seq, collection, id, at, via, gone: gone === 1, visible, record: null };
  }

  function toLiveRow(row: LiveRow, read: BodyReader): PageRow {
    const [seq, collection, id, at, via] = row;
    return { seq, collection, id, at, via, gone: false, visible: true, record: recordOf(row, read) };
  }

  function recordOf(row: LiveRow, read: BodyReader): PageRow['record'] {
    const [, collection, id, , , scope, cls, version, shape, sealed, short, stamps] = row;
    // All or none: the columns of a record that is there are never null.
    if (scope === null || cls === null || version === null || shape === null || stamps === null) return null;
    const body = read({ collection, id }, short);
    if (!body) return null;
    const opened = bodyBytes(keys, { collection, id, version, scope, sealed: sealed ?? 0, body });
    return { scope, cls, version, shape, body: opened, stamps };
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
    pageAfter: ({ bytes, ...place }) => upTo(bytes, after(place), toPageRow),
    pageStage: ({ principal, head: last, from, to, after: place, limit, bytes }) => {
      const at = place?.at ?? '';
      const [collection, id] = [place?.collection ?? '', place?.id ?? ''];
      // The place after which to go on is the tighter bound of the two.
      const found = stage({ principal, head: last, from: place?.at ?? from, to, limit, at, collection, id });
      return upTo(bytes, found, toLiveRow);
    },
    pageCollection: ({ bytes, ...place }) => upTo(bytes, whole(place), toLiveRow),
  };
}

/** The stored bytes of a row's body: what came with the row, else what lies there now. */
type BodyReader = (
  place: { readonly collection: string; readonly id: string },
  short: Buffer | null,
) => Buffer | undefined;

function toLogRow(row: typeof log.$inferSelect): LogRow {
  return { ...row, gone: row.gone === 1 };
}
