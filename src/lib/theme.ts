export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** No personal data, and wanted before anything is unlocked. */
const storageKey = 'orchid.theme';

/** What was chosen on this page, also where storage did not take it. */
let chosen: Theme | null = null;
const listeners = new Set<() => void>();

function isTheme(value: string | null): value is Theme {
  return themes.some((theme) => theme === value);
}

export function readTheme(): Theme {
  if (chosen !== null) return chosen;
  try {
    const stored = localStorage.getItem(storageKey);
    return isTheme(stored) ? stored : 'system';
  } catch {
    // Storage may be forbidden; the system's theme is a fine answer.
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows this theme at once, here and wherever it is said which one is chosen, and keeps it on this device. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  applyTheme(theme);
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Kept in memory; only the next start will not know.
  }
  for (const listener of listeners) listener();
}

/** Calls back when another theme is chosen on this page. */
export function followTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
