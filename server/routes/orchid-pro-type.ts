import * as v from 'valibot';
import { createOrchidProType, orchidProType, updateOrchidProType } from '../../sync/collections/orchid-pro-type.ts';
import { idSchema, lineSchema } from '../../sync/collections/values.ts';
import { providerTypes } from '../../sync/domain/provider-types.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { applyIntent, type Intent } from '../sync/apply-intent.ts';
import { readRecord } from '../sync/read-records.ts';
import { sameRequest } from './idempotency-key.ts';
import { toTypeAnswer } from './professional-answer.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

const kind = {
  type: v.optional(v.picklist(providerTypes)),
  specialty: v.optional(v.object({ specialty: v.optional(lineSchema, ''), sub_specialty: v.optional(lineSchema, '') })),
};

/** [S-172] As it is, or under `orchid_pro_type`, as it is answered. */
const typeRequest = v.object({ ...kind, orchid_pro_type: v.optional(v.object(kind)) });

/** `/api/users/v1/orchid_pro_type/`: as what a professional practises. */
export function addOrchidProTypeRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'POST',
    path: '/api/users/v1/orchid_pro_type/create',
    audience: 'session',
    roles: ['orchid_pro'],
    kind: 'push',
    relation: "the caller's own types",
    body: typeRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const args = saidIn(body);
      const { record } = await applyIntent(services, intentCaller(caller), {
        route: 'POST orchid_pro_type',
        same: sameRequest(c, args),
        *find(_context, madeIds): Plan<Intent> {
          yield* [];
          const [id = ''] = madeIds(1);
          return { name: createOrchidProType.name, args, about: { collection: orchidProType.name, id } };
        },
      });
      return c.json(toTypeAnswer(caller.actor.sub, record), 201);
    },
  });

  routes.add({
    method: 'PUT',
    path: '/api/users/v1/orchid_pro_type/:id',
    audience: 'session',
    roles: ['orchid_pro'],
    kind: 'push',
    relation: "the caller's own types",
    body: typeRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const id = c.req.param('id') ?? '';
      if (!v.is(idSchema, id)) throw notFound();
      const reader = { registry: services.registry, principal: caller.actor.principal };
      const said = saidIn(body);
      const { record } = await applyIntent(services, intentCaller(caller), {
        route: 'PUT orchid_pro_type',
        same: sameRequest(c, { id, ...said }),
        *find(): Plan<Intent> {
          const before = yield* readRecord(reader, orchidProType.name, id);
          if (!before) throw notFound();
          // Another type than before begins without the specialty of the one before.
          const kept = v.parse(orchidProType.body, before.body).orchid_pro_type;
          const type = said.type ?? kept.type;
          const stays = type === kept.type ? { specialty: kept.specialty } : {};
          const args = { orchid_pro_type_id: id, ...stays, ...said, type };
          return { name: updateOrchidProType.name, args, about: { collection: orchidProType.name, id } };
        },
      });
      return c.json(toTypeAnswer(caller.actor.sub, record));
    },
  });
}

function saidIn({ orchid_pro_type, ...flat }: v.InferOutput<typeof typeRequest>) {
  return { ...flat, ...orchid_pro_type };
}
