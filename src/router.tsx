import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { DashboardGate } from './app/dashboard-gate.tsx';
import { HomeRoute } from './app/home-route.tsx';
import { LoginRoute } from './app/login-route.tsx';
import { OpenRoute } from './app/open-route.tsx';
import { RootLayout } from './app/root-layout.tsx';
import { ScreenError } from './app/screen-error.tsx';

/** Days and views only: nothing personal ever stands in an address. */
const scheduleSearch = v.object({
  date: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
  view: v.fallback(v.optional(v.picklist(['day', 'week'])), undefined),
});

const rootRoute = createRootRoute({ component: RootLayout });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: HomeRoute,
});
const open = createRoute({ getParentRoute: () => rootRoute, path: '/open', component: OpenRoute });
/** [C-394] Where a professional lands after logging out. Until it has its own page it is the public home. */
const professionalHome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/professional-homepage',
  component: lazyRouteComponent(() => import('./features/home/public-home.tsx'), 'PublicHome'),
});
const login = createRoute({ getParentRoute: () => rootRoute, path: '/login', component: LoginRoute });
const getStarted = createRoute({
  getParentRoute: () => rootRoute,
  path: '/get-started',
  component: lazyRouteComponent(() => import('./features/home/not-yet.tsx'), 'RegistrationNotYet'),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./features/home/not-yet.tsx'), 'ResetNotYet'),
});
const pageNotFound = createRoute({
  getParentRoute: () => rootRoute,
  path: '/page-not-found',
  component: lazyRouteComponent(() => import('./features/home/page-not-found.tsx'), 'PageNotFound'),
});

const pro = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pro-dashboard',
  component: () => <DashboardGate dashboard="pro" />,
});
const proIndex = createRoute({
  getParentRoute: () => pro,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to redirect
    throw redirect({ to: '/pro-dashboard/homepage', replace: true });
  },
});
const proHome = createRoute({
  getParentRoute: () => pro,
  path: 'homepage',
  component: lazyRouteComponent(() => import('./features/home/pro-home.tsx'), 'ProHome'),
});
const schedule = createRoute({
  getParentRoute: () => pro,
  path: 'schedule',
  validateSearch: scheduleSearch,
  component: lazyRouteComponent(() => import('./features/schedule/schedule-page.tsx'), 'SchedulePage'),
});
const scheduleIndex = createRoute({
  getParentRoute: () => schedule,
  path: '/',
  component: lazyRouteComponent(() => import('./features/schedule/schedule-aside.tsx'), 'ScheduleAside'),
});
const scheduleSession = createRoute({
  getParentRoute: () => schedule,
  path: '$appointmentId',
  component: lazyRouteComponent(() => import('./features/schedule/session-detail.tsx'), 'SessionDetail'),
});
const note = createRoute({
  getParentRoute: () => pro,
  path: 'sessions/$appointmentId/note',
  component: lazyRouteComponent(() => import('./features/notes/note-page.tsx'), 'NotePage'),
});
const charts = createRoute({
  getParentRoute: () => pro,
  path: 'patient-charts',
  component: lazyRouteComponent(() => import('./features/charts/charts-page.tsx'), 'ChartsPage'),
});
const chartsIndex = createRoute({
  getParentRoute: () => charts,
  path: '/',
  component: lazyRouteComponent(() => import('./features/charts/charts-index.tsx'), 'ChartsIndex'),
});
const chart = createRoute({
  getParentRoute: () => charts,
  path: '$chartId',
  component: lazyRouteComponent(() => import('./features/charts/chart-detail.tsx'), 'ChartDetail'),
});
const proSync = createRoute({
  getParentRoute: () => pro,
  path: 'sync',
  component: lazyRouteComponent(() => import('./features/sync-page/sync-page.tsx'), 'SyncPage'),
});
const proOther = createRoute({
  getParentRoute: () => pro,
  path: '$',
  component: lazyRouteComponent(() => import('./features/home/not-yet.tsx'), 'ScreenNotYet'),
});

const member = createRoute({
  getParentRoute: () => rootRoute,
  path: '/member-dashboard',
  component: () => <DashboardGate dashboard="member" />,
});
const memberIndex = createRoute({
  getParentRoute: () => member,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to redirect
    throw redirect({ to: '/member-dashboard/homepage', replace: true });
  },
});
const memberHome = createRoute({
  getParentRoute: () => member,
  path: 'homepage',
  component: lazyRouteComponent(() => import('./features/member/member-home.tsx'), 'MemberHome'),
});
const memberSessions = createRoute({
  getParentRoute: () => member,
  path: 'sessions',
  component: lazyRouteComponent(() => import('./features/member/member-sessions.tsx'), 'MemberSessions'),
});
const memberSync = createRoute({
  getParentRoute: () => member,
  path: 'sync',
  component: lazyRouteComponent(() => import('./features/sync-page/sync-page.tsx'), 'SyncPage'),
});
const memberOther = createRoute({
  getParentRoute: () => member,
  path: '$',
  component: lazyRouteComponent(() => import('./features/home/not-yet.tsx'), 'ScreenNotYet'),
});

const routeTree = rootRoute.addChildren([
  home,
  open,
  professionalHome,
  login,
  getStarted,
  resetPassword,
  pageNotFound,
  pro.addChildren([
    proIndex,
    proHome,
    schedule.addChildren([scheduleIndex, scheduleSession]),
    note,
    charts.addChildren([chartsIndex, chart]),
    proSync,
    proOther,
  ]),
  member.addChildren([memberIndex, memberHome, memberSessions, memberSync, memberOther]),
]);

const NotFound = lazyRouteComponent(() => import('./features/home/page-not-found.tsx'), 'PageNotFound');

export function createAppRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultNotFoundComponent: () => <NotFound />,
    defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => <ScreenError error={error} onRetry={reset} />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
