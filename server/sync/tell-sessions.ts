import { appointment, type Appointment } from '../../sync/collections/appointment.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { statusFlags } from '../../sync/domain/appointment-status.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';

/** So long a change waits before its client is told: what is undone meanwhile tells nothing. */
export const tellAfterMs = 3 * 60 * 1000;
export const tellKind = 'tell-sessions';

/**
 * [TS-1] Keeps how sessions stood whose time, or whether they take place, was just changed, where somebody reads them as their own: three minutes later
 * they are told by mail, once for all of a chart, if it still differs.
 */
export function* noteToTell(
  context: TxContext,
  actor: string,
  changes: readonly { readonly record: StoredRecord; readonly before: StoredRecord | undefined }[],
): Plan<void> {
  if (!context.tellsClients) return;
  const scopes = new Map<string, boolean>();
  for (const { record, before } of changes) {
    if (record.collection !== appointment.name) continue;
    const was = before && stateOf(liftTo(context.registry, appointment, before).body);
    const is = stateOf(liftTo(context.registry, appointment, record).body);
    if (!is.isReal || !isOther(was, is) || Math.max(time(was), time(is)) <= context.nowMs) continue;
    const { scope } = record;
    if (!scopes.has(scope)) scopes.set(scope, (yield* ownersOf(scope)).length > 0);
    if (scopes.get(scope) !== true) continue;
    const known = { start: was?.start ?? '', stands: was?.stands === true ? 1 : 0 };
    yield* call('addTold', { appointmentId: record.id, scope, ...known, changedBy: actor });
  }
  for (const [scope, isTold] of scopes) {
    const key = `${tellKind}.${scope}`;
    if (isTold && !(yield* call('jobByKey', key)))
      yield* call('addJob', { kind: tellKind, key, payload: { scope }, runAtMs: context.nowMs + tellAfterMs });
  }
}

/**
 * [TS-1] Three minutes later: a mail to each whose sessions they are, where one of them stands otherwise than they last knew and it was not they who changed it
 * last.
 */
export function* tellSessions(context: TxContext, scope: string): Plan<void> {
  const changers: string[] = [];
  for (const { appointmentId, start, stands, changedBy } of yield* call('toldIn', scope)) {
    const stored = yield* call('getRecord', appointment.name, appointmentId);
    const is = stored && stateOf(liftTo(context.registry, appointment, stored).body);
    const was = { start, stands: stands === 1, isReal: true };
    const isNews = is !== undefined && isOther(was, is) && Math.max(time(was), time(is)) > context.nowMs;
    if (isNews) changers.push(changedBy);
  }
  // Also what was undone: of what comes later it says nothing.
  yield* call('forgetTold', scope);
  for (const account of yield* ownersOf(scope)) {
    if (changers.every((by) => by === account)) continue;
    const payload = { template: 'sessions', account };
    const key = `mail.sessions.${account}.${context.nowMs}`;
    yield* call('addJob', { kind: 'mail', key, payload, runAtMs: context.nowMs });
  }
}

/** Those whose sessions these are. */
function* ownersOf(scope: string): Plan<readonly string[]> {
  const readers = yield* call('readersOf', scope);
  const own = readers.filter(({ role }) => role === 'client' || role === 'guardian');
  return [...new Set(own.map(({ principal }) => principal))];
}

interface State {
  readonly start: string;
  readonly stands: boolean;
  /** None that was made up. */
  readonly isReal: boolean;
}

function stateOf({ start, status, sample }: Appointment): State {
  const { cancelled, no_show } = statusFlags(status);
  return { start, stands: !cancelled && !no_show, isReal: sample === undefined };
}

/** Whether somebody who knew the one would want to know the other. */
function isOther(was: State | undefined, is: State): boolean {
  if (was === undefined || !was.stands) return is.stands;
  return !is.stands || was.start !== is.start;
}

function time(state: State | undefined): number {
  return state === undefined || state.start === '' ? 0 : Date.parse(state.start);
}
