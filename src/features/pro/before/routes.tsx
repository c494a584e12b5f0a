import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** What one wants to know before a session begins. */
export function beforeRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'sessions/$appointmentId/before',
    staticData: { title: 'Before the session', back: 'came-from', lit: 'came-from', passing: true },
    component: lazyScreen(() => import('./before-page.tsx'), 'BeforePage'),
  });
}
