import { pushLeftRequest } from '../../sync/protocol/recovery-message.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import { takeLeft } from '../sync/take-left.ts';
import { pushBodyBytes } from './read-body.ts';
import type { RouteRegistry } from './registry.ts';

/** `/api/sync/v1/push_left`: what a device still holds of an outbox that its new keys do not open. */
export function addPushLeftRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'POST',
    path: '/api/sync/v1/push_left',
    audience: 'session',
    relation: "an outbox of the caller's own account; each mutator's `may` decides on what it touches",
    kind: 'push',
    body: pushLeftRequest,
    maxBodyBytes: pushBodyBytes,
    bodyList: 'rows',
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const numbers = [body.highest, ...body.rows.map(({ id }) => id)];
      const isDense = body.rows.every((row, index) => row.id === (body.rows[0]?.id ?? 0) + index);
      if (!numbers.every(Number.isSafeInteger) || !isDense)
        throw new HttpError(422, [{ msg: 'Ids follow one another.', loc: ['body', 'rows'] }]);
      const { deviceId, familyId } = caller.session;
      const answer = await takeLeft(services, { ...caller.actor, deviceId, familyId, deposit: null }, body);
      if (answer.kind === 'foreign') throw notFound();
      return c.json(answer);
    },
  });
}
