import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** Where links about another address lead. */
export function emailRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/confirm-new-email',
      staticData: { title: 'Change email', bar: 'brand' },
      component: lazyScreen(() => import('./new-email-page.tsx'), 'NewEmailPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/restore-email',
      staticData: { title: 'Keep your email', bar: 'brand' },
      component: lazyScreen(() => import('./old-email-page.tsx'), 'OldEmailPage'),
    }),
  ] as const;
}
