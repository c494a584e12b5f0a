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
 * [TS-1] Keeps how sessions stood whose time, or whether they take place, was just changed, where somebody reads them as their own and did not do it: three minutes later
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
    if (!is.isReal || !isNews(was, is) || Math.max(time(was), time(is)) <= context.nowMs) continue;
    const { scope } = record;
    if (!scopes.has(scope)) scopes.set(scope, (yield* toTell(scope, actor)).length > 0);
    if (scopes.get(scope) !== true) continue;
    yield* call('addTold', {
      appointmentId: record.id,
      scope,
      start: was?.start ?? '',
      stands: was?.stands === true ? 1 : 0,
    });
  }
  for (const [scope, isTold] of scopes) {
    const key = `${tellKind}.${scope}`;
    if (isTold && !(yield* call('jobByKey', key)))
      yield* call('addJob', {
        kind: tellKind,
        key,
        payload: { scope, by: actor },
        runAtMs: context.nowMs + tellAfterMs,
      });
  }
}

/** [TS-1] Three minutes later: mails to those whose sessions they are, where one of them stands otherwise than they last knew. */
export function* tellSessions(
  context: TxContext,
  { scope, by }: { readonly scope: string; readonly by: string },
): Plan<void> {
  let isOther = false;
  for (const { appointmentId, start, stands } of yield* call('toldIn', scope)) {
    const stored = yield* call('getRecord', appointment.name, appointmentId);
    const is = stored && stateOf(liftTo(context.registry, appointment, stored).body);
    const was = { start, stands: stands === 1, isReal: true };
    isOther ||= is !== undefined && isNews(was, is) && Math.max(time(was), time(is)) > context.nowMs;
  }
  yield* call('forgetTold', scope);
  if (!isOther) return;
  for (const account of yield* toTell(scope, by)) {
    const payload = { template: 'sessions', account };
    yield* call('addJob', {
      kind: 'mail',
      key: `mail.sessions.${account}.${context.nowMs}`,
      payload,
      runAtMs: context.nowMs,
    });
  }
}

/** Those whose sessions these are, but for who changed them. */
function* toTell(scope: string, actor: string): Plan<readonly string[]> {
  const readers = yield* call('readersOf', scope);
  const own = readers.filter(({ role }) => role === 'client' || role === 'guardian');
  return [...new Set(own.map(({ principal }) => principal))].filter((principal) => principal !== actor);
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
function isNews(was: State | undefined, is: State): boolean {
  if (was === undefined || !was.stands) return is.stands;
  return !is.stands || was.start !== is.start;
}

function time(state: State | undefined): number {
  return state === undefined || state.start === '' ? 0 : Date.parse(state.start);
}
