/**
 * Whose sessions somebody wants to see in a shared calendar, as this device keeps it: ids and no name, of one account. Nobody
 * chosen: everybody is shown.
 */
const storageKey = 'orchid.calendar-of';

const nobody: readonly string[] = [];
const listeners = new Set<() => void>();

/** Where storage is forbidden or full the choice lasts as long as the page. */
let unstored: string | null = null;
let parsed: { readonly text: string; readonly sub: string; readonly ids: readonly string[] } | null = null;

/** What this account chose on this device, the same array until it changes; none where nothing, or another's choice, is kept. */
export function readChosen(sub: string): readonly string[] {
  const text = readText();
  if (text === null) return nobody;
  if (parsed?.text !== text) parsed = { text, ...parseChoice(text) };
  return parsed.sub === sub ? parsed.ids : nobody;
}

/** Keeps a choice for this account, in place of any other one, and tells every screen of this tab. */
export function chooseClinicians(sub: string, ids: readonly string[]): void {
  writeText(ids.length === 0 ? null : JSON.stringify({ sub, ids: ids.toSorted() }));
  for (const listener of listeners) listener();
}

/** After a log-out of any kind nothing says whose sessions were looked at here. */
export function forgetChosen(): void {
  chooseClinicians('', []);
}

/** Calls back when the choice may be another one, made in this tab or in another. Returns the way to stop. */
export function watchChosen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function readText(): string | null {
  try {
    return unstored ?? localStorage.getItem(storageKey);
  } catch {
    // Storage may be forbidden: what was chosen since the page opened stands.
    return unstored;
  }
}

function writeText(text: string | null): void {
  unstored = null;
  try {
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // Forbidden or full: kept for this page.
    unstored = text;
  }
}

function parseChoice(text: string): { readonly sub: string; readonly ids: readonly string[] } {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('sub' in kept) || !('ids' in kept))
      return { sub: '', ids: nobody };
    const { sub, ids } = kept;
    if (typeof sub !== 'string' || !Array.isArray(ids)) return { sub: '', ids: nobody };
    return { sub, ids: ids.filter((id): id is string => typeof id === 'string') };
  } catch {
    // Unreadable: as if nothing had been chosen.
    return { sub: '', ids: nobody };
  }
}
