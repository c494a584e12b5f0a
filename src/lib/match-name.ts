/** Lower case and without accents: what a search compares. */
export function searchable(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Whether every word of the query begins a word of the name. */
export function matchesName(name: string, query: string): boolean {
  const words = searchable(name).split(/[\s-]+/);
  return searchable(query)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
