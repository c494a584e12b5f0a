-- Calendars that another program fetches by a link: of the link its hash alone. `fetched_at` 0: never yet.
CREATE TABLE calendar_feed (
  feed_id TEXT PRIMARY KEY, sub TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, initials INTEGER NOT NULL,
  created_at INTEGER NOT NULL, fetched_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX calendar_feed_sub ON calendar_feed (sub);
