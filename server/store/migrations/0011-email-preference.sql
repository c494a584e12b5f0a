-- What may be sent to an address, by a keyed hash of it: this is no list of addresses. Without a row: invitations, and no news.
CREATE TABLE email_preference (
  address TEXT PRIMARY KEY, invitations INTEGER NOT NULL, news INTEGER NOT NULL, changed TEXT NOT NULL
) WITHOUT ROWID;
