import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

export function clientRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: 'homepage',
      staticData: { title: 'Home', rail: { label: 'Home', icon: 'house', order: 1 } },
      component: lazyRouteComponent(() => import('./member-home.tsx'), 'MemberHome'),
    }),
    createRoute({
      getParentRoute,
      path: 'sessions',
      staticData: { title: 'My sessions', rail: { label: 'My sessions', icon: 'calendar', order: 2 } },
      component: lazyRouteComponent(() => import('./member-sessions.tsx'), 'MemberSessions'),
    }),
  ] as const;
}
