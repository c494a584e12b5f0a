/** Order by UTF-16 code unit, as IndexedDB has it; for ASCII also that of SQLite's BINARY. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
