import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

export function noteRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'sessions/$appointmentId/note',
    staticData: { title: 'Note', back: 'came-from', lit: 'came-from', passing: true },
    component: lazyRouteComponent(() => import('./note-page.tsx'), 'NotePage'),
  });
}
