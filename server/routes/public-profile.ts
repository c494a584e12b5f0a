import { publicFace } from '../../sync/collections/public-profile.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import { readPublic } from '../sync/read-public.ts';
import type { RouteRegistry } from './registry.ts';

/** [AC-8] A professional's page, for whoever asks: the same answer whoever that is. */
export function addPublicProfileRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/users/v1/orchid_pro/:id',
    audience: 'public',
    kind: 'read',
    relation: 'pages that a professional has opened to everybody',
    handle: async (c) => {
      const id = c.req.param('id') ?? '';
      const page = await services.store.read(() => readPublic(services.registry, publicFace, id));
      if (!page) throw notFound();
      return c.json(page);
    },
  });
}
