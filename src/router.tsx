import { createRootRoute, createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router';
import { askForMissing, lazyScreen } from './lib/lazy-screen.ts';
import { RootLayout } from './app/root-layout.tsx';
import { emailPreferenceRoute, indexRoute, memberRoute, proRoute, securityRoute, wayInRoutes } from './app/routes.tsx';
import { ScreenError } from './app/screen-error.tsx';
import { syncRoute } from './features/account/sync/routes.tsx';
import { profileRoutes } from './features/member/profile/routes.tsx';
import { clientRoutes } from './features/member/routes.tsx';
import { chartRoutes } from './features/pro/charts/routes.tsx';
import { homeRoute } from './features/pro/home/routes.tsx';
import { beforeRoute } from './features/pro/before/routes.tsx';
import { noteRoute } from './features/pro/notes/routes.tsx';
import {
  availabilityRoute,
  cancellationPolicyRoute,
  scheduleRoutes,
  sessionTypesRoute,
} from './features/pro/schedule/routes.tsx';
import { recordRoute } from './features/pro/record/routes.tsx';
import { settingsRoute, settingsSections } from './features/pro/settings/routes.tsx';
import { registerRoutes } from './features/account/register/routes.tsx';
import { emailPreferenceRoutes } from './features/account/email-preference/routes.tsx';
import { emailRoutes } from './features/account/email/routes.tsx';
import { resetRoute } from './features/account/reset/routes.tsx';
import { notYetRoute, publicRoutes } from './features/public/routes.tsx';

const root = createRootRoute({ component: RootLayout });
const emailPreference = emailPreferenceRoute(root);
const pro = proRoute(root);
const settings = settingsRoute(pro);
const member = memberRoute(root);

const routeTree = root.addChildren([
  ...publicRoutes(root),
  ...registerRoutes(root),
  resetRoute(root),
  ...emailRoutes(root),
  emailPreference.addChildren([...emailPreferenceRoutes(emailPreference)]),
  ...wayInRoutes(root),
  pro.addChildren([
    indexRoute(pro, '/pro-dashboard/homepage'),
    homeRoute(pro),
    scheduleRoutes(pro),
    beforeRoute(pro),
    noteRoute(pro),
    chartRoutes(pro),
    settings.addChildren([
      ...settingsSections(settings),
      recordRoute(settings),
      availabilityRoute(settings),
      sessionTypesRoute(settings),
      cancellationPolicyRoute(settings),
      securityRoute(settings),
    ]),
    syncRoute(pro),
    notYetRoute(pro),
  ]),
  member.addChildren([
    indexRoute(member, '/member-dashboard/homepage'),
    ...clientRoutes(member),
    ...profileRoutes(member),
    syncRoute(member),
    notYetRoute(member),
  ]),
]);

const NotFound = lazyScreen(() => import('./features/public/page-not-found.tsx'), 'PageNotFound');

/** `history`: the address bar's where none is given. `isPaintedOnce`: for a page that is painted where the client is built. */
export function createAppRouter(history?: RouterHistory, { isPaintedOnce = false } = {}) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // Painted, it would be a script of its own, which our policy lets nobody run.
    scrollRestoration: !isPaintedOnce,
    defaultPreload: 'intent',
    defaultNotFoundComponent: () => <NotFound />,
    defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => (
      <ScreenError error={error} onRetry={() => void askForMissing().then(reset)} />
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
