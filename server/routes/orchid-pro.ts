import * as v from 'valibot';
import { confirmations, professionalRecord } from '../../sync/collections/professional-record.ts';
import { saveArgs, saveProfessional } from '../../sync/collections/save-professional.ts';
import type { Json } from '../../sync/core/record.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import { applyIntent } from '../sync/apply-intent.ts';
import { sameRequest } from './idempotency-key.ts';
import { readOwnProfessional } from './professional-answer.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

const flag = v.optional(v.boolean());
const name = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)));

/** [C-572] What is said of oneself; what a read answers beside it is left out, so that an answer can be sent back as it came. */
const orchidProRequest = v.object({
  ...saveArgs.entries,
  first_name: name,
  last_name: name,
  agreed_to_terms_of_use: flag,
  agreed_to_independent_contractor_terms: flag,
  confirmed_have_social_security_number: flag,
  confirmed_allowed_to_work_in_usa: flag,
  confirmed_is_over_eighteen: flag,
  /** [S-163] Two of the ticks in one. */
  confirmed_have_social_security_number_allowed_to_work_in_usa: flag,
});

/** `/api/users/v1/orchid_pro/`: what a professional says of herself. */
export function addOrchidProRoutes(routes: RouteRegistry, services: Services): void {
  const answer = async (sub: string): Promise<Json> => {
    const info = await services.store.read(() => readOwnProfessional(services.registry, sub));
    if (info === null) throw notFound();
    return info;
  };

  routes.add({
    method: 'GET',
    path: '/api/users/v1/orchid_pro/',
    audience: 'session',
    roles: ['orchid_pro'],
    relation: "the caller's own record, licences and places",
    handle: async (c, { caller }) => c.json(await answer(caller.actor.sub)),
  });

  routes.add({
    method: 'PUT',
    path: '/api/users/v1/orchid_pro/',
    audience: 'session',
    roles: ['orchid_pro'],
    kind: 'push',
    relation: "the caller's own record, licences and places",
    body: orchidProRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const args = argsOf(body);
      await applyIntent(services, intentCaller(caller), {
        route: 'PUT orchid_pro',
        same: sameRequest(c, args),
        *find() {
          yield* [];
          const about = { collection: professionalRecord.name, id: caller.actor.sub };
          return { name: saveProfessional.name, args, about };
        },
      });
      return c.json(await answer(caller.actor.sub));
    },
  });
}

/** No tick is taken back, and nobody's name is emptied: such fields say nothing. */
function argsOf(body: v.InferOutput<typeof orchidProRequest>): Json {
  const { confirmed_have_social_security_number_allowed_to_work_in_usa: both, ...said } = body;
  const says = ([key, value]: readonly [string, unknown]): boolean => {
    if (key === 'first_name' || key === 'last_name') return value !== '';
    return !confirmations.some((what) => what === key) || value === true;
  };
  return {
    ...Object.fromEntries(Object.entries(said).filter(says)),
    ...(both === true ? { confirmed_have_social_security_number: true, confirmed_allowed_to_work_in_usa: true } : {}),
  };
}
