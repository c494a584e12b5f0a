import { idOfScope, isChartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { isFormer, membershipsIn } from '../../../sync/collections/membership.ts';
import { roleFromAbove } from '../../../sync/core/scope.ts';
import { useSub } from '../../lib/client-context.ts';
import { useRange, useRecord, type Loaded } from '../../lib/use-records.ts';
import { useAccountRecord } from './use-account.ts';
import { usePracticeDay } from './use-practice-day.ts';

/**
 * The roles that this account has in a scope now: its own there, and as `practice.scheduler` those that it has in the practice
 * above a chart; none until the replica has answered.
 */
export function useRoles(scope: string | null): readonly string[] {
  return useKnownRoles(scope) ?? [];
}

/** The same; null until the replica has answered. */
export function useKnownRoles(scope: string | null): readonly string[] | null {
  const isChart = scope !== null && isChartScope(scope);
  const card = useRecord('client_card', isChart ? idOfScope(scope) : null);
  const practiceId = !card.loading && card.value ? card.value.body.practice_id : null;
  const practice = practiceId === null ? null : practiceScope(practiceId);
  const own = useRolesRight(scope, practiceId ?? practiceOf(scope));
  const above = useRolesRight(practice, practiceId);
  if (own.loading || (isChart && card.loading) || (practice !== null && above.loading)) return null;
  if (practice === null || above.loading) return own.value;
  return [...own.value, ...above.value.map((role) => roleFromAbove(practice, role))];
}

/** What this account is in its own practice; who has none is nothing there. */
export function usePracticeRoles(): Loaded<readonly string[]> {
  const account = useAccountRecord();
  const practiceId = account.loading ? undefined : account.value?.body.practice_id;
  const roles = useRolesRight(practiceId ? practiceScope(practiceId) : null, practiceId ?? null);
  return account.loading ? account : rolesInPractice(practiceId, roles);
}

/** The roles that were asked for in this practice; whoever is in none has none, and nothing is waited for. */
export function rolesInPractice(
  practiceId: string | undefined,
  asked: Loaded<readonly string[]>,
): Loaded<readonly string[]> {
  return practiceId ? asked : { loading: false, value: [] };
}

/** `practiceId`: by whose days a last day is judged. */
function useRolesRight(scope: string | null, practiceId: string | null): Loaded<readonly string[]> {
  const sub = useSub();
  const today = usePracticeDay(practiceId);
  const own = useRange(scope === null || sub === '' ? null : membershipsIn(sub, scope));
  if (own.loading) return own;
  if (today.loading) return today;
  return { loading: false, value: own.value.flatMap((one) => (isFormer(one, today.value) ? [] : [one.body.role])) };
}

/** The practice whose own scope this is; null for any other. */
function practiceOf(scope: string | null): string | null {
  return scope !== null && scope === practiceScope(idOfScope(scope)) ? idOfScope(scope) : null;
}

/**
 * Whether who has these roles in a chart plans a session of it: as the mutators have it. [CA-8] Who is there for the sake of sessions alone
 * plans those that are her own.
 */
export function plansSession(roles: readonly string[], isOwn: boolean): boolean {
  return planning.some((role) => roles.includes(role)) || (isOwn && roles.includes('scheduler'));
}

const planning = ['treating', roleFromAbove(practiceScope(''), 'scheduler')];

/**
 * Whether who has these roles in a chart may read what is clinical in it. Where none is known yet, or one does not open, whose own
 * the session is does: nobody is kept out of that.
 */
export function readsClinical(roles: readonly string[], isOwn: boolean): boolean {
  return roles.includes('treating') || roles.includes('supervisor') || (roles.length === 0 && isOwn);
}
