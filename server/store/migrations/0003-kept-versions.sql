-- Why an overwritten version is kept: 'good', 'next' (until the next one) or 'pause'. What was kept before is kept for good.
ALTER TABLE record_history ADD COLUMN kept TEXT NOT NULL DEFAULT 'good';
CREATE INDEX record_history_pause ON record_history (collection, id, version) WHERE kept = 'pause';
