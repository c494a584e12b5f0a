import type { Loaded } from '../../lib/use-records.ts';
import { usePracticeRoles } from './use-roles.ts';

/** What somebody does in a practice: treats, plans for those who treat, or runs it. */
export type WorkKind = 'clinician' | 'desk' | 'owner';

/** By the roles in the practice. Who treats and does more than that is met as a clinician: one's own day comes first. */
export function workKind(roles: readonly string[]): WorkKind {
  if (roles.includes('professional')) return 'clinician';
  if (roles.includes('scheduler')) return 'desk';
  return roles.includes('owner') ? 'owner' : 'clinician';
}

/** The same of roles that may not be known yet: null until they are. */
export function workKindOf(roles: Loaded<readonly string[]>): WorkKind | null {
  return roles.loading ? null : workKind(roles.value);
}

/** What the signed-in professional does; null until the replica has answered. */
export function useWorkKind(): WorkKind | null {
  return workKindOf(usePracticeRoles());
}
