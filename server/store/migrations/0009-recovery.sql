-- What a mailed link is about beside its subject: an address, for links that change one.
ALTER TABLE email_token ADD COLUMN detail TEXT NOT NULL DEFAULT '';
-- The account root under the recovery code, which the server never has.
CREATE TABLE account_recovery (sub TEXT PRIMARY KEY, generation INTEGER NOT NULL, wrap TEXT NOT NULL, made TEXT NOT NULL) WITHOUT ROWID;
-- Whether the cookies of a session outlive the browser: who does not want to be remembered has none that do.
ALTER TABLE session ADD COLUMN remembered INTEGER NOT NULL DEFAULT 1;
