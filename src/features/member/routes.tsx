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
    createRoute({
      getParentRoute,
      path: 'profile',
      staticData: { title: 'Profile', rail: { label: 'Profile', icon: 'people', order: 3 } },
      component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: 'edit-profile',
      staticData: { title: 'Edit profile', back: { href: '/member-dashboard/profile', label: 'Profile' } },
      component: lazyRouteComponent(() => import('./profile/edit-profile.tsx'), 'EditProfile'),
    }),
  ] as const;
}
