import { professional } from '../../sync/collections/professional.ts';
import { publicFace } from '../../sync/collections/public-profile.ts';
import type { Json } from '../../sync/core/record.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { readPublic } from '../sync/read-public.ts';
import { readRecord } from '../sync/read-records.ts';
import { readSummary } from './professional-answer.ts';
import { findCaller, type RouteRegistry } from './registry.ts';

/**
 * [C-570, AC-8] A professional as others know her: for whoever asks where her page is open, and for those of her practice, who read
 * its record of her, in any case. Every other id answers alike.
 */
export function addPublicProfileRoutes(routes: RouteRegistry, services: Services): void {
  const { registry } = services;
  routes.add({
    method: 'GET',
    path: '/api/users/v1/orchid_pro/:id',
    audience: 'public',
    kind: 'read',
    relation:
      'pages that a professional has opened to everybody; oneself, and professionals of a practice in which the caller works',
    handle: async (c) => {
      const id = c.req.param('id') ?? '';
      const actor = (await findCaller(services, c))?.actor;
      const summary = await services.store.read(function* (): Plan<Json | null> {
        const page = yield* readPublic(registry, publicFace, id);
        const isOwn = actor?.sub === id;
        const listed = actor && (yield* readRecord({ registry, principal: actor.principal }, professional.name, id));
        if (!page && !listed && !isOwn) return null;
        const told = yield* readSummary(registry, id, isOwn);
        return told ?? page;
      });
      if (summary === null) throw notFound();
      return c.json(summary);
    },
  });
}
