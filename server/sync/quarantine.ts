import { call, type Plan } from '../store/port.ts';
import type { QuarantineRow } from '../store/client-calls.ts';

/** Most that lies in quarantine of one outbox, and so of one device token, for one reason. */
export const mostQuarantined = { rows: 5000, bytes: 64 * 1024 * 1024 } as const;

/**
 * [AV-3] Puts a box into quarantine, where there is room; answers whether it lies there. Whoever has a device's token can seal
 * junk without end: it must not fill the disk.
 */
export function* putAside(row: QuarantineRow): Plan<boolean> {
  const { rows, bytes } = yield* call('quarantinedOf', row.clientId, row.reason);
  if (rows >= mostQuarantined.rows || bytes + row.box.length > mostQuarantined.bytes) return false;
  yield* call('putQuarantine', row);
  return true;
}
