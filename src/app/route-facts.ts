import type { Dashboard } from '../lib/paths.ts';
import type { WorkKind } from '../model/people/use-work-kind.ts';

/** A step back: where it leads, and what the control says. */
export interface WayBack {
  readonly href: string;
  readonly label: string;
}

/** Icons by name: the drawings come with the shell, not with the first page. */
export type RailIcon = 'house' | 'calendar' | 'people';

export interface RailEntry {
  readonly label: string;
  readonly icon: RailIcon;
  /** Smaller stands first. */
  readonly order: number;
}

/**
 * What the shell must know of a screen, said by its route and nowhere else. What a route leaves out it has from the nearest route
 * above that says it; `rail` and `palette` are a route's own.
 */
export interface RouteFacts {
  /** The document's title, and what a control says that leads back here. Never a name; null: just the product's. */
  readonly title?: string | null;
  /** On the two gates: whose dashboard everything below belongs to. */
  readonly dashboard?: Dashboard;
  /**
   * [C-225] A back control at the top instead of the bottom bar of phones; a function is handed the search as the address has it.
   * `came-from`: to where this screen was opened from.
   */
  readonly back?: WayBack | ((search: string) => WayBack) | 'came-from';
  /** [C-234] Its place in the rail and the bottom bar: only what works; entries join when their screens do. */
  readonly rail?: RailEntry;
  /** The lit entry is the nearest above with a place in the rail; `came-from`: that of where this screen was opened from. */
  readonly lit?: 'came-from';
  /** The command of the palette that leads here; `kind`: for whom alone it is something to do. */
  readonly palette?: string | { readonly words: string; readonly kind: WorkKind };
  /** Nobody is led back to it: leafing through such screens leads back to where it began. */
  readonly passing?: true;
  /** [C-203 to C-206] The bar of public pages: all of it (where nothing is said), the brand alone, or none. */
  readonly bar?: 'brand' | 'none';
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- how the router takes it
  interface StaticDataRouteOption extends RouteFacts {}
}
