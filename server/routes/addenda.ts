import * as v from 'valibot';
import { addendum, addToNote } from '../../sync/collections/addendum.ts';
import type { Services } from '../services.ts';
import { applyIntent } from '../sync/apply-intent.ts';
import { sameRequest } from './idempotency-key.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

/** `POST /api/notes/v1/addenda/` (ours): adds to a signed note, by the mutator of the screens. */
export function addAddendumRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'POST',
    path: '/api/notes/v1/addenda/',
    audience: 'session',
    roles: ['orchid_pro'],
    isLong: true,
    kind: 'push',
    relation: 'signed notes of charts in which the caller has the role that writes notes',
    body: addToNote.args,
    handle: async (c, { caller, body }) => {
      const { record } = await applyIntent(services, intentCaller(caller), {
        route: 'POST addenda',
        same: sameRequest(c, body),
        *find(_context, madeIds) {
          yield* [];
          const [id = ''] = madeIds(1);
          return { name: addToNote.name, args: body, about: { collection: addendum.name, id } };
        },
      });
      const { text: _text, ...facts } = v.parse(addendum.body, record.body);
      return c.json({ addendum_id: record.id, ...facts }, 201);
    },
  });
}
