import * as v from 'valibot';
import { account } from '../../sync/collections/account.ts';
import { memberFacts, memberProfile, saveMemberProfile } from '../../sync/collections/member-profile.ts';
import type { Actor } from '../../sync/core/mutation.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import { applyIntent } from '../sync/apply-intent.ts';
import { readRecord } from '../sync/read-records.ts';
import { sameRequest } from './idempotency-key.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

/** [C-319, C-566] A member's facts, as they are or under `member`; `changed: false`: nothing is written. */
const patientRequest = v.object({
  ...memberFacts.entries,
  member: v.optional(memberFacts),
  changed: v.optional(v.boolean()),
});

/** `/api/users/v1/patient/`: what a member says of themselves. */
export function addPatientRoutes(routes: RouteRegistry, services: Services): void {
  const answer = async (actor: Actor) => {
    const info = await services.store.read(() => readPatient(services, actor));
    if (!info) throw notFound();
    return info;
  };

  routes.add({
    method: 'GET',
    path: '/api/users/v1/patient/',
    audience: 'session',
    roles: ['member'],
    relation: "the caller's own profile",
    handle: async (c, { caller }) => c.json(await answer(caller.actor)),
  });

  routes.add({
    method: 'PUT',
    path: '/api/users/v1/patient/',
    audience: 'session',
    roles: ['member'],
    kind: 'push',
    relation: "the caller's own profile",
    body: patientRequest,
    handle: async (c, { caller, body }) => {
      const { member, changed = true, ...flat } = body;
      const args = { ...flat, ...member };
      if (changed)
        await applyIntent(services, intentCaller(caller), {
          route: 'PUT patient',
          same: sameRequest(c, args),
          *find() {
            yield* [];
            const about = { collection: memberProfile.name, id: caller.actor.sub };
            return { name: saveMemberProfile.name, args, about };
          },
        });
      return c.json(await answer(caller.actor));
    },
  });
}

function* readPatient({ registry }: Services, actor: Actor) {
  const reader = { registry, principal: actor.principal };
  const own = yield* readRecord(reader, account.name, actor.sub);
  if (!own) return null;
  const { first_name, last_name } = v.parse(account.body, own.body);
  const profile = yield* readRecord(reader, memberProfile.name, actor.sub);
  const facts = profile ? v.parse(memberProfile.body, profile.body) : { signup_form_finished: true };
  return { first_name, last_name, ...facts };
}
