-- What a job is for, as a name that no other has; '' where it has none, as all of before. Planned anew, the newer one takes its place.
ALTER TABLE job ADD COLUMN key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX job_key ON job (key) WHERE key > '';
-- The date that must have passed in the practice's zone; '' where none must.
ALTER TABLE job ADD COLUMN after_date TEXT NOT NULL DEFAULT '';
-- When it was first to run, and the name of what it failed with last; a dead one is kept and not run.
ALTER TABLE job ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN error TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN dead INTEGER NOT NULL DEFAULT 0;
UPDATE job SET due_at = run_at;
DROP INDEX job_due;
CREATE INDEX job_due ON job (run_at, id) WHERE dead = 0;
CREATE INDEX job_date ON job (after_date, due_at) WHERE after_date > '';
