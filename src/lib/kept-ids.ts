/** Ids that this device keeps for each account that works on it: never a name, and nothing that says whose they are. */
export interface KeptIds {
  /** What this account keeps here, the same array until it changes. */
  readonly read: (sub: string) => readonly string[];
  /** Keeps these instead, the first ones where they are too many, and tells every screen of this tab. */
  readonly write: (sub: string, ids: readonly string[]) => void;
  /** Nothing is kept any more, of nobody. */
  readonly forget: () => void;
  /** Calls back when what is kept may be something else, by this tab or another one. Returns the way to stop. */
  readonly watch: (listener: () => void) => () => void;
}

const none: readonly string[] = [];

/** A place for such ids in the browser's storage; where that is forbidden or full they last as long as the page. */
export function keptIds(storageKey: string, most: number): KeptIds {
  const listeners = new Set<() => void>();
  let unstored: string | null = null;
  let parsed: { readonly text: string; readonly bySub: ReadonlyMap<string, readonly string[]> } | null = null;

  function readText(): string | null {
    try {
      return unstored ?? localStorage.getItem(storageKey);
    } catch {
      // Storage may be forbidden: what was kept since the page opened stands.
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
    for (const listener of listeners) listener();
  }

  function all(): ReadonlyMap<string, readonly string[]> {
    const text = readText();
    if (text === null) return new Map();
    if (parsed?.text !== text) parsed = { text, bySub: parseIds(text) };
    return parsed.bySub;
  }

  return {
    read: (sub) => all().get(sub) ?? none,
    write: (sub, ids) => {
      const next = new Map(all());
      if (ids.length === 0) next.delete(sub);
      else next.set(sub, ids.slice(0, most));
      writeText(next.size === 0 ? null : JSON.stringify(Object.fromEntries(next)));
    },
    forget: () => writeText(null),
    watch: (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

function parseIds(text: string): ReadonlyMap<string, readonly string[]> {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return new Map();
    return new Map(
      Object.entries(kept).map(([sub, ids]: [string, unknown]) => [
        sub,
        Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : none,
      ]),
    );
  } catch {
    // Unreadable: as if nothing were kept.
    return new Map();
  }
}
