import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../lib/lazy-screen.ts';
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
      component: lazyScreen(() => import('./public-home.tsx'), 'PublicHome'),
    }),
    createRoute({
      getParentRoute,
      path: '/get-started',
      staticData: { title: 'Get started' },
      component: lazyScreen(() => import('./get-started.tsx'), 'GetStarted'),
    }),
    createRoute({
      getParentRoute,
      path: '/terms-of-use',
      staticData: { title: 'Terms of use' },
      component: lazyScreen(() => import('./terms-page.tsx'), 'TermsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/privacy-policy',
      staticData: { title: 'Privacy policy' },
      component: lazyScreen(() => import('./privacy-page.tsx'), 'PrivacyPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/AUP',
      staticData: { title: 'Acceptable use' },
      component: lazyScreen(() => import('./acceptable-use-page.tsx'), 'AcceptableUsePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/clinician-ai-privacy-policy',
      staticData: { title: 'AI privacy policy for clinicians' },
      component: lazyScreen(() => import('./clinician-ai-privacy-page.tsx'), 'ClinicianAiPrivacyPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/waiver-of-liability',
      staticData: { title: 'Waiver of liability' },
      component: lazyScreen(() => import('./waiver-of-liability-page.tsx'), 'WaiverPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/independent-contractor-agreement',
      staticData: { title: 'Independent contractor agreement' },
      component: lazyScreen(() => import('./independent-contractor-page.tsx'), 'ContractorPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/help-now',
      staticData: { title: 'If you need help now', bar: 'brand' },
      component: lazyScreen(() => import('./help-now.tsx'), 'HelpNow'),
    }),
    createRoute({
      getParentRoute,
      path: '/professional-search/$professionalId',
      staticData: { title: 'Professional' },
      component: lazyScreen(() => import('./public-profile.tsx'), 'PublicProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/page-not-found',
      staticData: { title: 'Page not found', bar: 'brand' },
      component: lazyScreen(() => import('./page-not-found.tsx'), 'PageNotFound'),
    }),
  ] as const;
}

/** Whatever a dashboard has no screen for yet. */
export function notYetRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: '$',
    staticData: { title: 'Not built yet', passing: true },
    component: lazyScreen(() => import('./not-yet.tsx'), 'ScreenNotYet'),
  });
}
