import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

export function homeRoute<Parent extends AnyRoute>(parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'homepage',
    staticData: { title: 'Home', rail: { label: 'Home', icon: 'house', order: 1 }, palette: 'Go to Home' },
    component: lazyScreen(() => import('./pro-home.tsx'), 'ProHome'),
  });
}
