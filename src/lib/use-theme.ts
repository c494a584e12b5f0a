import { useSyncExternalStore } from 'react';
import { followTheme, readTheme, type Theme } from './theme.ts';

/** What the themes are called. */
export const themeWords: Readonly<Record<Theme, string>> = {
  system: 'Same as this device',
  light: 'Light',
  dark: 'Dark',
};

/** The theme that is chosen on this device. */
export function useTheme(): Theme {
  return useSyncExternalStore(followTheme, readTheme);
}
