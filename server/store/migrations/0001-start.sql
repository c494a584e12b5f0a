CREATE TABLE record (
  collection TEXT NOT NULL, id TEXT NOT NULL, scope TEXT NOT NULL, cls TEXT NOT NULL,
  version INTEGER NOT NULL, shape INTEGER NOT NULL, sealed INTEGER NOT NULL, body BLOB NOT NULL, stamps TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) WITHOUT ROWID;
CREATE INDEX record_scope ON record (scope, collection, id);

CREATE TABLE record_index (
  collection TEXT NOT NULL, idx TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (collection, idx, key, id)
) WITHOUT ROWID;

CREATE TABLE record_history (
  collection TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, scope TEXT NOT NULL, cls TEXT NOT NULL,
  shape INTEGER NOT NULL, body BLOB NOT NULL, stamps TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (collection, id, version)
) WITHOUT ROWID;

CREATE TABLE scope_key (scope TEXT PRIMARY KEY, wrapped BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE member (
  scope TEXT NOT NULL, principal TEXT NOT NULL, role TEXT NOT NULL, active INTEGER NOT NULL,
  PRIMARY KEY (scope, principal, role)
) WITHOUT ROWID;

CREATE TABLE access (
  principal TEXT NOT NULL, scope TEXT NOT NULL, generation INTEGER NOT NULL, active INTEGER NOT NULL,
  PRIMARY KEY (principal, scope)
) WITHOUT ROWID;

CREATE TABLE log (
  principal TEXT NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, version INTEGER NOT NULL,
  scope TEXT NOT NULL, generation INTEGER NOT NULL, at TEXT NOT NULL, gone INTEGER NOT NULL,
  PRIMARY KEY (principal, collection, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX log_seq ON log (principal, seq);
CREATE INDEX log_at ON log (principal, gone, at, collection, id);
CREATE INDEX log_gone ON log (at) WHERE gone = 1;
CREATE INDEX log_scope ON log (principal, scope, generation);

CREATE TABLE head (principal TEXT PRIMARY KEY, seq INTEGER NOT NULL, horizon INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE principal_sum (
  principal TEXT NOT NULL, scope TEXT NOT NULL, collection TEXT NOT NULL,
  count INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,
  PRIMARY KEY (principal, scope, collection)
) WITHOUT ROWID;

CREATE TABLE client (
  client_id TEXT PRIMARY KEY, principal TEXT NOT NULL, mark INTEGER NOT NULL, highest INTEGER NOT NULL,
  device_id TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE outcome (
  client_id TEXT NOT NULL, id INTEGER NOT NULL, account TEXT NOT NULL, uid TEXT NOT NULL, digest TEXT NOT NULL,
  outcome TEXT NOT NULL, code TEXT NOT NULL, confirmed INTEGER NOT NULL, copy INTEGER NOT NULL,
  PRIMARY KEY (client_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX outcome_uid ON outcome (account, uid) WHERE copy = 0 AND uid <> '';
CREATE INDEX outcome_open ON outcome (client_id, id) WHERE confirmed = 0;

CREATE TABLE deposit_key (
  key_id TEXT PRIMARY KEY, principal TEXT NOT NULL, client_id TEXT NOT NULL, device_id TEXT NOT NULL,
  server_key_id TEXT NOT NULL, sealed TEXT NOT NULL, token_hash TEXT NOT NULL, state TEXT NOT NULL, created TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX deposit_token ON deposit_key (token_hash);
CREATE INDEX deposit_device ON deposit_key (principal, device_id);

CREATE TABLE quarantine (
  client_id TEXT NOT NULL, id INTEGER NOT NULL, reason TEXT NOT NULL, key_id TEXT NOT NULL, box TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (client_id, id, reason)
) WITHOUT ROWID;

CREATE TABLE account (
  sub TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, user_type TEXT NOT NULL, kdf TEXT NOT NULL,
  auth_hash TEXT NOT NULL, bundle TEXT NOT NULL, profile TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE session (
  family_id TEXT PRIMARY KEY, sub TEXT NOT NULL REFERENCES account (sub), device_id TEXT NOT NULL,
  generation INTEGER NOT NULL, rotated_at INTEGER NOT NULL, seen_generation INTEGER NOT NULL,
  created_at INTEGER NOT NULL, active_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, ended_reason TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE access_token (
  hash TEXT PRIMARY KEY, family_id TEXT NOT NULL REFERENCES session (family_id), generation INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX access_token_family ON access_token (family_id);
CREATE INDEX access_token_expiry ON access_token (expires_at);

CREATE TABLE device (
  sub TEXT NOT NULL REFERENCES account (sub), device_id TEXT NOT NULL, device_key BLOB NOT NULL, created TEXT NOT NULL,
  PRIMARY KEY (sub, device_id)
) WITHOUT ROWID;

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, payload TEXT NOT NULL, run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL
);
CREATE INDEX job_due ON job (run_at, id);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
  link INTEGER NOT NULL DEFAULT 0, hash TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_unsealed ON audit (id) WHERE link = 0;
CREATE UNIQUE INDEX audit_link ON audit (link) WHERE link > 0;

-- Append-only: the one change allowed is to seal an unsealed row, which leaves its content alone.
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;
CREATE TRIGGER audit_no_change BEFORE UPDATE ON audit
WHEN OLD.link <> 0 OR NEW.link = 0 OR NEW.hash = '' OR NEW.id <> OLD.id OR NEW.at <> OLD.at OR NEW.actor <> OLD.actor
  OR NEW.action <> OLD.action OR NEW.subject <> OLD.subject
BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;

CREATE TABLE audit_checkpoint (
  link INTEGER PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, signature TEXT NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are kept'); END;
CREATE TRIGGER checkpoint_no_change BEFORE UPDATE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are kept'); END;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
