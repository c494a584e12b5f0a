import { eq, lte } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { readJson } from './columns.ts';
import { inviteSubject, type InviteCalls, type InviteRow } from './invite-calls.ts';
import { prepareChange, prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

const invite = sqliteTable('invite', {
  id: text('id').primaryKey(),
  hash: text('hash').notNull(),
  subject: text('subject').notNull(),
  tries: integer('tries').notNull(),
  usedMs: integer('used_ms').notNull(),
  createdMs: integer('created_ms').notNull(),
  endsMs: integer('ends_ms').notNull(),
});

export function createInviteCalls(db: Db): InviteCalls {
  const byId = prepareRows(
    db,
    invite,
    db
      .select()
      .from(invite)
      .where(eq(invite.id, slot('id'))),
  );
  const byHash = prepareRows(
    db,
    invite,
    db
      .select()
      .from(invite)
      .where(eq(invite.hash, slot('hash'))),
  );
  const upsert = prepareUpsert(db, invite, [invite.id]);
  const prune = prepareChange(db, db.delete(invite).where(lte(invite.endsMs, slot('now'))));
  return {
    getInvite: (id) => toInvite(byId.get({ id })),
    inviteByHash: (hash) => toInvite(byHash.get({ hash })),
    putInvite: (row) => {
      upsert.run({ ...row, subject: JSON.stringify(row.subject) });
    },
    pruneInvites: (now) => {
      prune.run({ now });
    },
  };
}

function toInvite(row: typeof invite.$inferSelect | undefined): InviteRow | undefined {
  return row && { ...row, subject: readJson(inviteSubject, row.subject) };
}
