import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import * as v from 'valibot';
import { kdfParams, keyBundle } from '../../sync/protocol/session-message.ts';
import { userTypes } from './account-calls.ts';
import { readJson, wordIn } from './columns.ts';
import { emailKey } from './email-key.ts';
import { tokenPurposes, type EmailTokenRow, type PendingRow, type RegistrationCalls } from './registration-calls.ts';
import { prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

const pending = sqliteTable('pending_registration', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  userType: text('user_type').notNull(),
  sub: text('sub').notNull(),
  kdf: text('kdf').notNull(),
  authHash: text('auth_hash').notNull(),
  bundle: text('bundle').notNull(),
  given: text('given').notNull(),
  agreed: text('agreed').notNull(),
  invites: text('invites').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdMs: integer('created_ms').notNull(),
  endsMs: integer('ends_ms').notNull(),
});

const emailToken = sqliteTable('email_token', {
  id: text('id').primaryKey(),
  hash: text('hash').notNull(),
  purpose: text('purpose').notNull(),
  subject: text('subject').notNull(),
  detail: text('detail').notNull(),
  createdMs: integer('created_ms').notNull(),
  endsMs: integer('ends_ms').notNull(),
});

const givenColumn = v.object({ first_name: v.string(), last_name: v.string(), timezone: v.string() });
const agreedColumn = v.array(v.object({ text: v.string(), version: v.string(), hash: v.string(), at: v.string() }));

export function createRegistrationCalls(db: Db): RegistrationCalls {
  const alive = gt(pending.endsMs, slot('now'));
  const byId = prepareRows(
    db,
    pending,
    db
      .select()
      .from(pending)
      .where(and(eq(pending.id, slot('id')), alive)),
  );
  const byToken = prepareRows(
    db,
    pending,
    db
      .select()
      .from(pending)
      .where(and(eq(pending.tokenHash, slot('tokenHash')), alive)),
  );
  const ofEmail = prepareRows(
    db,
    pending,
    db
      .select()
      .from(pending)
      .where(and(eq(pending.emailKey, slot('emailKey')), alive))
      .orderBy(desc(pending.createdMs)),
  );
  const upsert = prepareUpsert(db, pending, [pending.id]);
  const dropOf = db
    .delete(pending)
    .where(eq(pending.emailKey, slot('emailKey')))
    .prepare();
  const idsOf = db
    .select({ id: pending.id })
    .from(pending)
    .where(eq(pending.emailKey, slot('emailKey')));
  const dropTokensOf = db.delete(emailToken).where(inArray(emailToken.subject, idsOf)).prepare();
  const isGood = gt(emailToken.endsMs, slot('now'));
  const tokenById = prepareRows(
    db,
    emailToken,
    db
      .select()
      .from(emailToken)
      .where(and(eq(emailToken.id, slot('id')), isGood)),
  );
  const tokenByHash = prepareRows(
    db,
    emailToken,
    db
      .select()
      .from(emailToken)
      .where(and(eq(emailToken.hash, slot('hash')), isGood)),
  );
  const upsertToken = prepareUpsert(db, emailToken, [emailToken.id]);
  const dropToken = db
    .delete(emailToken)
    .where(eq(emailToken.id, slot('id')))
    .prepare();
  const dropOlder = db
    .delete(emailToken)
    .where(and(eq(emailToken.subject, slot('subject')), eq(emailToken.purpose, slot('purpose'))))
    .prepare();
  const prune = db
    .delete(pending)
    .where(lte(pending.endsMs, slot('now')))
    .prepare();
  const pruneTokens = db
    .delete(emailToken)
    .where(lte(emailToken.endsMs, slot('now')))
    .prepare();

  return {
    getPending: (id, now) => toPending(byId.get({ id, now })),
    // An empty hash is that of a browser which gave its registration up: it finds nothing.
    pendingByToken: (tokenHash, now) => (tokenHash === '' ? undefined : toPending(byToken.get({ tokenHash, now }))),
    pendingOf: (email, now) => ofEmail.all({ emailKey: emailKey(email), now }).flatMap((row) => toPending(row) ?? []),
    putPending: (row) => {
      upsert.run({
        ...row,
        emailKey: emailKey(row.email),
        kdf: JSON.stringify(row.kdf),
        bundle: JSON.stringify(row.bundle),
        given: JSON.stringify(row.given),
        agreed: JSON.stringify(row.agreed),
        invites: JSON.stringify(row.invites),
      });
    },
    dropPendingOf: (email) => {
      dropTokensOf.run({ emailKey: emailKey(email) });
      dropOf.run({ emailKey: emailKey(email) });
    },
    emailTokenById: (id, now) => toEmailToken(tokenById.get({ id, now })),
    emailTokenByHash: (hash, now) => toEmailToken(tokenByHash.get({ hash, now })),
    putEmailToken: (row) => {
      dropOlder.run({ subject: row.subject, purpose: row.purpose });
      upsertToken.run(row);
    },
    dropEmailToken: (id) => {
      dropToken.run({ id });
    },
    dropEmailTokensOf: (subject, purpose) => {
      dropOlder.run({ subject, purpose });
    },
    pruneRegistrations: (now) => {
      prune.run({ now });
      pruneTokens.run({ now });
    },
  };
}

function toPending(row: typeof pending.$inferSelect | undefined): PendingRow | undefined {
  if (!row) return undefined;
  const { emailKey: _key, ...rest } = row;
  return {
    ...rest,
    userType: wordIn(userTypes, row.userType),
    kdf: readJson(kdfParams, row.kdf),
    bundle: readJson(keyBundle, row.bundle),
    given: readJson(givenColumn, row.given),
    agreed: readJson(agreedColumn, row.agreed),
    invites: readJson(v.array(v.string()), row.invites),
  };
}

function toEmailToken(row: typeof emailToken.$inferSelect | undefined): EmailTokenRow | undefined {
  return row && { ...row, purpose: wordIn(tokenPurposes, row.purpose) };
}
