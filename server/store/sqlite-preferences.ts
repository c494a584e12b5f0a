import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { defaultPreference } from '../../sync/protocol/email-preference.ts';
import { emailKey } from './email-key.ts';
import type { PreferenceCalls } from './preference-calls.ts';
import { prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

const preference = sqliteTable('email_preference', {
  address: text('address').primaryKey(),
  invitations: integer('invitations').notNull(),
  news: integer('news').notNull(),
  changed: text('changed').notNull(),
});

/** [EP-1] By a hash under a key of its own: addresses can be guessed, so a plain hash in a copy of the database would name them. */
export function createPreferenceCalls(db: Db, { masterKey }: { readonly masterKey: Uint8Array }): PreferenceCalls {
  const key = createHmac('sha256', masterKey).update('email-preference').digest();
  const hashOf = (email: string): string => createHmac('sha256', key).update(emailKey(email)).digest('base64url');
  const one = prepareRows(
    db,
    preference,
    db
      .select()
      .from(preference)
      .where(eq(preference.address, slot('address'))),
  );
  const upsert = prepareUpsert(db, preference, [preference.address]);
  return {
    emailPreference: (email) => {
      const row = one.get({ address: hashOf(email) });
      return row ? { invitations: row.invitations === 1, news: row.news === 1 } : defaultPreference;
    },
    putEmailPreference: (email, { invitations, news }, changed) => {
      upsert.run({ address: hashOf(email), invitations: invitations ? 1 : 0, news: news ? 1 : 0, changed });
    },
  };
}
