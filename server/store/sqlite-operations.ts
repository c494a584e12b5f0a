import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Json } from '../../sync/core/record.ts';
import type { AuditCalls } from './audit-calls.ts';
import type { OperationCalls } from './operation-calls.ts';
import { audit, auditCheckpoint, job, meta } from './sqlite-schema.ts';
import {
  prepareChange,
  prepareInsert,
  prepareRows,
  prepareUpsert,
  slot,
  slotSql,
  type Db,
} from './sqlite-statements.ts';

/** The audit log. */
export function createAuditCalls(db: Db): AuditCalls {
  const insert = prepareInsert(db, audit, ['at', 'actor', 'action', 'subject']);
  const unsealed = prepareRows(
    db,
    audit,
    db
      .select()
      .from(audit)
      .where(sql`${audit.link} = 0`)
      .orderBy(asc(audit.id))
      .limit(slot('limit')),
  );
  const last = db
    .select()
    .from(audit)
    .where(sql`${audit.link} > 0`)
    .orderBy(desc(audit.link))
    .limit(1)
    .prepare();
  const sealRow = prepareChange(
    db,
    db
      .update(audit)
      .set({ link: slotSql('link'), hash: slotSql('hash') })
      .where(eq(audit.id, slot('id'))),
  );
  const sealed = db
    .select()
    .from(audit)
    .where(and(sql`${audit.link} > 0`, gt(audit.link, slot('after'))))
    .orderBy(asc(audit.link))
    .limit(slot('limit'))
    .prepare();
  const checkpoint = prepareInsert(db, auditCheckpoint);
  return {
    addAudit: (entry) => {
      insert.run(entry);
    },
    unsealedAudit: (limit) => unsealed.all({ limit }),
    lastSealedAudit: () => last.get(),
    sealAudit: (id, link, hash) => {
      sealRow.run({ id, link, hash });
    },
    sealedAudit: (after, limit) => sealed.all({ after, limit }),
    addCheckpoint: (link, hash, at, signature) => {
      checkpoint.run({ link, hash, at, signature });
    },
  };
}

/** Jobs and facts. */
export function createOperationCalls(db: Db): OperationCalls {
  const insert = prepareInsert(db, job, ['kind', 'payload', 'runAtMs', 'attempts']);
  const due = db
    .select()
    .from(job)
    .where(lte(job.runAtMs, slot('now')))
    .orderBy(asc(job.runAtMs), asc(job.id))
    .limit(1)
    .prepare();
  const next = db.select({ at: job.runAtMs }).from(job).orderBy(asc(job.runAtMs)).limit(1).prepare();
  const upsert = prepareUpsert(db, job, [job.id]);
  const remove = db
    .delete(job)
    .where(eq(job.id, slot('id')))
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
    addJob: ({ kind, payload, runAtMs }) => {
      insert.run({ kind, payload: JSON.stringify(payload), runAtMs, attempts: 0 });
    },
    dueJob: (now) => {
      const row = due.get({ now });
      return row && { ...row, payload: JSON.parse(row.payload) as Json };
    },
    nextJobAt: () => next.get()?.at,
    putJob: (row) => {
      upsert.run({ ...row, payload: JSON.stringify(row.payload) });
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
