import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** What a professional sets for herself. */
export function settingsRoutes<Parent extends AnyRoute>(parent: Parent) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: 'settings/professional-record',
      staticData: {
        title: 'Your record',
        palette: 'Go to your record',
        back: { href: '/pro-dashboard/homepage', label: 'Home' },
      },
      component: lazyScreen(() => import('./professional-record.tsx'), 'ProfessionalRecordPage'),
    }),
  ] as const;
}
