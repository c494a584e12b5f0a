import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { AuditCalls } from './audit-calls.ts';
import { audit, auditCheckpoint } from './sqlite-schema.ts';
import { prepareChange, prepareInsert, prepareRows, slot, slotSql, type Db } from './sqlite-statements.ts';

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
