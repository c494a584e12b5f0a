import { useRouter, useRouterState } from '@tanstack/react-router';
import { screenOf, type Screen } from './screen.ts';

/** The screen that is drawn: while the next one is still being fetched, the one before. */
export function useScreen(): Screen {
  const matches = useRouterState({ select: (state) => state.matches });
  const { stringifySearch } = useRouter().options;
  return screenOf(matches, stringifySearch(matches.at(-1)?.search ?? {}));
}
