-- What opens an invite, by its keyed hash: neither link nor code follows from a copy of this database. What became of a chart's
-- invite stands in its record, of the same id.
CREATE TABLE invite (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, tries INTEGER NOT NULL, used_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX invite_end ON invite (ends_ms);
-- The invites that a registration brings along, as a JSON list of ids: used up when its account is made.
ALTER TABLE pending_registration ADD COLUMN invites TEXT NOT NULL DEFAULT '[]';
