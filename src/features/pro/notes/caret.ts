/** Where the caret belongs after a text was replaced by another: beside the same words. Pure. */
export function shiftCaret(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (caret <= head) return caret;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (caret >= before.length - tail) return caret + after.length - before.length;
  return Math.min(caret, after.length - tail);
}
