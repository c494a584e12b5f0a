// @vitest-environment happy-dom
import { createMemoryHistory, type AnyRoute } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { RouteFacts } from './app/route-facts.ts';
import { commandsOf, railOf } from './app/dashboard-routes.ts';
import { startPlace } from './lib/came-from.ts';
import { createAppRouter } from './router.tsx';

const router = createAppRouter(createMemoryHistory());
const routes = Object.values(router.routesById) as readonly AnyRoute[];
const options = (route: AnyRoute) =>
  route.options as { readonly staticData?: RouteFacts; readonly component?: unknown; readonly beforeLoad?: unknown };
const factsOf = (route: AnyRoute): RouteFacts => options(route).staticData ?? {};
const above = (route: AnyRoute): readonly AnyRoute[] =>
  route.parentRoute ? [route, ...above(route.parentRoute as AnyRoute)] : [route];

/** Undefined where neither the route nor what is above it says one. */
const titleOf = (route: AnyRoute): string | null | undefined => {
  const said = above(route).find((one) => factsOf(one).title !== undefined);
  return said && factsOf(said).title;
};

/** Routes on which an address ends, redirects left out. */
const screens = routes.filter(
  (route) => (route.children === undefined || route.children.length === 0) && !options(route).beforeLoad,
);
const named = screens.map((route) => [route.fullPath as string, route] as const);

/** The route that an address belongs to; undefined where none does. */
function routeOf(href: string): AnyRoute | undefined {
  const { pathname } = new URL(href, 'http://localhost');
  return router.getMatchedRoutes(pathname)[0].at(-1);
}

test('the tree has screens of both dashboards and public ones', () => {
  expect(named.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/', '/pro-dashboard/schedule/$appointmentId', '/member-dashboard/homepage', '/login']),
  );
});

test.each(named)('%s draws something and has a title without parameters, or says that it has none', (_path, route) => {
  expect(options(route).component).toBeDefined();
  expect(titleOf(route)).toBeDefined();
  expect(titleOf(route) ?? '').not.toContain('$');
});

test.each(['', '?date=2026-11-12&view=week'])(
  'every way back leads to a route of the tree, with %s as the search',
  (search) => {
    const ways = routes.flatMap((route) => {
      const { back } = factsOf(route);
      return back === undefined || back === 'came-from' ? [] : [typeof back === 'function' ? back(search) : back];
    });
    expect(ways.length).toBeGreaterThan(1);
    for (const { href, label } of [...ways, startPlace]) {
      const target = routeOf(href);
      expect(target && screens.includes(target)).toBe(true);
      expect(target?.fullPath).not.toContain('$');
      expect(target && titleOf(target)).toBe(label);
    }
  },
);

test.each(['pro', 'member'] as const)(
  'every entry of the rail and every command of %s leads to a screen of its own',
  (dashboard) => {
    const rail = railOf(router, dashboard);
    // Two of the same order would stand as the tree happens to have them.
    expect(new Set(rail.map(({ order }) => order)).size).toBe(rail.length);
    for (const { to } of [...rail, ...commandsOf(router, dashboard)]) {
      expect(to).not.toContain('$');
      expect(routeOf(to)?.fullPath.replace(/\/$/, '')).toBe(to);
      expect(to.startsWith(`/${dashboard}-dashboard/`)).toBe(true);
    }
  },
);

test('the rail and the commands are those that the routes say', () => {
  expect(railOf(router, 'pro').map(({ label }) => label)).toEqual(['Home', 'Calendar', 'Patients']);
  expect(railOf(router, 'member').map(({ label }) => label)).toEqual(['Home', 'My sessions', 'Profile']);
  expect(commandsOf(router, 'pro')).toEqual([
    { to: '/pro-dashboard/homepage', words: 'Go to Home' },
    { to: '/pro-dashboard/schedule', words: 'Go to Calendar' },
    { to: '/pro-dashboard/patient-charts', words: 'Go to Patients' },
    { to: '/pro-dashboard/schedule/new', words: 'New session' },
    { to: '/pro-dashboard/patient-charts/new', words: 'New client', kind: 'clinician' },
    { to: '/pro-dashboard/settings', words: 'Go to settings' },
    { to: '/pro-dashboard/settings/calendar-links', words: 'Go to calendar links', kind: 'clinician' },
    { to: '/pro-dashboard/settings/contacts', words: 'Go to contacts' },
    { to: '/pro-dashboard/settings/professional-record', words: 'Go to your record' },
    { to: '/pro-dashboard/settings/availability', words: 'Go to availability', kind: 'clinician' },
    { to: '/pro-dashboard/settings/session-types', words: 'Go to session types', kind: 'clinician' },
    { to: '/pro-dashboard/settings/cancellation-policy', words: 'Go to cancellation policy', kind: 'clinician' },
    { to: '/pro-dashboard/sync', words: 'Go to Sync' },
  ]);
});
