import type { InferOutput } from 'valibot';
import type { chart } from '../../../../sync/collections/chart.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { chartIdOf, clientName } from '../../../model/clients/client-name.ts';
import { dateIn } from '../../../lib/time.ts';
import { useCalendar } from '../../../model/sessions/use-own-sessions.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRange } from '../../../lib/use-records.ts';

export type Chart = InferOutput<(typeof chart)['body']>;
export type ClientStatus = Chart['client_status'];

export interface ClientRow {
  readonly chartId: string;
  readonly name: string;
  /** Last name first: what the list is ordered by. */
  readonly listName: string;
  /** The first name on paper, where another one is preferred: found by it too. */
  readonly otherName: string;
  readonly status: ClientStatus | null;
  readonly nextStart: string | null;
}

export const statusWords: Record<ClientStatus, string> = {
  active: 'Active',
  waitlist: 'Waitlist',
  inactive: 'Inactive',
  discharged: 'Discharged',
};

const lookAheadDays = 42;

/** Every client of the practice whose chart this account reads, by last name. `null` until the replica has answered. */
export function useClients(): readonly ClientRow[] | null {
  const { practiceId, zone } = useMe();
  const today = dateIn(useNow(), zone);
  const practice = practiceId === '' ? null : prefixRange(practiceId);
  const cards = useRange(practice && { collection: 'client_card', index: 'practice', ...practice });
  const charts = useRange(practice && { collection: 'chart', index: 'practice', ...practice });
  const { sessions: ahead } = useCalendar(today, lookAheadDays);
  if (cards.loading || charts.loading) return null;
  const now = new Date().toISOString();
  const statusById = new Map(charts.value.map((record) => [record.id, record.body.client_status]));
  const nextById = new Map<string, string>();
  for (const session of ahead.loading ? [] : ahead.value) {
    const chartId = chartIdOf(session);
    if (session.body.end > now && !nextById.has(chartId) && !statusFlags(session.body.status).cancelled) {
      nextById.set(chartId, session.body.start);
    }
  }
  return cards.value
    .map((record): ClientRow & { readonly sortKey: string } => ({
      chartId: record.id,
      name: clientName(record.body),
      listName: `${record.body.last_name}, ${record.body.preferred_first_name ?? record.body.first_name}`,
      otherName: record.body.first_name,
      status: statusById.get(record.id) ?? null,
      nextStart: nextById.get(record.id) ?? null,
      sortKey: `${record.body.last_name} ${record.body.first_name}`,
    }))
    .toSorted((one, other) => one.sortKey.localeCompare(other.sortKey));
}
