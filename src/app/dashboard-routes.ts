import type { AnyRoute, AnyRouter, LinkProps } from '@tanstack/react-router';
import type { Dashboard } from '../lib/paths.ts';
import type { WorkKind } from '../model/people/use-work-kind.ts';
import type { RailEntry, RouteFacts } from './route-facts.ts';

type Target = NonNullable<LinkProps['to']>;

export interface RailItem extends RailEntry {
  readonly to: Target;
}

export interface Command {
  readonly to: Target;
  readonly words: string;
  /** For whom alone; absent: for everybody. */
  readonly kind?: WorkKind;
}

/** The entries of a dashboard's rail, in their order. */
export function railOf(router: Pick<AnyRouter, 'routesById'>, dashboard: Dashboard): readonly RailItem[] {
  return routesIn(router, dashboard)
    .flatMap(({ fullPath, facts }): RailItem[] => (facts.rail ? [{ ...facts.rail, to: fullPath }] : []))
    .toSorted((one, other) => one.order - other.order);
}

/** The palette's commands in a dashboard: the rail's screens first. */
export function commandsOf(router: Pick<AnyRouter, 'routesById'>, dashboard: Dashboard): readonly Command[] {
  return routesIn(router, dashboard)
    .toSorted((one, other) => (one.facts.rail?.order ?? 99) - (other.facts.rail?.order ?? 99))
    .flatMap(({ fullPath, facts: { palette } }): Command[] => {
      if (palette === undefined) return [];
      return [{ to: fullPath, ...(typeof palette === 'string' ? { words: palette } : palette) }];
    });
}

interface KnownRoute {
  readonly fullPath: Target;
  readonly facts: RouteFacts;
}

function routesIn(router: Pick<AnyRouter, 'routesById'>, dashboard: Dashboard): readonly KnownRoute[] {
  const all: readonly AnyRoute[] = Object.values(router.routesById);
  return all
    .filter((route) => dashboardOf(route) === dashboard)
    .map((route) => ({ fullPath: route.fullPath, facts: factsOf(route) }));
}

function dashboardOf(route: AnyRoute): Dashboard | undefined {
  const parent = route.parentRoute as AnyRoute | undefined;
  return factsOf(route).dashboard ?? (parent ? dashboardOf(parent) : undefined);
}

function factsOf(route: AnyRoute): RouteFacts {
  return (route.options as { readonly staticData?: RouteFacts }).staticData ?? {};
}
