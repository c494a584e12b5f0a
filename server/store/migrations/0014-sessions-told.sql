-- How a session stood when its client was told of it last, while a change of it waits to be told: a change and its undo tell nothing, and nobody what they did last themselves.
CREATE TABLE session_told (
  appointment_id TEXT PRIMARY KEY, scope TEXT NOT NULL, start TEXT NOT NULL, stands INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_told_scope ON session_told (scope);
