import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** The pages about what an address is sent; `parent` knows whose. */
export function emailPreferenceRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  const pages = () => import('./preference-page.tsx');
  return [
    createRoute({
      getParentRoute,
      path: '/',
      staticData: { title: 'Email preferences' },
      component: lazyScreen(pages, 'PreferencePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/update-preference',
      staticData: { title: 'Email preferences' },
      component: lazyScreen(pages, 'PreferencePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/unsubscribe',
      staticData: { title: 'Unsubscribe' },
      component: lazyScreen(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/resubscribe',
      staticData: { title: 'Subscribe again' },
      component: lazyScreen(() => import('./resubscribe-page.tsx'), 'ResubscribePage'),
    }),
  ] as const;
}
