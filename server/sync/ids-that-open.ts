import type Sodium from 'libsodium-wrappers';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { turnOfLoop } from '../turn-of-loop.ts';
import { openRows, type OpenKeys } from './open-boxes.ts';
import { piecesOf } from './push-pieces.ts';

/** [AV-4] Ids of the rows whose box opens in its place, looked at piece by piece with a turn of the loop between. */
export async function idsThatOpen(
  sodium: typeof Sodium,
  place: { readonly principal: string; readonly clientId: string },
  rows: readonly PushRow[],
  keys: OpenKeys,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const [index, piece] of piecesOf(rows).entries()) {
    if (index > 0) await turnOfLoop();
    for (const row of openRows(sodium, place, piece, keys)) if (row.kind === 'mutation') ids.add(row.id);
  }
  return ids;
}
