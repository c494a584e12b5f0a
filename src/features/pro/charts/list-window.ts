/** So many rows are drawn or left out together. */
export const blockSize = 40;

/** On either side of the block that is looked at so many more are drawn. */
const blocksBeside = 3;

/** A list of up to so many rows is drawn as a whole: it can be searched by the browser, too. */
export const wholeUpTo = 200;

/** A part of a list, drawn or only as high as it would be. */
export interface ListBlock {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly isDrawn: boolean;
}

/** The blocks of a list: those around `center` are drawn, and those that hold one of these rows (what is open, what has the focus). */
export function listBlocks(length: number, center: number, held: readonly number[]): readonly ListBlock[] {
  const holding = new Set(held.map((row) => Math.floor(row / blockSize)));
  return Array.from({ length: Math.ceil(length / blockSize) }, (_, at) => ({
    at,
    from: at * blockSize,
    to: Math.min(length, (at + 1) * blockSize),
    isDrawn: length <= wholeUpTo || Math.abs(at - center) <= blocksBeside || holding.has(at),
  }));
}

interface SeenGap {
  /** Which block is not drawn, and how far below the top of the window it begins. */
  readonly at: number;
  readonly top: number;
  readonly rowHeight: number;
  readonly windowHeight: number;
}

/** The block in the middle of the window, told from one that is not drawn: whichever of several says so, it is the same. */
export function centerBlock({ at, top, rowHeight, windowHeight }: SeenGap): number {
  return Math.max(0, at + Math.floor((windowHeight / 2 - top) / (blockSize * rowHeight)));
}
