import type { Who } from '../core/define.ts';
import type { LoadRequest } from '../core/facts.ts';
import { appointment } from './appointment.ts';
import type { ChartRole } from './classes.ts';
import { hasAny } from './who-may.ts';

/** The session that arguments name. */
interface OfSession {
  readonly appointment_id: string;
}

/**
 * Who has one of the roles in the chart of the session. One that the actor does not read is let through: `run` answers as for
 * one that is not there. [CA-8] Who is in the chart for the sake of its sessions alone (`scheduler`) plans those that she holds.
 */
export function inSession(...roles: readonly ChartRole[]): Who<OfSession> {
  return {
    roles,
    load: (args) => [sessionLoad(args)],
    may: ({ facts, args, actor }) => {
      const session = facts.find(appointment, args.appointment_id);
      if (session === undefined) return true;
      const has = facts
        .rolesIn(session.scope)
        .filter((role) => role !== 'scheduler' || session.body.clinician === actor.sub);
      return hasAny(has, roles);
    },
  };
}

/** Who has one of the roles in the chart of the session, whoever holds it. */
export function besideSession(...roles: readonly ChartRole[]): Who<OfSession> {
  return {
    roles,
    load: (args) => [sessionLoad(args)],
    may: ({ facts, args }) => {
      const session = facts.find(appointment, args.appointment_id);
      return session === undefined || hasAny(facts.rolesIn(session.scope), roles);
    },
  };
}

export function sessionLoad(args: OfSession): LoadRequest {
  return { kind: 'get', collection: 'appointment', id: args.appointment_id };
}
