import type { Services } from '../services.ts';
import type { Touched } from './touched.ts';

/**
 * What follows a committed write, whichever door it came through: those who see something new are poked, except the sign-in
 * that wrote, jobs that it planned may run, and its audit rows are chained.
 */
export function afterCommit(
  { hub, jobs, sealer }: Pick<Services, 'hub' | 'jobs' | 'sealer'>,
  { touched, familyId }: { readonly touched: Touched; readonly familyId: string | null },
): void {
  if (touched.size > 0) hub.poke(touched, familyId ?? undefined);
  jobs.kick();
  sealer.nudge();
}
