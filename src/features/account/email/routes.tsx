import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** Where links about another address lead. */
export function emailRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/confirm-new-email',
      staticData: { title: 'Change email', bar: 'brand' },
      component: lazyRouteComponent(() => import('./new-email-page.tsx'), 'NewEmailPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/restore-email',
      staticData: { title: 'Keep your email', bar: 'brand' },
      component: lazyRouteComponent(() => import('./old-email-page.tsx'), 'OldEmailPage'),
    }),
  ] as const;
}
