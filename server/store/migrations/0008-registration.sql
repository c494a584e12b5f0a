-- Registrations that wait for their e-mail to be confirmed; nobody is an account before that.
CREATE TABLE pending_registration (
  id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL, user_type TEXT NOT NULL, sub TEXT NOT NULL,
  kdf TEXT NOT NULL, auth_hash TEXT NOT NULL, bundle TEXT NOT NULL, given TEXT NOT NULL, agreed TEXT NOT NULL,
  token_hash TEXT NOT NULL, created_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX pending_registration_email ON pending_registration (email_key);
CREATE INDEX pending_registration_token ON pending_registration (token_hash);
CREATE INDEX pending_registration_end ON pending_registration (ends_ms);
-- What a mailed link proves. The token itself is nowhere: it follows from the id by the server's key.
CREATE TABLE email_token (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, purpose TEXT NOT NULL, subject TEXT NOT NULL,
  created_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX email_token_subject ON email_token (subject, purpose);
CREATE INDEX email_token_end ON email_token (ends_ms);
