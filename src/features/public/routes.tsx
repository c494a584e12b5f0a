import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import { HomeRoute } from './home-route.tsx';

const homeTitle = 'Practice software that works where the network does not';

export function publicRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/', staticData: { title: homeTitle }, component: HomeRoute }),
    // [C-394] Where a professional lands after logging out. Until it has its own page it is the public home.
    createRoute({
      getParentRoute,
      path: '/professional-homepage',
      staticData: { title: homeTitle },
      component: lazyRouteComponent(() => import('./public-home.tsx'), 'PublicHome'),
    }),
    createRoute({
      getParentRoute,
      path: '/get-started',
      staticData: { title: 'Get started' },
      component: lazyRouteComponent(() => import('./get-started.tsx'), 'GetStarted'),
    }),
    createRoute({
      getParentRoute,
      path: '/terms-of-use',
      staticData: { title: 'Terms of use' },
      component: lazyRouteComponent(() => import('./terms-page.tsx'), 'TermsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/privacy-policy',
      staticData: { title: 'Privacy policy' },
      component: lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/AUP',
      staticData: { title: 'Acceptable use' },
      component: lazyRouteComponent(() => import('./acceptable-use-page.tsx'), 'AcceptableUsePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/clinician-ai-privacy-policy',
      staticData: { title: 'AI privacy policy for clinicians' },
      component: lazyRouteComponent(() => import('./clinician-ai-privacy-page.tsx'), 'ClinicianAiPrivacyPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/waiver-of-liability',
      staticData: { title: 'Waiver of liability' },
      component: lazyRouteComponent(() => import('./waiver-of-liability-page.tsx'), 'WaiverPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/independent-contractor-agreement',
      staticData: { title: 'Independent contractor agreement' },
      component: lazyRouteComponent(() => import('./independent-contractor-page.tsx'), 'ContractorPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/help-now',
      staticData: { title: 'If you need help now', bar: 'brand' },
      component: lazyRouteComponent(() => import('./help-now.tsx'), 'HelpNow'),
    }),
    createRoute({
      getParentRoute,
      path: '/professional-search/$professionalId',
      staticData: { title: 'Professional' },
      component: lazyRouteComponent(() => import('./public-profile.tsx'), 'PublicProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/page-not-found',
      staticData: { title: 'Page not found', bar: 'brand' },
      component: lazyRouteComponent(() => import('./page-not-found.tsx'), 'PageNotFound'),
    }),
  ] as const;
}

/** Whatever a dashboard has no screen for yet. */
export function notYetRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '$',
    staticData: { title: 'Not built yet', passing: true },
    component: lazyRouteComponent(() => import('./not-yet.tsx'), 'ScreenNotYet'),
  });
}
