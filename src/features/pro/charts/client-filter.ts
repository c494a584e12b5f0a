import { searchClients, searchIndex, type SearchIndex } from '../../../model/clients/client-search.ts';
import type { ClientRow, ClientStatus, ClientType } from './client-rows.ts';

/** What of the list somebody wants to see. */
export interface ClientFilter {
  readonly query: string;
  readonly status: ClientStatus | 'all';
  readonly type: ClientType | 'all';
  /** The archived ones too. */
  readonly isArchivedShown: boolean;
}

export const noFilter: ClientFilter = { query: '', status: 'all', type: 'all', isArchivedShown: false };

/** Whether everybody is asked for, the archived ones apart. */
export function isFiltered({ query, status, type }: ClientFilter): boolean {
  return query.trim() !== '' || status !== 'all' || type !== 'all';
}

export interface FilteredClients {
  readonly shown: readonly ClientRow[];
  /** How many match and are archived, shown or not. */
  readonly archived: number;
}

/** Made once for a list: by every name, phone and email of the people of a chart. */
export function clientIndex(clients: readonly ClientRow[]): SearchIndex<ClientRow> {
  return searchIndex(clients, ({ people }) => ({
    names: people.flatMap((one) => [one.first_name, one.preferred_first_name ?? '', one.last_name]),
    phones: people.flatMap(({ phone_number = '' }) => (phone_number === '' ? [] : [phone_number])),
    emails: people.flatMap(({ email = '' }) => (email === '' ? [] : [email])),
  }));
}

/** The clients whom a filter lets through, in the order of the list. */
export function filterClients(index: SearchIndex<ClientRow>, filter: ClientFilter): FilteredClients {
  const matching = searchClients(index, filter.query).filter(
    (client) =>
      (filter.status === 'all' || client.status === filter.status) &&
      (filter.type === 'all' || client.type === filter.type),
  );
  const present = matching.filter((client) => !client.isArchived);
  return {
    shown: filter.isArchivedShown ? matching : present,
    archived: matching.length - present.length,
  };
}
