import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

export function noteRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'sessions/$appointmentId/note',
    staticData: { title: 'Note', back: 'came-from', lit: 'came-from', passing: true },
    component: lazyScreen(() => import('./note-page.tsx'), 'NotePage'),
  });
}
