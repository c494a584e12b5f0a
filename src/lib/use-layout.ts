import { useSyncExternalStore } from 'react';
import { breakpoints, type Layout } from '../ui/breakpoints.ts';

/** Whether the page has this layout or that of something narrower. */
export function useUpTo(layout: Layout): boolean {
  const query = `(max-width: ${breakpoints[layout]}px)`;
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    // Painted where there is no screen yet: nothing of such a page may hang on it.
    () => false,
  );
}

/** The phone layout: one column, sheets from below. */
export const usePhone = (): boolean => useUpTo('phone');
