import { isAllowedSocketOrigin } from '../auth/origin-check.ts';
import { socketPath, type SocketOwner } from '../effects/attach-socket.ts';
import { HttpError } from '../http-error.ts';
import type { Services } from '../services.ts';
import { partnersOf } from '../sync/partners.ts';
import type { RouteRegistry } from './registry.ts';

/** What an upgrade request carries besides HTTP: the way to say "yes, and this is whose socket it is". */
export interface SocketBindings {
  readonly acceptSocket?: (owner: SocketOwner) => void;
}

/** `/api/instant_messaging/v1/ws`: pokes and presence. The route decides; `attach-socket.ts` does the upgrade. */
export function addMessagingRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: socketPath,
    audience: 'session',
    kind: 'socket',
    relation: 'pokes of the caller; presence of those who share a conversation with the caller',
    handle: async (c, { caller }) => {
      if (!isAllowedSocketOrigin(c, services.trustProxy)) throw new HttpError(403, 'Cross-site request refused.');
      const bindings = c.env as SocketBindings | undefined;
      if (!bindings?.acceptSocket) throw new HttpError(426, 'This address speaks WebSocket.');
      const principal = caller.actor.principal;
      const partners = await services.store.read(() => partnersOf(principal));
      bindings.acceptSocket({ principal, partners, familyId: caller.session.familyId });
      return c.body(null, 204);
    },
  });
}
