import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import * as v from 'valibot';
import { scheduleViews } from './views.ts';

/** Days and views only: nothing personal ever stands in an address. */
const scheduleSearch = v.object({
  date: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
  view: v.fallback(v.optional(v.picklist(scheduleViews)), undefined),
  /** A day by the hour, where there is room for it. */
  by: v.fallback(v.optional(v.picklist(['hours'])), undefined),
  /** Whom a new session is for: the id by which the address of a chart names it, which says nothing. */
  client: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
});

/** The page, and with it the hours where the address asks for them: one after the other they would cost a slow line two answers. */
function loadPage() {
  const search = new URLSearchParams(location.search);
  // What does not come now is asked for again, and said, where it is shown.
  if (search.get('view') === 'week' || search.has('by')) void import('./hours-view.tsx').catch(() => undefined);
  return import('./schedule-page.tsx');
}

/** Days, and beside them what was chosen: a session, a blocked time, a day of the month; one is led back to the days that one saw. */
export function scheduleRoutes<Parent extends AnyRoute>(parent: Parent) {
  const schedule = createRoute({
    getParentRoute: () => parent,
    path: 'schedule',
    staticData: {
      title: 'Calendar',
      rail: { label: 'Calendar', icon: 'calendar', order: 2 },
      palette: 'Go to Calendar',
      back: { href: '/pro-dashboard/homepage', label: 'Home' },
    },
    validateSearch: scheduleSearch,
    component: lazyScreen(loadPage, 'SchedulePage'),
  });
  const getParentRoute = () => schedule;
  const back = (search: string) => ({ href: `/pro-dashboard/schedule${search}`, label: 'Calendar' });
  const aside = lazyScreen(() => import('./schedule-aside.tsx'), 'ScheduleAside');
  return schedule.addChildren([
    createRoute({ getParentRoute, path: '/', component: aside }),
    createRoute({
      getParentRoute,
      path: 'new',
      staticData: { title: 'New session', palette: 'New session', back },
      component: aside,
    }),
    createRoute({
      getParentRoute,
      path: 'day-preview',
      staticData: { back },
      component: lazyScreen(() => import('./day-preview.tsx'), 'DayPreview'),
    }),
    createRoute({
      getParentRoute,
      path: 'blocks/$intervalId',
      staticData: { back },
      component: lazyScreen(() => import('./block-detail.tsx'), 'BlockDetail'),
    }),
    createRoute({
      getParentRoute,
      path: '$appointmentId',
      staticData: { back },
      component: lazyScreen(() => import('./session-detail.tsx'), 'SessionDetail'),
    }),
  ]);
}

/** [S-033] In the settings: what a clinician offers. */
export function sessionTypesRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'session-types',
    staticData: {
      title: 'Session types',
      palette: { words: 'Go to session types', kind: 'clinician' },
      back: { href: '/pro-dashboard/settings', label: 'Settings' },
    },
    component: lazyScreen(() => import('./session-types-page.tsx'), 'SessionTypesPage'),
  });
}

/** [S-034] In the settings: on what terms a clinician's sessions are cancelled. */
export function cancellationPolicyRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'cancellation-policy',
    staticData: {
      title: 'Cancellation policy',
      palette: { words: 'Go to cancellation policy', kind: 'clinician' },
      back: { href: '/pro-dashboard/settings', label: 'Settings' },
    },
    component: lazyScreen(() => import('./cancellation-policy-page.tsx'), 'CancellationPolicyPage'),
  });
}

/** [S-032] In the settings: when a clinician can be booked. */
export function availabilityRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'availability',
    staticData: {
      title: 'Availability',
      palette: { words: 'Go to availability', kind: 'clinician' },
      back: { href: '/pro-dashboard/settings', label: 'Settings' },
    },
    component: lazyScreen(() => import('./availability-page.tsx'), 'AvailabilityPage'),
  });
}
