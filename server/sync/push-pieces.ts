import type { PushRow } from '../../sync/protocol/push-message.ts';

/** Most rows, and characters of boxes, that are opened before others have their turn. */
const rowsPerPiece = 100;
const charactersPerPiece = 64 * 1024;

/** Cuts rows into pieces that are opened and applied one after the other; at least one row each. */
export function piecesOf(rows: readonly PushRow[]): readonly (readonly PushRow[])[] {
  const pieces: PushRow[][] = [];
  let characters = 0;
  for (const row of rows) {
    const piece = pieces.at(-1);
    const length = row.kind === 'sealed' ? row.box.length : 0;
    const fits = piece !== undefined && piece.length < rowsPerPiece && characters + length <= charactersPerPiece;
    if (fits) piece.push(row);
    else pieces.push([row]);
    characters = (fits ? characters : 0) + length;
  }
  return pieces;
}
