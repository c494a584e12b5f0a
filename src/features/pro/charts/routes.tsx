import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../../lib/lazy-screen.ts';

/** All clients, and one chart beside them. */
export function chartRoutes<Parent extends AnyRoute>(parent: Parent) {
  const charts = createRoute({
    getParentRoute: () => parent,
    path: 'patient-charts',
    staticData: {
      title: 'Patients',
      rail: { label: 'Patients', icon: 'people', order: 3 },
      palette: 'Go to Patients',
    },
    component: lazyScreen(() => import('./charts-page.tsx'), 'ChartsPage'),
  });
  return charts.addChildren([
    createRoute({
      getParentRoute: () => charts,
      path: '/',
      component: lazyScreen(() => import('./charts-index.tsx'), 'ChartsIndex'),
    }),
    createRoute({
      getParentRoute: () => charts,
      path: 'new',
      staticData: { title: 'New client', palette: { words: 'New client', kind: 'clinician' } },
      component: lazyScreen(() => import('./charts-index.tsx'), 'ChartsIndex'),
    }),
    createRoute({
      getParentRoute: () => charts,
      path: '$chartId',
      staticData: { title: 'Chart' },
      component: lazyScreen(() => import('./chart-detail.tsx'), 'ChartDetail'),
    }),
  ]);
}
