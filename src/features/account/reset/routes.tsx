import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

export function resetRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/reset-password',
    staticData: { title: 'Forgot password', bar: 'brand' },
    component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
  });
}
