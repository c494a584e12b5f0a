import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** What a professional says of herself, a section of the settings. */
export function recordRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'professional-record',
    staticData: {
      title: 'Your record',
      palette: 'Go to your record',
      back: { href: '/pro-dashboard/settings', label: 'Settings' },
    },
    component: lazyScreen(() => import('./professional-record.tsx'), 'ProfessionalRecordPage'),
  });
}
