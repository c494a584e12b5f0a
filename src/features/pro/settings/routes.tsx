import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** From each section of the settings: to the list of them. */
const toSettings = { href: '/pro-dashboard/settings', label: 'Settings' } as const;

/** The frame of the settings: the list, and one section beside it. */
export function settingsRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'settings',
    staticData: { title: 'Settings', palette: 'Go to settings' },
    component: lazyScreen(() => import('./settings-page.tsx'), 'SettingsPage'),
  });
}

/** What stands in the frame, but for the sections that other features bring. */
export function settingsSections<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/',
      component: lazyScreen(() => import('./settings-index.tsx'), 'SettingsIndex'),
    }),
    createRoute({
      getParentRoute,
      path: 'client-info',
      staticData: { title: 'New clients', back: toSettings },
      component: lazyScreen(() => import('./client-info-page.tsx'), 'ClientInfoPage'),
    }),
    createRoute({
      getParentRoute,
      path: 'calendar-links',
      staticData: {
        title: 'Calendar links',
        palette: { words: 'Go to calendar links', kind: 'clinician' },
        back: toSettings,
      },
      component: lazyScreen(() => import('./calendar-links-page.tsx'), 'CalendarLinksPage'),
    }),
    createRoute({
      getParentRoute,
      path: 'contacts',
      staticData: { title: 'Contacts', palette: 'Go to contacts', back: toSettings },
      component: lazyScreen(() => import('./contacts-page.tsx'), 'ContactsPage'),
    }),
    createRoute({
      getParentRoute,
      path: 'time-zone',
      staticData: { title: 'Time zone', back: toSettings },
      component: lazyScreen(() => import('./time-zone-page.tsx'), 'TimeZonePage'),
    }),
    createRoute({
      getParentRoute,
      path: 'appearance',
      staticData: { title: 'Appearance', back: toSettings },
      component: lazyScreen(() => import('./appearance-page.tsx'), 'AppearancePage'),
    }),
  ] as const;
}
