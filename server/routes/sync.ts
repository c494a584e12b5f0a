import * as v from 'valibot';
import { actorOf } from '../../sync/core/principal.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { idSchema, recordIdForm } from '../../sync/collections/values.ts';
import { pushRequest, type PushRequest } from '../../sync/protocol/push-message.ts';
import { depositKeyRequest, type depositKeyResponse } from '../../sync/protocol/session-message.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import { call } from '../store/port.ts';
import { lookAhead, readChanges, type PullInput } from '../sync/read-changes.ts';
import { linesOf } from '../sync/sealed-page.ts';
import { registerDepositKey } from '../sync/register-deposit-key.ts';
import { releaseWaiting, takePush, type PushAnswer, type PushCaller } from '../sync/take-push.ts';
import { blockStream } from './body-stream.ts';
import { pushBodyBytes, readQuery } from './read-body.ts';
import type { Caller, RouteRegistry, SessionCaller } from './registry.ts';

const pullQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  client: idSchema,
  /** Whose replica asks; under another's session the answer is "signed out". */
  account: v.optional(idSchema),
  /** What older clients confirm here; nothing is written for a GET, so they are told again until a push confirms it. */
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
    kind: 'push',
    body: pushRequest,
    maxBodyBytes: pushBodyBytes,
    bodyList: 'rows',
    // A newer client may say more than this build knows.
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      // Beside the schema, whose form is part of the wire.
      const numbers = [body.highest, body.at?.confirmed ?? 0, ...body.rows.map(({ id }) => id)];
      if (!numbers.every(Number.isSafeInteger))
        throw new HttpError(422, [{ msg: 'Expected whole numbers below 2^53.', loc: ['body'] }]);
      const isDense = body.rows.every((row, index) => row.id === (body.rows[0]?.id ?? 0) + index);
      if (body.principal !== undefined && body.principal !== pushCaller(caller).principal) throw signedOut();
      if (!isDense) throw new HttpError(422, [{ msg: 'Ids follow one another.', loc: ['body', 'rows'] }]);
      const answer = await takePush(services, pushCaller(caller), body);
      if (answer.kind === 'foreign') throw notFound();
      // A token that only uploads says nothing of what its owner has read: else whoever copied it could hide a refusal.
      if (caller.kind === 'session' && answer.kind === 'ok')
        await confirmOutcomes(services, caller.actor.principal, body);
      const page = caller.kind === 'session' ? await pageAfter(services, placeOf(caller), body, answer) : null;
      return c.json(page === null ? answer : { ...answer, page });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/sync/v1/pull',
    isLong: true,
    audience: 'session',
    kind: 'pull',
    relation: 'records whose class one of the caller’s roles in their scope reads',
    handle: async (c, { caller }) => {
      const query = readQuery(c, pullQuery, 'tolerant');
      const { principal } = caller.actor;
      if (query.account !== undefined && query.account !== principal) throw signedOut();
      const input = {
        principal,
        clientId: query.client,
        cursor: query.cursor ?? null,
        heal: query.heal ?? null,
        ...recordOf(query),
        ...limitsOf(services),
      };
      const nowMs = clock.now();
      const plan = () => readChanges({ registry, nowMs }, input);
      const look = await store.read(() => lookAhead(nowMs, input));
      if (look === 'foreign') throw notFound();
      // The trace reaches the disk while the page is read, with those of others who begin now; nothing leaves before it has.
      const [found] = await Promise.all([
        look === 'long' ? store.readInPieces(plan, principal) : store.read(plan),
        tracePull(services, placeOf(caller), input),
      ]);
      if (found.kind === 'foreign') throw notFound();
      return c.body(blockStream(found.page), 200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/sync/v1/deposit_key',
    audience: 'session',
    relation: "the caller's own device; signed by the caller's account key",
    body: depositKeyRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const { deviceId, familyId } = caller.session;
      const owner = { ...caller.actor, deviceId };
      const answer: v.InferOutput<typeof depositKeyResponse> = {
        token: await registerDepositKey(services, { ...owner, familyId }, body),
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

function limitsOf({ pageLimits }: Services): Pick<PullInput, 'pageRows' | 'bytes'> {
  return pageLimits ? { pageRows: pageLimits.rows, bytes: pageLimits.bytes } : {};
}

function pushCaller(caller: Extract<Caller, { kind: 'session' | 'deposit' }>): PushCaller {
  if (caller.kind === 'deposit') {
    const { principal, deviceId } = caller.key;
    return { ...actorOf(principal), deviceId, familyId: null, deposit: caller.key };
  }
  const { deviceId, familyId } = caller.session;
  return { ...caller.actor, deviceId, familyId, deposit: null };
}

/** As whom a session works, and where. */
function placeOf({ actor, session }: SessionCaller) {
  const { familyId, deviceId } = session;
  return { principal: actor.principal, familyId, deviceId };
}

/** A first sync, and a whole collection taken again, by whom and on which device: much leaves the server there. */
async function tracePull(
  services: Services,
  by: { readonly principal: string; readonly deviceId: string },
  { clientId, cursor, heal }: PullInput,
): Promise<void> {
  const { principal: actor, deviceId: device } = by;
  const subject = { client: clientId, device };
  if (heal !== null)
    await services.traces.note({ actor, action: 'sync.whole', subject: { ...subject, collection: heal } });
  else if (cursor === null) await services.traces.note({ actor, action: 'sync.first', subject });
}

/** A longer page is left to a pull, which streams: more rows are not read, more bytes not sent. */
const longestPage = { rows: 100, bytes: 200_000 } as const;

/**
 * [SE-4] What a pull from where the device stands would answer, for a push that emptied its outbox: one round trip less for
 * each change. Null where that is more than a small page; a failure to read leaves the push as answered as it is.
 */
async function pageAfter(
  services: Services,
  by: { readonly principal: string; readonly familyId: string },
  push: PushRequest,
  answer: PushAnswer,
): Promise<readonly string[] | null> {
  const { at, clientId } = push;
  // A push without rows only confirms: its sender waits for no page.
  if (!at || push.rows.length === 0 || answer.kind !== 'ok' || answer.mark < push.highest) return null;
  const { store, registry, clock, hub } = services;
  const { principal, familyId } = by;
  try {
    const input = {
      principal,
      clientId,
      cursor: at.cursor,
      heal: null,
      limit: longestPage.rows,
      bytes: longestPage.bytes,
    };
    const found = await store.read(() => readChanges({ registry, nowMs: clock.now() }, input));
    if (found.kind !== 'ok' || !found.isComplete) return null;
    if (found.page.bytes > longestPage.bytes) return null;
    // The device will say so itself, but somebody's answer to what it sent may be here sooner.
    hub.moveTo({ principal, familyId }, { clientId, cursor: found.cursor });
    return linesOf(found.page);
  } catch {
    return null;
  }
}

/** [OB-2] What a device says that it has taken in is not told again. Writes only where something is open. */
async function confirmOutcomes(services: Services, principal: string, { clientId, at }: PushRequest): Promise<void> {
  const { store } = services;
  const confirmed = at?.confirmed ?? 0;
  if (confirmed === 0) return;
  const client = await store.read(() => call('getClient', clientId));
  if (client?.principal !== principal) return;
  const [first] = await store.read(() => call('unconfirmedOf', clientId, 1));
  if (first && first.id <= confirmed) await store.write(() => call('confirmUpTo', clientId, confirmed));
}
