import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

export function resetRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/reset-password',
    staticData: { title: 'Forgot password', bar: 'brand' },
    component: lazyScreen(() => import('./reset-page.tsx'), 'ResetPage'),
  });
}
