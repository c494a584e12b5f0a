import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { Actor, Mutation } from '../../sync/core/mutation.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import type { UnwantedInviteDetail } from '../../sync/protocol/email-preference.ts';
import type { ErrorCode } from '../../sync/protocol/error-codes.ts';
import { isUnwantedInvite } from '../invites/unwanted-invite.ts';
import type { OutcomeKind } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { runAgainstStore } from './answer-loads.ts';
import { noteToTell } from './tell-sessions.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/** What became of one mutation. */
export interface Decision {
  readonly outcome: OutcomeKind;
  readonly code: string;
  /** What a refusal says beside its code. */
  readonly detail?: Json;
  /** Keys of the records written; of one that only looked, of what it looked at. */
  readonly keys?: readonly string[];
  /** Keys of the records that a refused mutation asked for: never told to anybody. */
  readonly asked?: readonly string[];
  /** Scopes in which it asked for roles. */
  readonly scopes?: readonly string[];
  /** The records as they were written. */
  readonly written?: readonly StoredRecord[];
}

/**
 * The one place where a mutation is run against the store, whichever door it came through: decides, and writes with all that
 * follows, in the running transaction. What a mutator throws is thrown on.
 */
export function* decideMutation(
  context: TxContext,
  actor: Actor,
  mutation: Pick<Mutation, 'uid' | 'name' | 'args' | 'ctx'>,
): Plan<Decision> {
  const { registry, now, today } = context;
  const outcome = yield* runAgainstStore({ registry, mutation, actor, receivedAt: now, today });
  if (outcome.outcome === 'rejected') {
    const { code, detail } = outcome;
    const said = detail === undefined ? { code } : { code, detail };
    return { outcome: 'rejected', ...said, asked: outcome.loadedKeys, scopes: outcome.askedScopes };
  }
  const { records, before } = outcome;
  // What no record says, no mutator can know: addresses are nobody's in particular.
  if (yield* isUnwantedInvite(records)) {
    const detail: UnwantedInviteDetail = { unwanted: 'invitations' };
    return { outcome: 'rejected', code: 'no_email' satisfies ErrorCode, detail, asked: outcome.loadedKeys };
  }
  for (const [index, record] of records.entries()) yield* writeRecord(context, record, before[index]);
  yield* noteToTell(
    context,
    actor.principal,
    records.map((record, index) => ({ record, before: before[index] })),
  );
  // What only looked has written nothing: the log then says what it looked at.
  const keys = records.map((record) => `${record.collection}|${record.id}`);
  return { outcome: 'applied', code: '', keys: keys.length > 0 ? keys : outcome.loadedKeys, written: records };
}

/** Says in the audit log who asked for what, and what became of it. `place`: where it came from, ids only. */
export function* auditMutation(
  context: TxContext,
  actor: Actor,
  mutation: Pick<Mutation, 'uid' | 'name'>,
  decided: Decision,
  place: Readonly<Record<string, string | number>>,
): Plan<void> {
  // A name that no mutator has is text from outside and stays out of the log.
  const isKnown = context.registry.mutators.has(mutation.name);
  yield* call('addAudit', {
    at: context.now,
    actor: actor.principal,
    action: isKnown ? mutation.name : 'unknown',
    subject: canonicalJson({
      ...place,
      outcome: decided.outcome,
      records: [...(decided.keys ?? [])],
      uid: mutation.uid,
    }),
  });
}
