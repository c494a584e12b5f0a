-- Which scope a scope stands below, for good. A chart's practice was said by its card, whose index says it in the clear.
CREATE TABLE scope_parent (scope TEXT PRIMARY KEY, parent TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX scope_below ON scope_parent (parent, scope);
INSERT INTO scope_parent (scope, parent)
  SELECT 'chart:' || id, 'practice:' || substr(key, 1, instr(key, '|') - 1)
  FROM record_index WHERE collection = 'client_card' AND idx = 'practice';
-- In which zone the date of a job passes; '' for the configured one.
ALTER TABLE job ADD COLUMN zone TEXT NOT NULL DEFAULT '';
-- What a refusal says beside its code, as JSON; '' for nothing.
ALTER TABLE outcome ADD COLUMN detail TEXT NOT NULL DEFAULT '';
