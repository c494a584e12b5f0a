import type { Who } from '../core/define.ts';
import { chartScope, isChartScope, practiceScope, type ChartRole, type PracticeRole } from './classes.ts';

/** Who has one of the roles in the chart whose scope the arguments name; no other scope will do. */
export function inChartScope(...roles: readonly ChartRole[]): Who<{ readonly scope: string }> {
  return {
    roles,
    load: ({ scope }) => [{ kind: 'roles', scope }],
    may: ({ facts, args: { scope } }) => isChartScope(scope) && hasAny(facts.rolesIn(scope), roles),
  };
}

/** Who has one of the roles in the chart that the arguments name by its id. */
export function inChart(...roles: readonly ChartRole[]): Who<{ readonly chart_id: string }> {
  return {
    roles,
    load: ({ chart_id }) => [{ kind: 'roles', scope: chartScope(chart_id) }],
    may: ({ facts, args }) => hasAny(facts.rolesIn(chartScope(args.chart_id)), roles),
  };
}

/** Whoever is anything in the practice that the arguments name. */
export const inPractice: Who<{ readonly practice_id: string }> = {
  roles: null,
  load: ({ practice_id }) => [{ kind: 'roles', scope: practiceScope(practice_id) }],
  may: ({ facts, args }) => facts.rolesIn(practiceScope(args.practice_id)).length > 0,
};

/** Who has one of the roles in the practice that the arguments name. */
export function inPracticeAs(...roles: readonly PracticeRole[]): Who<{ readonly practice_id: string }> {
  return {
    roles,
    load: inPractice.load,
    may: ({ facts, args }) => hasAny(facts.rolesIn(practiceScope(args.practice_id)), roles),
  };
}

/** Both at once; the roles of the first are those that the access table asks about. */
export function allOf<One, Other>(one: Who<One>, other: Who<Other>): Who<One & Other> {
  return {
    roles: one.roles,
    load: (args) => [...one.load(args), ...other.load(args)],
    may: (input) => one.may(input) && other.may(input),
  };
}

/** Whether one of the wanted roles is among those that somebody has. */
export function hasAny(has: readonly string[], wanted: readonly string[]): boolean {
  return has.some((role) => wanted.includes(role));
}
