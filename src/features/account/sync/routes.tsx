import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** In both dashboards. */
export function syncRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'sync',
    staticData: { title: 'Sync', palette: 'Go to Sync' },
    component: lazyScreen(() => import('./sync-page.tsx'), 'SyncPage'),
  });
}
