import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

export function registerRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/professional-register',
      staticData: { title: 'Join as a professional', bar: 'brand' },
      component: lazyRouteComponent(() => import('./professional-register.tsx'), 'ProfessionalRegister'),
    }),
    createRoute({
      getParentRoute,
      path: '/member-register',
      staticData: { title: 'Get personalized care', bar: 'brand' },
      component: lazyRouteComponent(() => import('./member-register.tsx'), 'MemberRegister'),
    }),
  ] as const;
}
