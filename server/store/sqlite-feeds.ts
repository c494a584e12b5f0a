import { and, asc, eq } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FeedCalls } from './feed-calls.ts';
import { prepareChange, prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

const feed = sqliteTable('calendar_feed', {
  feedId: text('feed_id').primaryKey(),
  sub: text('sub').notNull(),
  tokenHash: text('token_hash').notNull(),
  initials: integer('initials').notNull(),
  createdAtMs: integer('created_at').notNull(),
  fetchedAtMs: integer('fetched_at').notNull(),
});

export function createFeedCalls(db: Db): FeedCalls {
  const byToken = prepareRows(
    db,
    feed,
    db
      .select()
      .from(feed)
      .where(eq(feed.tokenHash, slot('tokenHash'))),
  );
  const ofSub = prepareRows(
    db,
    feed,
    db
      .select()
      .from(feed)
      .where(eq(feed.sub, slot('sub')))
      .orderBy(asc(feed.createdAtMs), asc(feed.feedId)),
  );
  const upsert = prepareUpsert(db, feed, [feed.feedId]);
  const end = prepareChange(db, db.delete(feed).where(and(eq(feed.sub, slot('sub')), eq(feed.feedId, slot('feedId')))));
  const endAll = prepareChange(db, db.delete(feed).where(eq(feed.sub, slot('sub'))));
  return {
    putFeed: (row) => {
      upsert.run({ ...row });
    },
    feedByToken: (tokenHash) => byToken.get({ tokenHash }),
    feedsOf: (sub) => ofSub.all({ sub }),
    endFeed: (sub, feedId) => end.run({ sub, feedId }).changes > 0,
    endFeeds: (sub) => {
      endAll.run({ sub });
    },
  };
}
