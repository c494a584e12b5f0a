import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

export function registerRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/professional-register',
      staticData: { title: 'Join as a professional', bar: 'brand' },
      component: lazyScreen(() => import('./professional-register.tsx'), 'ProfessionalRegister'),
    }),
    createRoute({
      getParentRoute,
      path: '/member-register',
      staticData: { title: 'Get personalized care', bar: 'brand' },
      component: lazyScreen(() => import('./member-register.tsx'), 'MemberRegister'),
    }),
  ] as const;
}
