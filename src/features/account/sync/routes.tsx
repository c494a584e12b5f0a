import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** In both dashboards. */
export function syncRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'sync',
    staticData: { title: 'Sync', palette: 'Go to Sync' },
    component: lazyRouteComponent(() => import('./sync-page.tsx'), 'SyncPage'),
  });
}
