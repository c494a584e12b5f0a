import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

export function profileRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: 'profile',
      staticData: { title: 'Profile', rail: { label: 'Profile', icon: 'people', order: 3 } },
      component: lazyScreen(() => import('./profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: 'edit-profile',
      staticData: { title: 'Edit profile', back: { href: '/member-dashboard/profile', label: 'Profile' } },
      component: lazyScreen(() => import('./edit-profile.tsx'), 'EditProfile'),
    }),
    createRoute({
      getParentRoute,
      path: 'calendar-links',
      staticData: { title: 'Calendar links', back: { href: '/member-dashboard/profile', label: 'Profile' } },
      component: lazyScreen(() => import('./calendar-links-page.tsx'), 'CalendarLinksPage'),
    }),
  ] as const;
}
