import { useRouterState } from '@tanstack/react-router';
import type { RouteFacts } from './route-facts.ts';

/** What the shown routes, outermost first, say of this: the innermost that says it at all is right. */
export function nearestFact<Key extends keyof RouteFacts>(
  shown: readonly { readonly staticData: RouteFacts }[],
  key: Key,
): RouteFacts[Key] | undefined {
  return shown.findLast(({ staticData }) => staticData[key] !== undefined)?.staticData[key];
}

/** A fact of the screen that is drawn: while the next one is still being fetched, of the one before. */
export function useFact<Key extends keyof RouteFacts>(key: Key): RouteFacts[Key] | undefined {
  return nearestFact(useRouterState({ select: ({ matches }) => matches }), key);
}
