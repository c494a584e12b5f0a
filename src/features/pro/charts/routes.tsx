import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

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
    component: lazyRouteComponent(() => import('./charts-page.tsx'), 'ChartsPage'),
  });
  return charts.addChildren([
    createRoute({
      getParentRoute: () => charts,
      path: '/',
      component: lazyRouteComponent(() => import('./charts-index.tsx'), 'ChartsIndex'),
    }),
    createRoute({
      getParentRoute: () => charts,
      path: '$chartId',
      staticData: { title: 'Chart' },
      component: lazyRouteComponent(() => import('./chart-detail.tsx'), 'ChartDetail'),
    }),
  ]);
}
