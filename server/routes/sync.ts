import * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { idSchema, recordIdForm } from '../../sync/collections/values.ts';
import { pushRequest, type PushRequest } from '../../sync/protocol/push-message.ts';
import { depositKeyRequest, type depositKeyResponse } from '../../sync/protocol/session-message.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import { call } from '../store/port.ts';
import { readChanges } from '../sync/read-changes.ts';
import { registerDepositKey } from '../sync/register-deposit-key.ts';
import { releaseWaiting, takePush, type PushAnswer, type PushCaller } from '../sync/take-push.ts';
import { lineStream } from './line-stream.ts';
import { pushBodyBytes, readQuery } from './read-body.ts';
import type { Caller, RouteRegistry } from './registry.ts';

const pullQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  client: idSchema,
  /** Whose replica asks; under another's session the answer is "signed out". */
  account: v.optional(idSchema),
  /** Highest id of its own whose outcome this device has processed. */
  ack: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  heal: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/))),
  /** Of the collection in `heal`, this one record alone. */
  record: v.optional(v.pipe(v.string(), v.regex(recordIdForm))),
});

/** `/api/sync/v1`: the outbox in, the change log out. */
export function addSyncRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, registry, secrets } = services;

  routes.add({
    method: 'POST',
    path: '/api/sync/v1/push',
    audience: 'deposit',
    relation: "the caller's own outbox; each mutator's `may` decides on what it touches",
    body: pushRequest,
    maxBodyBytes: pushBodyBytes,
    handle: async (c, { caller, body }) => {
      const isDense = body.rows.every((row, index) => row.id === (body.rows[0]?.id ?? 0) + index);
      if (body.principal !== undefined && body.principal !== pushCaller(caller).principal) throw signedOut();
      if (!isDense) throw new HttpError(422, [{ msg: 'Ids follow one another.', loc: ['body', 'rows'] }]);
      const answer = await takePush(services, pushCaller(caller), body);
      if (answer.kind === 'foreign') throw notFound();
      const page = caller.kind === 'session' ? await pageAfter(services, caller.session, body, answer) : null;
      return c.json(page === null ? answer : { ...answer, page });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/sync/v1/pull',
    audience: 'session',
    relation: 'records whose class one of the caller’s roles in their scope reads',
    handle: async (c, { caller }) => {
      const query = readQuery(c, pullQuery);
      const principal = caller.session.sub;
      if (query.account !== undefined && query.account !== principal) throw signedOut();
      const { ack } = query;
      if (ack !== undefined && ack > 0) await confirmOutcomes(services, principal, { clientId: query.client, ack });
      const input = {
        principal,
        clientId: query.client,
        cursor: query.cursor ?? null,
        heal: query.heal ?? null,
        ...recordOf(query),
      };
      const page = await store.read(() => readChanges({ registry, nowMs: clock.now() }, input));
      if (page.kind === 'foreign') throw notFound();
      return c.body(lineStream(page.lines), 200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/sync/v1/deposit_key',
    audience: 'session',
    relation: "the caller's own device; signed by the caller's account key",
    body: depositKeyRequest,
    handle: async (c, { caller, body }) => {
      const owner = { principal: caller.session.sub, deviceId: caller.session.deviceId };
      const answer: v.InferOutput<typeof depositKeyResponse> = {
        token: await registerDepositKey(services, owner, body),
      };
      await releaseWaiting(services, { ...owner, familyId: null }, body.client_id);
      return c.json(answer);
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/sync/v1/server_key',
    audience: 'session',
    relation: 'a public key',
    handle: async (c) => {
      const [newest] = secrets.deposit;
      if (!newest) throw notFound();
      return c.json({ id: newest.id, public: toBase64Url(newest.publicKey) });
    },
  });
}

function recordOf(query: { readonly record?: string | undefined }): { readonly record?: string } {
  return query.record === undefined ? {} : { record: query.record };
}

function pushCaller(caller: Exclude<Caller, { kind: 'nobody' }>): PushCaller {
  if (caller.kind === 'deposit') {
    return { principal: caller.key.principal, deviceId: caller.key.deviceId, familyId: null, deposit: caller.key };
  }
  const { sub, deviceId, familyId } = caller.session;
  return { principal: sub, deviceId, familyId, deposit: null };
}

/** A longer page is left to a pull, which streams: more rows are not read, more characters not sent. */
const longestPage = { rows: 100, characters: 200_000 } as const;

/**
 * [SE-4] What a pull from where the device stands would answer, for a push that emptied its outbox: one round trip less for
 * each change. Null where that is more than a small page; a failure to read leaves the push as answered as it is.
 */
async function pageAfter(
  services: Services,
  session: { readonly sub: string; readonly familyId: string },
  push: PushRequest,
  answer: PushAnswer,
): Promise<readonly string[] | null> {
  const { at, clientId } = push;
  if (!at || answer.kind !== 'ok' || answer.mark < push.highest) return null;
  const { store, registry, clock, hub } = services;
  const { sub: principal, familyId } = session;
  try {
    if (at.confirmed > 0) await confirmOutcomes(services, principal, { clientId, ack: at.confirmed });
    const input = { principal, clientId, cursor: at.cursor, heal: null, limit: longestPage.rows };
    const found = await store.read(() => readChanges({ registry, nowMs: clock.now() }, input));
    if (found.kind !== 'ok' || !found.isComplete) return null;
    if (found.lines.reduce((length, line) => length + line.length, 0) > longestPage.characters) return null;
    // The device will say so itself, but somebody's answer to what it sent may be here sooner.
    hub.moveTo({ principal, familyId }, { clientId, cursor: found.cursor });
    return found.lines;
  } catch {
    return null;
  }
}

/** Writes only where something is open: most pulls confirm nothing new. */
async function confirmOutcomes(
  services: Services,
  principal: string,
  confirmed: { readonly clientId: string; readonly ack: number },
): Promise<void> {
  const { store } = services;
  const { clientId, ack } = confirmed;
  const client = await store.read(() => call('getClient', clientId));
  if (client?.principal !== principal) return;
  const open = await store.read(() => call('unconfirmedOf', clientId));
  if (open.some((row) => row.id <= ack)) await store.write(() => call('confirmUpTo', clientId, ack));
}
