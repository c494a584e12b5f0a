import type { MutatorInput, RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { prefixRange } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { statusFlags } from '../domain/appointment-status.ts';
import { appointment, type Appointment } from './appointment.ts';
import { isFormer, membership, membershipId, membersOf } from './membership.ts';
import { todayIn } from './practice-day.ts';
import { sessionTransfer, transferIdOf } from './session-transfer.ts';
import { sessionLoad } from './who-in-session.ts';

/** The roles in a chart with which a colleague can hold its sessions. */
const holderRoles: readonly string[] = ['treating', 'scheduler'];

export interface OfSession {
  readonly appointment_id: string;
}

export function sessionOf(args: OfSession, facts: Facts): StoredRecord<Appointment> | undefined {
  return facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
}

export function transferLoad({ appointment_id }: OfSession): LoadRequest {
  return { kind: 'get', collection: 'session_transfer', id: transferIdOf(appointment_id) };
}

/** All that says who is still in the chart for the sake of its sessions: sessions, proposals, and the access of whom this one names. */
export function lookLoads(args: OfSession, facts: Facts): readonly LoadRequest[] {
  const session = sessionOf(args, facts);
  const proposal = facts.has(transferLoad(args))
    ? facts.find(sessionTransfer, transferIdOf(args.appointment_id))
    : undefined;
  if (!session || !proposal) return [];
  const { scope, body } = session;
  const ids = [body.clinician, proposal.body.to].flatMap((account) =>
    holderRoles.map((role) => membershipId(scope, account, role)),
  );
  const access = ids.map((id): LoadRequest => ({ kind: 'get', collection: 'membership', id }));
  return [{ kind: 'roles', scope }, transfersIn(scope), sessionsIn(scope), ...access];
}

function sessionsIn(scope: string) {
  return { kind: 'range', collection: 'appointment', index: 'scope_start', ...prefixRange(scope) } as const;
}

/** Every transfer of a chart's sessions. */
function transfersIn(scope: string) {
  return { kind: 'range', collection: 'session_transfer', index: 'scope', ...prefixRange(scope) } as const;
}

/** How a session stands with a change: who holds it, and who is asked about it. */
interface After {
  readonly clinician: string;
  readonly to: string;
  readonly isAsked: boolean;
}

interface Ending {
  readonly facts: Facts;
  readonly session: StoredRecord<Appointment>;
  readonly after: After;
  readonly at: string;
  /** The chart that was opened with the proposal is closed too. */
  readonly closes?: boolean;
}

/**
 * Ends what accounts see of a chart for the sake of its sessions alone (`scheduler`), where they hold none of them and are asked about none
 * that is yet to come. Who still holds one keeps that, also where the chart is closed again.
 */
export function endings(ending: Ending, accounts: readonly string[]): readonly RecordWrite[] {
  const { facts, session, at, closes = false } = ending;
  const { scope } = session;
  return [...new Set(accounts)].flatMap((account) => {
    const needs = isNeeded(ending, account);
    const looks = facts.find(membership, membershipId(scope, account, 'scheduler'));
    const isLooking = looks !== undefined && looks.body.ended === undefined;
    const given = facts.find(membership, membershipId(scope, account, 'treating'));
    const isClosed = closes && given?.body.access === 'delegated' && (!needs || isLooking);
    return [...(needs ? [] : [looks]), ...(isClosed ? [given] : [])].flatMap((member): readonly RecordWrite[] => {
      if (!member || member.body.ended !== undefined) return [];
      const { collection, id, cls } = member;
      return [{ collection, id, scope, cls, body: { ...member.body, ended: at }, fields: ['ended'] }];
    });
  });
}

function isNeeded({ facts, session, after, at }: Ending, account: string): boolean {
  const standing = facts
    .within(appointment, sessionsIn(session.scope))
    .filter(({ body }) => body.sample === undefined && !statusFlags(body.status).cancelled);
  const holderOf = ({ id, body }: StoredRecord<Appointment>): string =>
    id === session.id ? after.clinician : body.clinician;
  if (standing.some((one) => holderOf(one) === account)) return true;
  const toCome = new Set(standing.flatMap(({ id, body }) => (body.start > at ? [id] : [])));
  if (after.isAsked && after.to === account && toCome.has(session.id)) return true;
  return facts
    .within(sessionTransfer, transfersIn(session.scope))
    .some(
      ({ body }) =>
        body.appointment_id !== session.id &&
        body.to === account &&
        body.state === 'proposed' &&
        toCome.has(body.appointment_id),
    );
}

/** Whether somebody has, on the day of a session too, a role with which it is held. */
export function seesUntil(
  input: Pick<MutatorInput<unknown>, 'facts' | 'today' | 'ctx' | 'receivedAt'>,
  { scope, body }: StoredRecord<Appointment>,
  account: string,
): boolean {
  const today = todayIn(input, scope);
  const day = body.local_start.slice(0, 10);
  return membersOf(input.facts, scope).some(
    (one) =>
      one.body.account === account && holderRoles.includes(one.body.role) && !isFormer(one, day > today ? day : today),
  );
}
