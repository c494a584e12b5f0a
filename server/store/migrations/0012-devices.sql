-- What a device calls itself, in a few fixed words; '' where it has not said. Since when its owner counts it as lost; '' where she does not.
ALTER TABLE device ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE device ADD COLUMN lost_at TEXT NOT NULL DEFAULT '';
-- Outboxes of a device: what came of one that was reported lost is looked for by it.
CREATE INDEX client_device ON client (principal, device_id);
