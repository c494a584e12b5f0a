import type { ReplicaRow } from '../../ports.ts';

/**
 * What stands in the outbox in place of a change that moved to needs attention: it keeps the id, so that ids stay dense,
 * and holds nothing.
 */
export const outboxTombstone = { movedOut: true } as const;

/** Whether this outbox row is only such a place: nothing waits there. */
export function isTombstone(row: ReplicaRow): boolean {
  return typeof row.m === 'object' && row.m !== null && 'movedOut' in row.m;
}
