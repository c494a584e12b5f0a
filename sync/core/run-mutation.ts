import * as v from 'valibot';
import type { AnyMutator, AnyCollection, RecordWrite, Rejection } from './define.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';
import type { Known, LoadAnswer, LoadRequest } from './facts.ts';
import type { Actor, Mutation } from './mutation.ts';
import type { Instant, Json, StoredRecord } from './record.ts';
import { assert } from './assert.ts';
import { derivedIds } from './derived-ids.ts';
import { Facts } from './facts.ts';
import { hasReservedName } from './json-shape.ts';

/** What the engine must know of the product: nothing but these two lists. */
export interface Registry {
  readonly collections: ReadonlyMap<string, AnyCollection>;
  readonly mutators: ReadonlyMap<string, AnyMutator>;
}

export type MutationOutcome =
  | {
      readonly outcome: 'applied';
      readonly records: readonly StoredRecord[];
      /** Versions that were overwritten, for history and audience comparison. */
      readonly before: readonly (StoredRecord | undefined)[];
      readonly loadedKeys: readonly string[];
      readonly uncertain: boolean;
    }
  | {
      readonly outcome: 'rejected';
      readonly code: ErrorCode;
      readonly detail?: Json;
      /** Of what it asked for, also what the actor may not read: never told to anybody. */
      readonly loadedKeys: readonly string[];
      /** Where it asked for roles. */
      readonly askedScopes: readonly string[];
    };

export interface RunMutationOptions {
  readonly registry: Registry;
  /** Its place in an outbox does not matter to what it does. */
  readonly mutation: Pick<Mutation, 'uid' | 'name' | 'args' | 'ctx'>;
  readonly actor: Actor;
  /** Present on the server only: turns on the guard, and what follows for records that the actor may not read. */
  readonly receivedAt?: Instant;
  /** Present on the server only: the date of arrival in the practice's zone. */
  readonly today?: string;
}

/** More rounds than this mean a mutator that chases its own tail. */
const maxLoadRounds = 6;

/**
 * Runs one mutation as a synchronous generator: it yields what it must load and is driven by whichever store has it.
 * [MU-1] same inputs, same outcome, on every side. A thrown error is a bug of the mutator, never a refusal.
 */
export function* runMutation(
  options: RunMutationOptions,
): Generator<readonly LoadRequest[], MutationOutcome, readonly LoadAnswer[]> {
  const { registry, mutation, actor } = options;
  const facts = new Facts();
  // What the actor may not read is "absent" in `facts`; here it stands as it is. On a device they are the same.
  const truth = options.receivedAt === undefined ? facts : new Facts();
  const mutator = registry.mutators.get(mutation.name);
  if (!mutator) return reject('unknown_mutation', truth);
  const { args: sent, uid } = mutation;
  // A schema leaves such fields out without a word; what was sent is not what would be applied.
  if (hasReservedName({ sent, base: mutation.ctx.base, ids: mutation.ctx.ids, uid }))
    return reject('invalid_arguments', truth);
  const parsed = v.safeParse(mutator.args, mutation.args);
  if (!parsed.success) return reject('invalid_arguments', truth);
  const args: unknown = parsed.output;
  const onServer = options.receivedAt !== undefined;
  const ctx = { ...mutation.ctx, ids: idsOf(mutator, mutation, actor) };
  const received = {
    ...(options.receivedAt === undefined ? {} : { receivedAt: options.receivedAt }),
    ...(options.today === undefined ? {} : { today: options.today }),
  };
  const input = { facts, args, ctx, actor, uid: mutation.uid, leftOut: [], ...received };

  yield* loadRounds(() => mutator.load(args, facts, actor, ctx), {
    facts,
    truth,
    registry,
    onServer,
    ownIds: ctx.ids,
    hide: true,
  });
  if (!mutator.may(input)) return reject('not_allowed', truth);
  let result = mutator.run(input);
  if (isRejection(result)) return reject(result, truth);

  const everything = { facts: truth, truth, registry, onServer, ownIds: ctx.ids, hide: false };
  if (options.receivedAt !== undefined && mutator.guard) {
    const { guard } = mutator;
    // The guard sees rows that the actor may not read; it answers with a code and nothing else.
    yield* loadRounds(() => guard.load(args, truth, actor, ctx), everything);
    const judged = guard.check({ ...input, facts: truth, receivedAt: options.receivedAt });
    if (judged && 'reject' in judged) return reject(judged, truth);
    if (judged) {
      result = mutator.run({ ...input, leftOut: judged.leaveOut });
      if (isRejection(result)) return reject(result, truth);
    }
  }

  let followed: readonly RecordWrite[] = [];
  if (options.receivedAt !== undefined && mutator.follow && result.length > 0) {
    const { follow } = mutator;
    yield* loadRounds(() => follow.load(args, truth, actor, ctx), everything);
    followed = follow.run({ ...input, facts: truth, receivedAt: options.receivedAt });
    for (const { collection, id } of followed)
      assert(truth.has({ kind: 'get', collection, id }), 'a mutator loads what it writes');
  }
  const isFollowed = (write: RecordWrite): boolean =>
    followed.some(({ collection, id }) => collection === write.collection && id === write.id);
  const own = result.filter((write) => !isFollowed(write));

  // What the actor may not read was "absent" above. Before anything is overwritten the truth is asked, unhidden: a
  // guessed id must not replace somebody else's record, and its existence is not revealed.
  const targets = own.map((write): LoadRequest => ({ kind: 'get', collection: write.collection, id: write.id }));
  yield* loadRounds(() => targets, everything);
  for (const [index, write] of own.entries()) {
    const target = mustGet(targets, index);
    assert(facts.has(target) || isOwnId(write.id, ctx.ids), 'a mutator loads what it writes');
    const exists = truth.holds(write.collection, write.id);
    if (!exists) continue;
    if (!facts.has(target)) return reject('already_exists', truth);
    if (!facts.holds(write.collection, write.id)) return reject('not_found', truth);
  }
  const writes = [...own, ...followed];
  const before = writes.map((write) => {
    const known = truth.get(write.collection, write.id);
    return known.state === 'found' ? known.record : undefined;
  });
  const records = writes.map((write, index) => nextRecord(registry, write, before[index], mutation.uid));
  return { outcome: 'applied', records, before, loadedKeys: facts.loadedKeys, uncertain: facts.uncertain };
}

/** [MU-5] The ids of what a mutation makes: nobody chooses one, but in mutations of before. */
export function idsOf(
  mutator: Pick<AnyMutator, 'makes' | 'isRetired'>,
  mutation: Pick<Mutation, 'uid' | 'ctx'>,
  actor: Actor,
): readonly string[] {
  if (mutator.isRetired) return mutation.ctx.ids;
  return derivedIds(actor.principal, mutation.uid, mutator.makes ?? 0);
}

/** Whether this very change makes the record, or one that is named by a record that it makes, as a session by its series. */
function isOwnId(id: string, ownIds: readonly string[]): boolean {
  return ownIds.includes(id) || id.split('.').some((part) => ownIds.includes(part));
}

interface LoadOptions {
  readonly facts: Facts;
  /** Gets every answer as it came. */
  readonly truth: Facts;
  readonly registry: Registry;
  readonly onServer: boolean;
  readonly ownIds: readonly string[];
  /** Whether what the actor may not read is turned into "absent". */
  readonly hide: boolean;
}

function* loadRounds(
  ask: () => readonly LoadRequest[],
  options: LoadOptions,
): Generator<readonly LoadRequest[], void, readonly LoadAnswer[]> {
  for (let round = 0; round < maxLoadRounds; round += 1) {
    const wanted = ask().filter((request) => !options.facts.has(request));
    if (wanted.length === 0) return;
    const answers = yield wanted;
    const scopes = new Set<string>();
    for (const answer of answers) {
      for (const record of recordsOf(answer)) scopes.add(record.scope);
    }
    // Roles in every scope that was touched: `may` needs them, and so does the rule on what the actor reads.
    const roleRequests = [...scopes]
      .map((scope): LoadRequest => ({ kind: 'roles', scope }))
      .filter((request) => !options.facts.has(request));
    if (roleRequests.length > 0) {
      const roleAnswers = yield roleRequests;
      roleRequests.forEach((request, index) => options.facts.add(request, mustGet(roleAnswers, index)));
    }
    wanted.forEach((request, index) => {
      const answer = mustGet(answers, index);
      options.truth.add(request, answer);
      options.facts.add(request, narrow(request, answer, options));
    });
  }
  throw new Error('load did not settle');
}

function narrow(request: LoadRequest, answer: LoadAnswer, options: LoadOptions): LoadAnswer {
  if (answer.kind === 'get') {
    assert(request.kind === 'get', 'answer fits request');
    return { kind: 'get', known: narrowKnown(answer.known, request.id, options) };
  }
  if (answer.kind === 'range' && options.onServer && options.hide) {
    const records = answer.range.records.filter((record) => isReadable(record, options));
    return { kind: 'range', range: { records, complete: answer.range.complete } };
  }
  return answer;
}

function narrowKnown(known: Known, id: string, options: LoadOptions): Known {
  // An id made by this very mutation cannot exist anywhere else: a device need not doubt it.
  if (known.state === 'unknown' && options.ownIds.includes(id)) return { state: 'absent' };
  if (known.state === 'found' && options.onServer && options.hide && !isReadable(known.record, options)) {
    return { state: 'absent' };
  }
  return known;
}

function isReadable(record: StoredRecord, options: LoadOptions): boolean {
  const roles = options.facts.rolesIn(record.scope);
  return canRead(options.registry, record, roles);
}

/** [AC-1] Whether one of these roles reads the record's class in its collection: the one audience rule. */
export function canRead(
  registry: Registry,
  record: { readonly collection: string; readonly cls: string },
  roles: readonly string[],
): boolean {
  const collection = registry.collections.get(record.collection);
  return roles.some((role) => collection?.readers[role]?.includes(record.cls) ?? false);
}

function nextRecord(
  registry: Registry,
  write: RecordWrite,
  before: StoredRecord | undefined,
  uid: string,
): StoredRecord {
  const collection = registry.collections.get(write.collection);
  assert(collection, `unknown collection ${write.collection}`);
  assert(!before || before.scope === write.scope, 'a record never changes scope');
  const stamps: Record<string, string> = { ...before?.stamps };
  for (const field of write.fields) stamps[field] = uid;
  Object.assign(stamps, write.stamps);
  return {
    collection: write.collection,
    id: write.id,
    scope: write.scope,
    cls: write.cls,
    version: (before?.version ?? 0) + 1,
    shape: collection.shape,
    body: v.parse(collection.body, write.body),
    stamps,
  };
}

function recordsOf(answer: LoadAnswer): readonly StoredRecord[] {
  if (answer.kind === 'range') return answer.range.records;
  if (answer.kind === 'get' && answer.known.state === 'found') return [answer.known.record];
  return [];
}

function isRejection(outcome: readonly RecordWrite[] | Rejection): outcome is Rejection {
  return 'reject' in outcome;
}

function reject(why: ErrorCode | Rejection, truth: Facts): MutationOutcome {
  const { reject: code, detail } = typeof why === 'string' ? { reject: why, detail: undefined } : why;
  const said = detail === undefined ? {} : { detail };
  return { outcome: 'rejected', code, ...said, loadedKeys: truth.loadedKeys, askedScopes: truth.askedScopes };
}

function mustGet<T>(items: readonly T[], index: number): T {
  const item = items[index];
  assert(item !== undefined, 'one answer per request');
  return item;
}
