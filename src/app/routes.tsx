import { createRoute, Navigate, redirect, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { SignInPage } from '../features/account/sign-in/sign-in-page.tsx';
import { homepageOf, openedAt } from '../lib/paths.ts';
import { DashboardGate } from './dashboard-gate.tsx';
import { WayIn } from './way-in.tsx';

/** `/login`, `/confirm-email`, which ends in a sign-in, `/join`, which begins with one, and `/open`, where the installed app starts. */
export function wayInRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/login',
      staticData: { title: 'Log in', bar: 'brand' },
      component: () => <WayIn signedOut={<SignInPage />} goesTo={homepageOf} />,
    }),
    createRoute({
      getParentRoute,
      path: '/confirm-email',
      staticData: { title: 'Confirm your email', bar: 'brand' },
      component: lazyScreen(() => import('./confirm-route.tsx'), 'ConfirmRoute'),
    }),
    // [C-090] After a confirmation: on to the next step, which the device knows.
    createRoute({
      getParentRoute,
      path: '/welcome',
      staticData: { title: 'Welcome', bar: 'brand' },
      component: () => <WayIn signedOut={<SignInPage />} goesTo={homepageOf} />,
    }),
    createRoute({
      getParentRoute,
      path: '/quick-intake',
      staticData: { title: 'Setting up', bar: 'brand' },
      component: lazyScreen(() => import('./quick-intake-route.tsx'), 'QuickIntakeRoute'),
    }),
    // [C-092]
    createRoute({
      getParentRoute,
      path: '/profile-input',
      staticData: { title: 'Setting up', bar: 'brand' },
      component: () => <Navigate to="/quick-intake" replace />,
    }),
    createRoute({
      getParentRoute,
      path: '/join',
      staticData: { title: 'Your invite', bar: 'brand' },
      component: lazyScreen(() => import('./join-route.tsx'), 'JoinRoute'),
    }),
    createRoute({
      getParentRoute,
      path: '/open',
      staticData: { title: null, bar: 'none' },
      component: () => <WayIn signedOut={<Navigate to="/" replace />} goesTo={openedAt} />,
    }),
  ] as const;
}

/** Above the pages about what an address is sent: it knows whose. */
export function emailPreferenceRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/email-preference',
    staticData: { bar: 'brand' },
    component: lazyScreen(() => import('./email-preference-route.tsx'), 'EmailPreferenceRoute'),
  });
}

export function proRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/pro-dashboard',
    staticData: { dashboard: 'pro', bar: 'none' },
    component: () => <DashboardGate dashboard="pro" />,
  });
}

export function memberRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/member-dashboard',
    staticData: { dashboard: 'member', bar: 'none' },
    component: () => <DashboardGate dashboard="member" />,
  });
}

/** A section of the settings that opens what belongs to every account. */
export function securityRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'security',
    staticData: { title: 'Security', back: { href: '/pro-dashboard/settings', label: 'Settings' } },
    component: lazyScreen(() => import('./security-route.tsx'), 'SecurityRoute'),
  });
}

/** A dashboard's bare address: on to its home page. */
export function indexRoute<Parent extends AnyRoute>(parent: Parent, to: ReturnType<typeof homepageOf>) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/',
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to redirect
      throw redirect({ to, replace: true });
    },
  });
}
