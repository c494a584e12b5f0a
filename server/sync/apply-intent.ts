import { createHmac } from 'node:crypto';
import { derivedIds } from '../../sync/core/derived-ids.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { Actor, MutationContext } from '../../sync/core/mutation.ts';
import { newId } from '../../sync/core/new-id.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { IdempotencyRow } from '../store/idempotency-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { afterCommit } from './after-commit.ts';
import { auditMutation, decideMutation, type Decision } from './decide-mutation.ts';
import { refuseLost } from './hold-rows.ts';
import { readRecord } from './read-records.ts';
import { refusalOf } from './refusal-status.ts';
import { createTxContext, type TxContext } from './tx-context.ts';

/** How long an outcome is told again to who asks again with the same `Idempotency-Key`. */
export const idempotencyKeptMs = 24 * 60 * 60 * 1000;

/** A change that somebody asks for by a REST call: one of the mutators that devices use, with what it needs. */
export interface Intent {
  readonly name: string;
  readonly args: Json;
  /** What was on screen of each field that it sets; default: nothing. */
  readonly base?: MutationContext['base'];
  /** Ids for what it creates. */
  readonly ids?: readonly string[];
  /** The record that the answer is about. */
  readonly about: RecordName;
}

interface RecordName {
  readonly collection: string;
  readonly id: string;
}

export interface IntentCaller {
  readonly actor: Actor;
  readonly familyId: string;
}

/** What makes a request the same as one before: its key, and all that it asks. */
export interface SameRequest {
  readonly key: string;
  readonly asked: Json;
}

export interface IntentRequest {
  /** As declared: named in the audit log. */
  readonly route: string;
  /** Null: asked again, it is another request. */
  readonly same: SameRequest | null;
  /** Nobody is told by mail. */
  readonly isQuiet?: boolean;
  /** Reads what the change needs, in its transaction; refuses by throwing an `HttpError`. `madeIds`: of what the change makes. */
  readonly find: (context: TxContext, madeIds: (count: number) => readonly string[]) => Plan<Intent>;
}

export interface AppliedIntent {
  /** The record as it is now, as far as the caller reads it. */
  readonly record: StoredRecord;
  /** The version that this write left; others may have written since where it is told again. */
  readonly version: number;
  /** Told again: nothing was written, and what it shows is a read. */
  readonly isRepeated: boolean;
}

/**
 * The server's door for changes that come by REST, beside the sealed push, with the same rules: the
 * mutator decides, in one transaction with all that `find` read. A refusal is an `HttpError` in
 * the catalogue's words and changes nothing. With `same`, asked again within 24 hours: what the mutator decided is
 * told again, access judged anew, nothing applied twice; another content under the same key is refused (422).
 */
export async function applyIntent(
  services: Services,
  caller: IntentCaller,
  { route, same, find, isQuiet = false }: IntentRequest,
): Promise<AppliedIntent> {
  const { store, registry, clock, draftPauseMs, practiceZone: zone, random } = services;
  const tellsClients = services.mailer.leaves && !isQuiet;
  const context = createTxContext(registry, clock.now(), { zone, draftPauseMs, tellsClients });
  const uid = newId(random);
  const names = same && namesOf(services.secrets.tokenKey, [caller.actor.principal, route], same);
  const done = await store.write(function* (): Plan<Told> {
    context.touched.clear();
    yield* refuseLostIn(caller);
    const kept = names && (yield* keptOutcome(context, names));
    const reader = { registry, principal: caller.actor.principal };
    if (kept) return { ...kept, isRepeated: true, record: yield* readRecord(reader, kept.collection, kept.recordId) };
    const intent = yield* find(context, (count) => derivedIds(caller.actor.principal, uid, count));
    const { about } = intent;
    const decided = yield* decide(context, caller.actor, intent, { uid, route });
    const record = yield* readRecord(reader, about.collection, about.id);
    const done = { code: decided.code, version: record?.version ?? 0 };
    if (names)
      yield* call('putIdempotency', {
        ...names,
        ...done,
        atMs: context.nowMs,
        collection: about.collection,
        recordId: about.id,
      });
    return { ...done, isRepeated: false, record };
  });
  afterCommit(services, { touched: context.touched, familyId: caller.familyId });
  const { record } = done;
  // Also a refusal says nothing of a record that the caller reads no more.
  if (!record && done.version > 0) throw notFound();
  if (done.code !== '') throw refusalOf(done.code);
  if (!record) throw notFound();
  return { record, version: done.version, isRepeated: done.isRepeated };
}

function* refuseLostIn({ familyId }: IntentCaller): Plan<void> {
  const session = yield* call('getSession', familyId);
  if (session) yield* refuseLost(session);
}

/** `code`: the refusal; '' where it was applied. */
interface Told extends Omit<AppliedIntent, 'record'> {
  readonly code: string;
  readonly record: StoredRecord | undefined;
}

function* decide(
  context: TxContext,
  actor: Actor,
  { name, args, base = {}, ids = [] }: Intent,
  { uid, route }: { readonly uid: string; readonly route: string },
): Plan<Decision> {
  const mutation = { uid, name, args, ctx: { now: context.now, zone: context.zone, ids, base } };
  const decided = yield* decideMutation(context, actor, mutation);
  yield* auditMutation(context, actor, mutation, decided, { route });
  return decided;
}

interface Names {
  readonly keyHash: string;
  readonly bodyDigest: string;
}

/** Both keyed: neither a guessed key nor a guessed short text can be compared with what is kept. */
function namesOf(secret: Uint8Array, place: readonly string[], { key, asked }: SameRequest): Names {
  const digest = (label: string, value: Json): string =>
    createHmac('sha256', secret)
      .update(canonicalJson([`orchid-idempotency-${label}`, ...place, key, value]))
      .digest('base64url');
  return { keyHash: digest('key', null), bodyDigest: digest('body', asked) };
}

function* keptOutcome(context: TxContext, { keyHash, bodyDigest }: Names): Plan<IdempotencyRow | undefined> {
  const kept = yield* call('getIdempotency', keyHash);
  if (!kept || kept.atMs < context.nowMs - idempotencyKeptMs) return undefined;
  if (kept.bodyDigest !== bodyDigest)
    throw new HttpError(422, [
      { msg: 'This key was used for another request in the last 24 hours.', loc: ['header', 'Idempotency-Key'] },
    ]);
  return kept;
}
