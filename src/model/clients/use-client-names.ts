import { useGroups, useRecords } from '../../lib/use-records.ts';
import { clientName } from './client-name.ts';

/** What the clients of these charts are called, a couple by both; a chart that is not in it has not been answered yet. */
export function useClientNames(chartIds: readonly string[]): ReadonlyMap<string, string> {
  const cards = useRecords('client_card', chartIds);
  const people = useGroups('chart_person', 'chart', chartIds);
  return new Map(
    chartIds.flatMap((id) => {
      const persons = people.get(id);
      if (!cards.has(id) || !persons) return [];
      const name = clientName(
        cards.get(id)?.body,
        persons.map(({ body }) => body),
      );
      return [[id, name]];
    }),
  );
}

/** The same of one chart; null until it is known. */
export function useClientName(chartId: string | null): string | null {
  const names = useClientNames(chartId === null ? [] : [chartId]);
  return chartId === null ? null : (names.get(chartId) ?? null);
}
