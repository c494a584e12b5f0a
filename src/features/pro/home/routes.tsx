import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

export function homeRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'homepage',
    staticData: { title: 'Home', rail: { label: 'Home', icon: 'house', order: 1 }, palette: 'Go to Home' },
    component: lazyRouteComponent(() => import('./pro-home.tsx'), 'ProHome'),
  });
}
