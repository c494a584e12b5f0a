import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import * as v from 'valibot';

/** Days and views only: nothing personal ever stands in an address. */
const scheduleSearch = v.object({
  date: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
  view: v.fallback(v.optional(v.picklist(['day', 'week'])), undefined),
});

/** The day or the week, and in it a session; one is led back to the day that one saw. */
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
    component: lazyScreen(() => import('./schedule-page.tsx'), 'SchedulePage'),
  });
  return schedule.addChildren([
    createRoute({
      getParentRoute: () => schedule,
      path: '/',
      component: lazyScreen(() => import('./schedule-aside.tsx'), 'ScheduleAside'),
    }),
    createRoute({
      getParentRoute: () => schedule,
      path: '$appointmentId',
      staticData: { back: (search) => ({ href: `/pro-dashboard/schedule${search}`, label: 'Calendar' }) },
      component: lazyScreen(() => import('./session-detail.tsx'), 'SessionDetail'),
    }),
  ]);
}
