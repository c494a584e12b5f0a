/** A run of text, and whether the other version lacks it. */
export interface DiffRun {
  readonly text: string;
  readonly differs: boolean;
}

/** Beyond this many word pairs only the ends are compared: a longer table would be felt while scrolling. */
const maxCells = 400_000;

/** The words of `own` that `other` does not have, in order (longest common subsequence over words). Pure. */
export function wordDiff(own: string, other: string): readonly DiffRun[] {
  const ownWords = own.match(/\s+|[^\s]+/g) ?? [];
  const otherWords = other.match(/\s+|[^\s]+/g) ?? [];
  let head = 0;
  while (head < ownWords.length && head < otherWords.length && ownWords[head] === otherWords[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(ownWords.length, otherWords.length) - head &&
    ownWords[ownWords.length - 1 - tail] === otherWords[otherWords.length - 1 - tail]
  ) {
    tail += 1;
  }
  const middle = ownWords.slice(head, ownWords.length - tail);
  const otherMiddle = otherWords.slice(head, otherWords.length - tail);
  const shared = commonWords(middle, otherMiddle);
  return joinRuns([
    { text: ownWords.slice(0, head).join(''), differs: false },
    ...middle.map((text, index) => ({ text, differs: !shared.has(index) })),
    { text: ownWords.slice(ownWords.length - tail).join(''), differs: false },
  ]);
}

/** Indexes in `own` of a longest common subsequence with `other`. */
function commonWords(own: readonly string[], other: readonly string[]): ReadonlySet<number> {
  const shared = new Set<number>();
  if (own.length * other.length > maxCells) return shared;
  const width = other.length + 1;
  const table = new Uint32Array((own.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = own.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        own[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < own.length && column < other.length) {
    if (own[row] === other[column]) {
      shared.add(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}

function joinRuns(runs: readonly DiffRun[]): readonly DiffRun[] {
  const joined: DiffRun[] = [];
  for (const run of runs) {
    if (run.text === '') continue;
    const last = joined.at(-1);
    // White space between two changed words belongs to the change, so that one tint runs through.
    if (last && (last.differs === run.differs || (last.differs && run.text.trim() === ''))) {
      joined[joined.length - 1] = { text: last.text + run.text, differs: last.differs };
    } else joined.push(run);
  }
  return joined.flatMap(withoutTrailingSpace);
}

/** A tint ends with its last word. */
function withoutTrailingSpace(run: DiffRun): readonly DiffRun[] {
  const kept = run.text.trimEnd();
  if (!run.differs || kept === run.text || kept === '') return [run];
  return [
    { text: kept, differs: true },
    { text: run.text.slice(kept.length), differs: false },
  ];
}
