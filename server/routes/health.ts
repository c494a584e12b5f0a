import { call } from '../store/port.ts';
import type { Services } from '../services.ts';
import type { RouteRegistry } from './registry.ts';

/** Whether the process runs, and whether it can serve. */
export function addHealthRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/healthz',
    audience: 'public',
    relation: 'nothing of anybody',
    handle: async (c) => c.json({ ok: true }),
  });
  routes.add({
    method: 'GET',
    path: '/readyz',
    audience: 'public',
    relation: 'nothing of anybody',
    handle: async (c) => {
      await services.store.read(() => call('getMeta', 'epoch'));
      return c.json({ ok: true });
    },
  });
}
