-- How much lies in quarantine of each outbox, kept along with each row: a bound that is asked for with every box must not be
-- counted anew each time.
CREATE TABLE quarantine_held (
  client_id TEXT NOT NULL, reason TEXT NOT NULL, rows INTEGER NOT NULL, bytes INTEGER NOT NULL,
  PRIMARY KEY (client_id, reason)
) WITHOUT ROWID;
INSERT INTO quarantine_held
  SELECT client_id, reason, count(*), sum(octet_length(box)) FROM quarantine GROUP BY client_id, reason;
CREATE TRIGGER quarantine_in AFTER INSERT ON quarantine BEGIN
  INSERT INTO quarantine_held VALUES (new.client_id, new.reason, 1, octet_length(new.box))
    ON CONFLICT DO UPDATE SET rows = rows + 1, bytes = bytes + octet_length(new.box);
END;
CREATE TRIGGER quarantine_out AFTER DELETE ON quarantine BEGIN
  UPDATE quarantine_held SET rows = rows - 1, bytes = bytes - octet_length(old.box)
    WHERE client_id = old.client_id AND reason = old.reason;
END;
CREATE TRIGGER quarantine_anew AFTER UPDATE OF box ON quarantine BEGIN
  UPDATE quarantine_held SET bytes = bytes - octet_length(old.box) + octet_length(new.box)
    WHERE client_id = new.client_id AND reason = new.reason;
END;
