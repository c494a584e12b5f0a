import { and, asc, eq, gt, lte, sql, type SQL } from 'drizzle-orm';
import type { BusyJobs, JobRow, OperationCalls } from './operation-calls.ts';
import { parseJson } from './columns.ts';
import { job, meta } from './sqlite-schema.ts';
import {
  prepareInsert,
  prepareQuery,
  prepareRows,
  prepareUpsert,
  slot,
  slotSql,
  type Db,
} from './sqlite-statements.ts';

/** Jobs and facts. */
export function createOperationCalls(db: Db): OperationCalls {
  const insert = prepareInsert(db, job, [
    'kind',
    'payload',
    'runAtMs',
    'attempts',
    'key',
    'afterDate',
    'zone',
    'dueAtMs',
  ]);
  // Written out, not bound: only so are the indexes of a part of the rows of use.
  const hasKey = sql`${job.key} > ''`;
  const hasDate = sql`${job.afterDate} > ''`;
  const isConfigured = sql`${job.zone} = ''`;
  const isAlive = sql`${job.dead} = 0`;
  const isFree = and(
    isAlive,
    sql`${job.id} NOT IN (SELECT value FROM json_each(${slotSql('ids')}))`,
    sql`${job.key} NOT IN (SELECT value FROM json_each(${slotSql('keys')}))`,
    sql`${job.kind} NOT IN (SELECT value FROM json_each(${slotSql('kinds')}))`,
  );
  const due = db
    .select()
    .from(job)
    .where(and(lte(job.runAtMs, slot('now')), isFree))
    .orderBy(asc(job.runAtMs), asc(job.id))
    .limit(1)
    .prepare();
  const firstOf = (isWanted: SQL | undefined) =>
    prepareQuery(
      db,
      db
        .select({ at: job.runAtMs })
        .from(job)
        .where(and(sql`${job.runAtMs} >= 0`, isWanted))
        .orderBy(asc(job.runAtMs), asc(job.id))
        .limit(1),
      ['at'],
    );
  const next = firstOf(isFree);
  /** The same where none is busy: asked after each commit. */
  const nextOfAll = firstOf(isAlive);
  const byId = db
    .select()
    .from(job)
    .where(eq(job.id, slot('id')))
    .prepare();
  const byKey = db
    .select()
    .from(job)
    .where(and(eq(job.key, slot('key')), hasKey))
    .prepare();
  const page = db
    .select()
    .from(job)
    .where(gt(job.id, slot('after')))
    .orderBy(asc(job.id))
    .limit(slot('limit'))
    .prepare();
  const dates = db
    .selectDistinct({ afterDate: job.afterDate, dueAtMs: job.dueAtMs })
    .from(job)
    .where(and(hasDate, isConfigured))
    .prepare();
  const redate = db
    .update(job)
    .set({ runAtMs: slotSql('to'), dueAtMs: slotSql('to') })
    .where(
      and(eq(job.afterDate, slot('date')), hasDate, isConfigured, eq(job.dueAtMs, slot('from')), eq(job.attempts, 0)),
    )
    .prepare();
  const upsert = prepareUpsert(db, job, [job.id]);
  const remove = db
    .delete(job)
    .where(eq(job.id, slot('id')))
    .prepare();
  const drop = db
    .delete(job)
    .where(and(eq(job.key, slot('key')), hasKey))
    .prepare();
  const getMeta = prepareRows(
    db,
    meta,
    db
      .select()
      .from(meta)
      .where(eq(meta.key, slot('key'))),
  );
  const setMeta = prepareUpsert(db, meta, [meta.key]);
  return {
    addJob: ({ kind, payload, runAtMs, key = '', afterDate = '', zone = '' }) => {
      drop.run({ key });
      const fixed = { attempts: 0, key, afterDate, zone, dueAtMs: runAtMs };
      insert.run({ kind, payload: JSON.stringify(payload), runAtMs, ...fixed });
    },
    dropJob: (key) => {
      drop.run({ key });
    },
    dueJob: (now, busy) => toJob(due.get({ now, ...toSlots(busy) })),
    nextJobAt: (busy) => (isNothing(busy) ? nextOfAll.get({}) : next.get(toSlots(busy)))?.at,
    getJob: (id) => toJob(byId.get({ id })),
    jobByKey: (key) => toJob(byKey.get({ key })),
    jobsAfter: (after, limit) => page.all({ after, limit }).map((row) => mustBeJob(row)),
    jobDates: () => dates.all(),
    redateJobs: (date, from, to) => {
      redate.run({ date, from, to });
    },
    putJob: (row) => {
      upsert.run({ ...row, payload: JSON.stringify(row.payload), dead: row.dead ? 1 : 0 });
    },
    removeJob: (id) => {
      remove.run({ id });
    },
    getMeta: (key) => getMeta.get({ key })?.value,
    setMeta: (key, value) => {
      setMeta.run({ key, value });
    },
  };
}

function isNothing({ ids, keys, kinds }: BusyJobs): boolean {
  return ids.length + keys.length + kinds.length === 0;
}

function toSlots(busy: BusyJobs) {
  const { ids, keys, kinds } = busy;
  return { ids: JSON.stringify(ids), keys: JSON.stringify(keys), kinds: JSON.stringify(kinds) };
}

function toJob(row: typeof job.$inferSelect | undefined): JobRow | undefined {
  return row && mustBeJob(row);
}

function mustBeJob(row: typeof job.$inferSelect): JobRow {
  return { ...row, payload: parseJson(row.payload), dead: row.dead === 1 };
}
