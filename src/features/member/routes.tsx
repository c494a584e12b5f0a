import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../lib/lazy-screen.ts';

export function clientRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: 'homepage',
      staticData: { title: 'Home', rail: { label: 'Home', icon: 'house', order: 1 } },
      component: lazyScreen(() => import('./member-home.tsx'), 'MemberHome'),
    }),
    createRoute({
      getParentRoute,
      path: 'sessions',
      staticData: { title: 'My sessions', rail: { label: 'My sessions', icon: 'calendar', order: 2 } },
      component: lazyScreen(() => import('./member-sessions.tsx'), 'MemberSessions'),
    }),
  ] as const;
}
