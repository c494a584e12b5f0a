import * as v from 'valibot';
import type { StoreCommand, StoreResult } from '../ports.ts';
import type { Known, LoadAnswer, LoadRequest } from '../core/facts.ts';
import { membershipBody } from '../collections/membership.ts';
import { accountScope } from '../collections/classes.ts';
import { prefixRange } from '../core/index-key.ts';
import { recordKey, type StoredRecord } from '../core/record.ts';
import { entryOf, rowToRecord, type Replica } from './replica.ts';
import { seenByKey, seenByRange, type SeenRow } from './seen-rows.ts';

type Reads<R> = Generator<readonly StoreCommand[], R, readonly StoreResult[]>;

/**
 * Answers a mutator's loads from the replica. `complete`: a first sync came to its end, so that a row which is not
 * here is absent as far as this device can know; before that it is unknown.
 */
export function* answerLoads(
  replica: Replica,
  requests: readonly LoadRequest[],
  complete: boolean,
): Reads<readonly LoadAnswer[]> {
  // Gets in one command: each round trip to IndexedDB costs more than what it fetches.
  const gets = requests.filter((request) => request.kind === 'get');
  const found =
    gets.length > 0 ? yield* seenByKey(gets.map((request) => recordKey(request.collection, request.id))) : [];
  const answers: LoadAnswer[] = [];
  for (const request of requests) {
    if (request.kind === 'get')
      answers.push({ kind: 'get', known: toKnown(replica, found[gets.indexOf(request)], complete) });
    else if (request.kind === 'roles') answers.push({ kind: 'roles', roles: yield* rolesIn(replica, request.scope) });
    else {
      const seen = yield* seenByRange({
        from: entryOf(request.collection, request.index, request.from),
        to: entryOf(request.collection, request.index, request.to),
      });
      answers.push({ kind: 'range', range: { records: seen.map((row) => open(replica, row)), complete } });
    }
  }
  return answers;
}

/** The actor's roles in a scope, from the memberships that the device holds. */
export function* rolesIn(replica: Replica, scope: string): Reads<readonly string[]> {
  const { sub } = replica.actor;
  if (scope === accountScope(sub)) return ['self'];
  const range = prefixRange(sub, scope);
  const exact = { from: range.from.slice(0, -1), to: range.to };
  const seen = yield* seenByRange({
    from: entryOf('membership', 'account', exact.from),
    to: entryOf('membership', 'account', exact.to),
  });
  return seen
    .map((row) => v.safeParse(membershipBody, open(replica, row).body))
    .flatMap((parsed) =>
      parsed.success && parsed.output.account === sub && !parsed.output.ended ? [parsed.output.role] : [],
    );
}

function toKnown(replica: Replica, seen: SeenRow | undefined, complete: boolean): Known {
  if (seen) return { state: 'found', record: open(replica, seen) };
  return complete ? { state: 'absent' } : { state: 'unknown' };
}

function open(replica: Replica, seen: SeenRow): StoredRecord {
  return rowToRecord(replica, seen.table, seen.row);
}
