import { useMemo } from 'react';
import { findDuplicates } from '../../../model/clients/duplicates.ts';
import { pairOf, useNotTheSame } from '../../../model/clients/not-the-same.ts';
import { useMe } from '../../../model/people/use-account.ts';
import type { ClientRow } from './client-rows.ts';

/**
 * Charts that are likely of one person, by chart: of clients whom this account treats, that are no samples, not merged, and that
 * nobody has said here to be two people's. Nothing is offered on one that is archived; it may be another one's twin.
 */
export function duplicatesIn(
  clients: readonly ClientRow[],
  apart: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const looked = clients.filter((client) => client.isTreated && !client.isSample && client.mergedInto === null);
  const rowById = new Map(looked.map((client) => [client.chartId, client]));
  const kept = new Set(apart);
  const found = new Map<string, readonly string[]>();
  for (const [chartId, others] of findDuplicates(looked)) {
    const row = rowById.get(chartId);
    const alike = others.filter((other) => rowById.get(other)?.type === row?.type && !kept.has(pairOf(chartId, other)));
    if (row && !row.isArchived && alike.length > 0) found.set(chartId, alike);
  }
  return found;
}

/** The same of the clients of a list. */
export function useDuplicates(clients: readonly ClientRow[]): ReadonlyMap<string, readonly string[]> {
  const { sub } = useMe();
  const apart = useNotTheSame(sub);
  return useMemo(() => duplicatesIn(clients, apart), [clients, apart]);
}
