-- Devices sign for themselves; '' where none has registered a key.
ALTER TABLE device ADD COLUMN sign_key TEXT NOT NULL DEFAULT '';
-- Count and nonce of the last resume.
ALTER TABLE device ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE device ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
-- When, and whether with a second factor, somebody signed in here with everything that was asked for.
ALTER TABLE device ADD COLUMN signed_in_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE device ADD COLUMN with_factor INTEGER NOT NULL DEFAULT 0;
-- Whether this account asks for a second factor.
ALTER TABLE account ADD COLUMN with_factor INTEGER NOT NULL DEFAULT 0;
CREATE INDEX session_of ON session (sub, ended_reason);
CREATE INDEX session_active ON session (ended_reason, active_at);

-- Tokens for delivery without a person: of a generation, until a time, for so many rows.
ALTER TABLE deposit_key ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deposit_key ADD COLUMN expires_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deposit_key ADD COLUMN rows_left INTEGER NOT NULL DEFAULT 0;
-- Tokens of before go on for as long as a new one.
UPDATE deposit_key SET expires_at = (CAST(strftime('%s', 'now') AS INTEGER) + 2592000) * 1000, rows_left = 20000;
