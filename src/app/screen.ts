import { cameFrom, type Place } from '../lib/came-from.ts';
import { nearestFact } from './nearest-fact.ts';
import type { RouteFacts, WayBack } from './route-facts.ts';

/** A route that is shown, as far as the facts of a screen need it. */
export interface ShownRoute {
  /** Its address as it is written in the tree. */
  readonly fullPath: string;
  /** The address as it is. */
  readonly pathname: string;
  readonly staticData: RouteFacts;
}

/** What a dashboard's shell draws around a screen. */
export interface Screen {
  readonly back: WayBack | null;
  /** The address of the rail's entry that is lit. */
  readonly lit: string | null;
  /** What leads back here; null where nothing does. */
  readonly place: Place | null;
}

/** Puts together what the shown routes say, outermost first; `search` as the address bar has it. */
export function screenOf(shown: readonly ShownRoute[], search: string): Screen {
  const back = nearestFact(shown, 'back');
  const entry = shown.findLast(({ staticData }) => staticData.rail)?.fullPath ?? null;
  return {
    back: back === 'came-from' ? cameFrom() : typeof back === 'function' ? back(search) : (back ?? null),
    lit: nearestFact(shown, 'lit') === 'came-from' ? cameFrom().lit : entry,
    place: placeOf(shown, search, entry),
  };
}

function placeOf(shown: readonly ShownRoute[], search: string, lit: string | null): Place | null {
  const label = nearestFact(shown, 'title') ?? null;
  const innermost = shown.at(-1);
  if (label === null || !innermost || nearestFact(shown, 'passing')) return null;
  // An index route's own address ends in a slash.
  return { href: innermost.pathname.replace(/(.)\/$/, '$1') + search, label, lit };
}
