import type { MutationResult, PushRequest, PushResponse, PushRow } from '../../sync/protocol/push-message.ts';
import { assert } from '../../sync/core/assert.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Services } from '../services.ts';
import type { DepositKeyRow, QuarantineRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { afterCommit } from './after-commit.ts';
import { applyPush, type HeldRuling, type PushResult } from './apply-mutations.ts';
import { keepWaiting } from './hold-rows.ts';
import { openRows, unsealDepositKey, type OpenKeys } from './open-boxes.ts';
import { idsThatOpen } from './ids-that-open.ts';
import { createBudget, turnOfLoop } from '../turn-of-loop.ts';
import type { OpenedRow } from './opened-row.ts';
import { piecesOf } from './push-pieces.ts';
import { Touched } from './touched.ts';
import { createTxContext } from './tx-context.ts';

export interface PushCaller {
  readonly principal: string;
  /** The person behind the principal, who may act for somebody else. */
  readonly sub: string;
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
    const mark = await keep(services, caller, { ...request, keys: openKeys(services, found.keys), mark: found.mark });
    return { kind: 'quarantined', mark, ...shared };
  }
  if (deposit && request.rows.length > 0)
    await store.write(() => call('spendDeposit', deposit.keyId, request.rows.length));
  const keys = openKeys(services, found.keys);
  const missing = request.rows.find((row) => row.kind === 'sealed' && !keys.has(row.key));
  if (missing?.kind === 'sealed') return { kind: 'unknown-key', key: missing.key, ...shared };

  if (found.waits) await releaseWaiting(services, caller, request.clientId);
  const result = await applyInPieces(services, caller, { ...request, keys });
  if (result.kind === 'held') {
    const mark = await keep(services, caller, { ...request, keys, mark: result.mark });
    return { kind: 'quarantined', mark, ...shared };
  }
  // What it brought itself is waited for no more.
  if (found.waits && result.kind === 'ok') await store.write(() => call('dropWaiting', request.clientId, result.mark));
  return answerOf(result, shared);
}

/** Puts rows aside that are not applied now, but those that do not open. */
async function keep(
  services: Services,
  caller: PushCaller,
  push: Pick<PushRequest, 'clientId' | 'rows'> & { readonly keys: OpenKeys; readonly mark: number },
): Promise<number> {
  const { store, clock, sodium } = services;
  const { clientId, mark } = push;
  const opening = await idsThatOpen(sodium, { principal: caller.principal, clientId }, push.rows, push.keys);
  const rows = push.rows.filter(({ id, kind }) => (kind === 'void' ? caller.deposit === null : opening.has(id)));
  return store.write(() => keepWaiting(caller, { clientId, rows }, { mark, at: toInstant(clock.now()) }));
}

export type Applicant = Pick<PushCaller, 'principal' | 'sub' | 'deviceId' | 'familyId'>;

/**
 * Applies what was kept while the device was signed out, as far as it continues the client's mark and opens. [AV-4] What
 * does not open takes nobody's id: it is dropped, and the device, which was never told that it is held, sends its own row.
 */
export async function releaseWaiting(services: Services, caller: Applicant, clientId: string): Promise<void> {
  const { store, sodium } = services;
  const { principal } = caller;
  for (let round = 0; ; round += 1) {
    if (round > 0) await turnOfLoop();
    const { mark, keys: keyRows, rows, isLast } = await store.read(() => readWaiting(clientId, principal));
    const keys = openKeys(services, keyRows);
    const dense = rows.map(toPushRow).filter((row, index) => row.id === mark + 1 + index);
    const opening = await idsThatOpen(sodium, { principal, clientId }, dense, keys);
    const junk = dense.find(({ id, kind }) => kind === 'sealed' && !opening.has(id));
    const good = junk === undefined ? dense : dense.filter(({ id }) => id < junk.id);
    const last = good.at(-1);
    if (last) {
      const result = await applyInPieces(services, caller, { clientId, highest: last.id, rows: good, keys });
      if (result.kind !== 'ok') return;
    }
    const upTo = junk?.id ?? last?.id;
    if (upTo === undefined) return;
    await store.write(() => call('dropWaiting', clientId, upTo));
    // A page that was not full was the last one.
    if (junk !== undefined || isLast) return;
  }
}

/** Most kept rows that are read at once: each may be as long as a box may be. */
const waitingPerPiece = 10;

/** A kept row as it was sent. */
export function toPushRow({ id, keyId, box }: QuarantineRow): PushRow {
  return box === '' ? { kind: 'void', id } : { kind: 'sealed', id, key: keyId, box };
}

/**
 * [AV-2] Opens and applies a push piece by piece, each in transactions of its own, with a turn of the loop between: a long one
 * keeps nobody else waiting. What a crash cuts off is sent again, and what was applied before is answered from what was stored.
 */
export async function applyInPieces(
  services: Services,
  caller: Applicant,
  push: Pick<PushRequest, 'clientId' | 'highest' | 'rows'> & {
    readonly keys: OpenKeys;
    readonly ruling?: HeldRuling;
  },
): Promise<PushResult> {
  const { sodium } = services;
  const { principal } = caller;
  const { clientId } = push;
  const touched = new Touched();
  const results: MutationResult[] = [];
  let result: PushResult = { kind: 'ok', mark: 0, results: [], parked: [] };
  try {
    const pieces = push.rows.length === 0 ? [[]] : piecesOf(push.rows);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await turnOfLoop();
      const rows = openRows(sodium, { principal, clientId }, piece, push.keys);
      result = await applyPiece(services, caller, { ...push, rows, touched });
      if (result.kind !== 'ok') return result;
      results.push(...result.results);
    }
    return { ...result, results };
  } finally {
    // Also where a later piece failed: what came before it stands.
    if (push.rows.length > 0) afterCommit(services, { touched, familyId: caller.familyId });
  }
}

/** As many transactions as the rows take: one that has had its time leaves the rest to the next. */
async function applyPiece(
  services: Services,
  caller: Applicant,
  push: Pick<PushRequest, 'clientId' | 'highest'> & {
    readonly rows: readonly OpenedRow[];
    readonly touched: Touched;
    readonly ruling?: HeldRuling;
  },
): Promise<PushResult> {
  const { store, clock, registry, log, draftPauseMs, practiceZone: zone } = services;
  const tellsClients = services.mailer.leaves;
  const { principal, sub, deviceId } = caller;
  const { clientId, highest, ruling } = push;
  const results: MutationResult[] = [];
  let left = push.rows;
  for (;;) {
    const applied = await applyPush(
      (plan) => store.write(plan),
      () => createTxContext(registry, clock.now(), { zone, draftPauseMs, tellsClients, isSpent: createBudget() }),
      { actor: { principal, sub }, clientId, deviceId, highest, rows: left, ruling },
    );
    assert(applied, 'a store answers');
    const { result } = applied;
    if (result.kind !== 'ok') return result;
    for (const parked of result.parked)
      log.error('mutation-parked', { clientId, id: parked.id, reason: parked.reason });
    push.touched.addAll(applied.touched);
    results.push(...result.results);
    left = left.slice(result.results.length);
    if (left.length === 0) return { ...result, results };
  }
}

function answerOf(
  result: Exclude<PushResult, { kind: 'held' }>,
  shared: { epoch: string; serverTime: string },
): PushAnswer {
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
  /** Rows that came while the device was signed out lie here, and continue the mark or lie behind it. */
  readonly waits: boolean;
  readonly keys: readonly DepositKeyRow[];
}

function* readKeys(request: PushRequest, principal: string): Plan<FoundKeys> {
  const epoch = (yield* call('getMeta', 'epoch')) ?? '';
  const client = yield* call('getClient', request.clientId);
  const ids = new Set(request.rows.flatMap((row) => (row.kind === 'sealed' ? [row.key] : [])));
  const keys = yield* ownKeys(ids, principal);
  const isForeign = client !== undefined && client.principal !== principal;
  const mark = client?.mark ?? 0;
  // What does not continue the mark stays where it is: looking at it anew with every push would cost as much as it holds.
  // And where nothing waits, what lies parked beside it is not gone through.
  const held = yield* call('quarantinedOf', request.clientId, 'waiting');
  const [next] = held.rows > 0 ? yield* call('waitingOf', request.clientId, 0, 1) : [];
  const waits = next !== undefined && next.id <= mark + request.rows.length + 1;
  return { epoch, mark, isForeign, waits, keys };
}

export function* ownKeys(ids: ReadonlySet<string>, principal: string): Plan<DepositKeyRow[]> {
  const keys: DepositKeyRow[] = [];
  for (const id of ids) {
    const key = yield* call('getDepositKey', id);
    if (key?.principal === principal) keys.push(key);
  }
  return keys;
}

/** What is kept of an outbox after this id, its mark where none is said: a few rows at a time, with the keys that open them. */
export function* readWaiting(clientId: string, principal: string, after?: number) {
  const client = yield* call('getClient', clientId);
  const mark = client?.mark ?? 0;
  const rows = yield* call('waitingOf', clientId, after ?? mark, waitingPerPiece);
  const keys = yield* ownKeys(new Set(rows.map((row) => row.keyId)), principal);
  return { mark, keys, rows, isLast: rows.length < waitingPerPiece };
}

export function openKeys(services: Services, rows: readonly DepositKeyRow[]): OpenKeys {
  const { sodium, secrets } = services;
  const keys = new Map<string, Uint8Array>();
  for (const row of rows) {
    const key = unsealDepositKey(sodium, secrets.deposit, row);
    if (key) keys.set(row.keyId, key);
  }
  return keys;
}
