-- What a write asked for with an Idempotency-Key came to: hashes, an outcome and a revision, for a day. Never what was sent or answered.
CREATE TABLE idempotency (
  key_hash TEXT PRIMARY KEY, body_digest TEXT NOT NULL, at_ms INTEGER NOT NULL,
  code TEXT NOT NULL, collection TEXT NOT NULL, record_id TEXT NOT NULL, version INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (at_ms);
