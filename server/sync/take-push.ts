import type { PushRequest, PushResponse } from '../../sync/protocol/push-message.ts';
import { assert } from '../../sync/core/assert.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Services } from '../services.ts';
import type { DepositKeyRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { applyPush, type PushResult } from './apply-mutations.ts';
import { openRows, unsealDepositKey, type OpenKeys } from './open-boxes.ts';
import { createTxContext } from './tx-context.ts';

export interface PushCaller {
  readonly principal: string;
  readonly deviceId: string;
  /** The sign-in that pushes; null where a locked device does, which hears nothing anyway. */
  readonly familyId: string | null;
  /** Present where the upload-only token was used: the key that it came with. */
  readonly deposit: DepositKeyRow | null;
}

/** `foreign`: the client id is somebody else's, answered as if it did not exist. */
export type PushAnswer = PushResponse | { readonly kind: 'foreign' };

/** Takes one push: finds the keys, opens the boxes, applies, and wakes whoever sees something new. */
export async function takePush(services: Services, caller: PushCaller, request: PushRequest): Promise<PushAnswer> {
  const { store, clock } = services;
  const { deposit } = caller;
  const found = await store.read(() => readKeys(request, caller.principal));
  const shared = { epoch: found.epoch, serverTime: toInstant(clock.now()) };
  if (found.isForeign) return { kind: 'foreign' };
  // A device that changed its client id registers again before its token says so.
  if (deposit && deposit.clientId !== request.clientId) return { kind: 'unknown-key', key: deposit.keyId, ...shared };
  if (deposit?.state === 'signed-out') {
    const mark = await store.write(() => keepWaiting(request, found.mark, shared.serverTime));
    return { kind: 'quarantined', mark, ...shared };
  }
  if (deposit && request.rows.length > 0)
    await store.write(() => call('spendDeposit', deposit.keyId, request.rows.length));
  const keys = openKeys(services, found.keys);
  const missing = request.rows.find((row) => row.kind === 'sealed' && !keys.has(row.key));
  if (missing?.kind === 'sealed') return { kind: 'unknown-key', key: missing.key, ...shared };

  if (found.waits) await releaseWaiting(services, caller, request.clientId);
  const result = await apply(services, caller, { ...request, keys });
  return answerOf(result, shared);
}

/** Applies what was kept while the device was signed out, as far as it continues the client's mark. */
export async function releaseWaiting(
  services: Services,
  caller: Pick<PushCaller, 'principal' | 'deviceId' | 'familyId'>,
  clientId: string,
): Promise<void> {
  const { store } = services;
  const waiting = await store.read(() => readWaiting(clientId, caller.principal));
  if (waiting.rows.length === 0) return;
  const keys = openKeys(services, waiting.keys);
  const rows = waiting.rows.filter((row) => keys.has(row.keyId));
  const dense = rows.filter((row, index) => row.id === waiting.mark + 1 + index);
  const last = dense.at(-1);
  if (!last) return;
  const pushRows = dense.map((row) => ({ kind: 'sealed' as const, id: row.id, key: row.keyId, box: row.box }));
  const result = await apply(services, caller, { clientId, highest: last.id, rows: pushRows, keys });
  if (result.kind === 'ok') await store.write(() => call('dropWaiting', clientId, result.mark));
}

async function apply(
  services: Services,
  caller: Pick<PushCaller, 'principal' | 'deviceId' | 'familyId'>,
  push: Pick<PushRequest, 'clientId' | 'highest' | 'rows'> & { readonly keys: OpenKeys },
): Promise<PushResult> {
  const { store, clock, registry, sodium, log, hub, jobs, sealer } = services;
  const { principal, deviceId } = caller;
  const { clientId, highest } = push;
  const rows = openRows(sodium, { principal, clientId }, push.rows, push.keys);
  const actor = { principal, sub: principal };
  const applied = await applyPush(
    (plan) => store.write(plan),
    () => createTxContext(registry, clock.now()),
    { actor, clientId, deviceId, highest, rows },
  );
  assert(applied, 'a store answers');
  const { result, touched } = applied;
  if (result.kind === 'ok') {
    for (const parked of result.parked)
      log.error('mutation-parked', { clientId, id: parked.id, reason: parked.reason });
    hub.poke(touched, caller.familyId ?? undefined);
    if (rows.length > 0) {
      jobs.kick();
      sealer.nudge();
    }
  }
  return result;
}

function answerOf(result: PushResult, shared: { epoch: string; serverTime: string }): PushAnswer {
  switch (result.kind) {
    case 'foreign':
      return result;
    case 'gap':
      return { kind: 'gap', mark: result.mark, known: [...result.known], ...shared };
    case 'ok':
      return { kind: 'ok', mark: result.mark, results: [...result.results], ...shared };
  }
}

interface FoundKeys {
  readonly epoch: string;
  readonly mark: number;
  readonly isForeign: boolean;
  /** Rows that came while the device was signed out lie here. */
  readonly waits: boolean;
  readonly keys: readonly DepositKeyRow[];
}

function* readKeys(request: PushRequest, principal: string): Plan<FoundKeys> {
  const epoch = (yield* call('getMeta', 'epoch')) ?? '';
  const client = yield* call('getClient', request.clientId);
  const ids = new Set(request.rows.flatMap((row) => (row.kind === 'sealed' ? [row.key] : [])));
  const keys = yield* ownKeys(ids, principal);
  const isForeign = client !== undefined && client.principal !== principal;
  const waits = (yield* call('waitingOf', request.clientId)).length > 0;
  return { epoch, mark: client?.mark ?? 0, isForeign, waits, keys };
}

function* ownKeys(ids: ReadonlySet<string>, principal: string): Plan<DepositKeyRow[]> {
  const keys: DepositKeyRow[] = [];
  for (const id of ids) {
    const key = yield* call('getDepositKey', id);
    if (key?.principal === principal) keys.push(key);
  }
  return keys;
}

function* readWaiting(clientId: string, principal: string) {
  const client = yield* call('getClient', clientId);
  const rows = yield* call('waitingOf', clientId);
  const keys = yield* ownKeys(new Set(rows.map((row) => row.keyId)), principal);
  const mark = client?.mark ?? 0;
  return { mark, keys, rows: rows.filter((row) => row.id > mark) };
}

/** Most rows kept for one signed-out device; the device keeps its own copy of all of them anyway. */
const mostWaitingRows = 5000;

/** Keeps the rows of a signed-out device sealed as they came. */
function* keepWaiting(request: PushRequest, mark: number, at: string): Plan<number> {
  const kept = yield* call('waitingOf', request.clientId);
  if (kept.length >= mostWaitingRows) return mark;
  for (const row of request.rows) {
    if (row.kind !== 'sealed' || row.id <= mark) continue;
    const { id, key: keyId, box } = row;
    yield* call('putQuarantine', { clientId: request.clientId, id, reason: 'waiting', keyId, box, at });
  }
  return mark;
}

function openKeys(services: Services, rows: readonly DepositKeyRow[]): OpenKeys {
  const { sodium, secrets } = services;
  const keys = new Map<string, Uint8Array>();
  for (const row of rows) {
    const key = unsealDepositKey(sodium, secrets.deposit, row);
    if (key) keys.set(row.keyId, key);
  }
  return keys;
}
