import { useSyncExternalStore } from 'react';
import { keptIds } from '../../lib/kept-ids.ts';

/** Charts that were opened last on this device, the newest first: ids alone, for each account. */
export const recentClients = keptIds('orchid.recent-charts', 6);

/** Puts a chart at the front. */
export function rememberOpened(sub: string, chartId: string): void {
  const before = recentClients.read(sub);
  if (sub === '' || before[0] === chartId) return;
  recentClients.write(sub, [chartId, ...before.filter((id) => id !== chartId)]);
}

/** The same, redrawn as it changes. */
export function useRecentClients(sub: string): readonly string[] {
  return useSyncExternalStore(recentClients.watch, () => recentClients.read(sub));
}
