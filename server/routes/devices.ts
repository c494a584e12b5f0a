import * as v from 'valibot';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import {
  lostDeviceRequest,
  putAwayRequest,
  settleRequest,
  type devicesResponse,
  type heldResponse,
  type settleResponse,
} from '../../sync/protocol/device-message.ts';
import { deviceHandle, findDevice, knownDevices, markFound, putAway, reportLost } from '../auth/end-device.ts';
import { proveAgain, refuseUnproved } from '../auth/prove-again.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { DeviceRow } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { countKept, listHeld, settleHeld } from '../sync/held-changes.ts';
import { readQuery } from './read-body.ts';
import type { RouteRegistry, SessionCaller } from './registry.ts';

const heldQuery = v.object({ device: putAwayRequest.entries.device });
/** Most devices that are listed; those that count as lost are among them whenever they were last active. */
const mostListed = 100;

/** `/api/login/v1/devices`: where an account has signed in, and the ends of that. [DV-1 to DV-5] */
export function addDeviceRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, secrets, hub, sealer } = services;

  /** The device that is meant. Somebody else's answers as one that is not there. */
  const mustFind = async ({ session }: SessionCaller, handle: string): Promise<DeviceRow> => {
    const device = await store.read(() => findDevice(secrets.tokenKey, session.sub, handle));
    if (!device) throw notFound();
    return device;
  };
  const mustFindOther = async (caller: SessionCaller, handle: string): Promise<DeviceRow> => {
    const device = await mustFind(caller, handle);
    if (device.deviceId === caller.session.deviceId)
      throw new HttpError(400, 'This is the device that you are using. Log out ends it here.');
    return device;
  };
  const placeOf = ({ actor }: SessionCaller, { deviceId }: DeviceRow) => ({ ...actor, deviceId });
  /** Its sessions are over: what is open of them ends at once, and not when somebody looks next. */
  const end = async (caller: SessionCaller, plan: () => Plan<readonly string[]>): Promise<void> => {
    const ended = await store.write(plan);
    hub.endSessions(caller.actor.principal, new Set(ended));
    sealer.nudge();
  };

  routes.add({
    method: 'GET',
    path: '/api/login/v1/devices',
    audience: 'session',
    relation: "the devices of the caller's own account",
    handle: async (c, { caller }) => {
      const { sub, deviceId: own } = caller.session;
      const known = await store.read(() => knownDevices(sub, clock.now()));
      const isOwn = (device: { readonly deviceId: string }): boolean => device.deviceId === own;
      const sorted = [...known.filter(isOwn), ...known.filter((device) => !isOwn(device))];
      const listed = sorted.filter((device, index) => index < mostListed || device.lost_at !== null);
      const devices: v.InferOutput<typeof devicesResponse>['devices'] = [];
      for (const { deviceId, ...facts } of listed) {
        const place = { ...caller.actor, deviceId };
        const { changes, more } =
          facts.lost_at === null ? { changes: [], more: false } : await listHeld(services, place);
        const id = deviceHandle(secrets.tokenKey, { sub, deviceId });
        devices.push({ id, is_this: deviceId === own, held: changes.length, held_more: more, ...facts });
      }
      const answer: v.InferOutput<typeof devicesResponse> = { devices };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/devices/put_away',
    audience: 'session',
    relation: "another device of the caller's own account",
    body: putAwayRequest,
    handle: async (c, { caller, body }) => {
      const device = await mustFindOther(caller, body.device);
      await end(caller, () => putAway(device, clock.now()));
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/devices/lost',
    audience: 'session',
    relation: "another device of the caller's own account; asks for the password anew",
    body: lostDeviceRequest,
    handle: async (c, { caller, body }) => {
      const device = await mustFindOther(caller, body.device);
      const proved = await proveAgain(services, c, caller.session, body.password);
      await end(caller, function* () {
        yield* refuseUnproved(caller.session, proved, clock.now());
        return yield* reportLost(device, clock.now());
      });
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/devices/found',
    audience: 'session',
    relation: "a device of the caller's own account, also the one that asks; asks for the password anew",
    body: lostDeviceRequest,
    handle: async (c, { caller, body }) => {
      const device = await mustFind(caller, body.device);
      const proved = await proveAgain(services, c, caller.session, body.password);
      if (device.lostAt === '') return c.json({ ok: true });
      const place = placeOf(caller, device);
      const kept = await store.read(() => countKept(place));
      const { changes } = await listHeld(services, place);
      const isFree =
        changes.length === 0 &&
        (await store.write(function* () {
          yield* refuseUnproved(caller.session, proved, clock.now());
          // Something came since it was looked at.
          if ((yield* countKept(place)) !== kept) return false;
          yield* markFound(device, clock.now());
          return true;
        }));
      // Else what was written while it was out of hand would go in by itself.
      if (!isFree) throw new HttpError(409, 'Please decide first on what was written there.');
      sealer.nudge();
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/login/v1/devices/held',
    audience: 'session',
    relation: "what is held of a device of the caller's own account, with its words",
    handle: async (c, { caller }) => {
      const query = readQuery(c, heldQuery);
      const device = await mustFind(caller, query.device);
      const isLost = device.lostAt !== '';
      const { changes, more } = isLost
        ? await listHeld(services, placeOf(caller, device))
        : { changes: [], more: false };
      const answer: v.InferOutput<typeof heldResponse> = { changes: [...changes], more };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/devices/settle',
    audience: 'session',
    relation: "what is held of a device of the caller's own account; asks for the password anew",
    body: settleRequest,
    handle: async (c, { caller, body }) => {
      const device = await mustFind(caller, body.device);
      const proved = await proveAgain(services, c, caller.session, body.password);
      // What is let through is applied piece by piece: asked once, before the first.
      await store.read(() => refuseUnproved(caller.session, proved, clock.now()));
      // Of a device that is not lost nothing is held: what waits there goes in with its next sign-in.
      if (device.lostAt === '') throw notFound();
      const answer: v.InferOutput<typeof settleResponse> = await settleHeld(
        services,
        placeOf(caller, device),
        body.choices,
      );
      const { sub, deviceId } = device;
      const subject = canonicalJson({ device: deviceId, ...answer });
      const at = toInstant(clock.now());
      await store.write(() => call('addAudit', { at, actor: sub, action: 'device.settle', subject }));
      sealer.nudge();
      return c.json(answer);
    },
  });
}
